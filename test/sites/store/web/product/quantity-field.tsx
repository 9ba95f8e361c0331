// A quantity with buttons for one less and one more.
import { useState } from "preact/hooks";
import { MAX_QUANTITY } from "../../contract/cart.ts";

type Props = {
  value: number;
  label: string;
  /** What there is a quantity of, for the names of the buttons. */
  of: string;
  min: number;
  onChange: (value: number) => void;
};

export function QuantityField({ value, label, of, min, onChange }: Props) {
  // What is being typed; once committed, what counts is shown again, also where it was refused.
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (wanted: number) => {
    const next = Number.isInteger(wanted) ? Math.min(MAX_QUANTITY, Math.max(min, wanted)) : value;
    setDraft(null);
    if (next !== value) onChange(next);
  };
  return (
    <div class="quantity">
      <button
        type="button"
        aria-label={`Decrease quantity of ${of}`}
        disabled={value <= min}
        onClick={() => commit(value - 1)}
      >
        −
      </button>
      <input
        type="number"
        aria-label={`${label} of ${of}`}
        min={min}
        max={MAX_QUANTITY}
        step="1"
        inputMode="numeric"
        value={draft ?? String(value)}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => commit(event.currentTarget.valueAsNumber)}
      />
      <button
        type="button"
        aria-label={`Increase quantity of ${of}`}
        disabled={value >= MAX_QUANTITY}
        onClick={() => commit(value + 1)}
      >
        +
      </button>
    </div>
  );
}
