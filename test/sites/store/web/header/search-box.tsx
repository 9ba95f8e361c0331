// Search with suggestions as you type (a WAI-ARIA combobox with a list).
import { useEffect, useRef, useState } from "preact/hooks";
import { Suggestions } from "../../contract/catalogue.ts";
import { count, money } from "../format.ts";
import { Icon } from "../icons.tsx";
import { navigate, type Place } from "../navigation.ts";
import { useResource } from "../resource.ts";

const DEBOUNCE_MS = 250;
const MIN_LENGTH = 2;

type Choice = { key: string; to: string; label: string; detail: string; image?: string };

export function SearchBox({ place }: { place: Place }) {
  const asked = place.path === "/search" ? (place.query.get("q") ?? "") : "";
  const [text, setText] = useState(asked);
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    setText(asked);
    setOpen(false);
  }, [asked, place.path]);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const isAsking = isOpen && query.length >= MIN_LENGTH;
  const { data } = useResource(
    Suggestions,
    isAsking ? `/suggest?q=${encodeURIComponent(query)}` : null,
  );
  const choices = isAsking && data ? choicesFrom(data, query) : [];
  const chosen = choices[active];

  const go = (to: string) => {
    setOpen(false);
    setActive(-1);
    input.current?.blur();
    navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") setOpen(false);
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpen(true);
    const step = event.key === "ArrowDown" ? 1 : -1;
    // -1 is the text field itself, between the last and the first suggestion.
    setActive(((active + 1 + step + choices.length + 1) % (choices.length + 1)) - 1);
  };

  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        go(chosen?.to ?? `/search?q=${encodeURIComponent(text.trim())}`);
      }}
    >
      <label class="visually-hidden" for="search">
        Search the shop
      </label>
      <input
        id="search"
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        placeholder="Search jackets, mugs, tents…"
        autocomplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls="suggestions"
        {...(chosen ? { "aria-activedescendant": `suggestion-${active}` } : {})}
        value={text}
        maxLength={100}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onFocus={() => setOpen(text.trim() !== asked)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" class="search-button" aria-label="Search">
        <Icon name="search" />
      </button>
      <ul
        id="suggestions"
        class="suggestions"
        role="listbox"
        aria-label="Suggestions"
        hidden={choices.length === 0}
      >
        {choices.map((choice, index) => (
          <li
            key={choice.key}
            id={`suggestion-${index}`}
            role="option"
            aria-selected={index === active}
            // Keeps the focus, and so the list, until the click arrives.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(choice.to)}
          >
            {choice.image && <img src={choice.image} alt="" width="40" height="40" />}
            <span>{choice.label}</span>
            <span class="muted">{choice.detail}</span>
          </li>
        ))}
      </ul>
      <div class="visually-hidden" role="status">
        {isAsking && data ? count(choices.length, "suggestion") : ""}
      </div>
    </form>
  );
}

function choicesFrom({ categories, products, total }: Suggestions, query: string): Choice[] {
  const all: Choice = {
    key: "all",
    to: `/search?q=${encodeURIComponent(query)}`,
    label: `Show all results for “${query}”`,
    detail: count(total, "product"),
  };
  return [
    ...categories.map(({ slug, name }) => ({
      key: `category ${slug}`,
      to: `/c/${slug}`,
      label: name,
      detail: "Category",
    })),
    ...products.map(({ slug, name, image, priceCents }) => ({
      key: `product ${slug}`,
      to: `/p/${slug}`,
      label: name,
      detail: money(priceCents),
      image,
    })),
    ...(total > 0 ? [all] : []),
  ];
}
