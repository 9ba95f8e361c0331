// The kinds of fields the shop's forms are made of, each with its label and its error.
import type { ComponentChildren, InputHTMLAttributes } from "preact";

type FieldProps = { name: string; label: string; error: string | undefined; hint?: string };

/** What ties an input to its error and hint. */
function described({ name, error, hint }: FieldProps) {
  const ids = [
    ...(error === undefined ? [] : [`${name}-error`]),
    ...(hint ? [`${name}-hint`] : []),
  ];
  return {
    id: name,
    name,
    "aria-invalid": error !== undefined,
    ...(ids.length > 0 ? { "aria-describedby": ids.join(" ") } : {}),
  };
}

function Notes({ name, error, hint }: FieldProps) {
  return (
    <>
      {hint && (
        <p class="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </>
  );
}

type TextProps = FieldProps & {
  value: string;
  onValue: (value: string) => void;
  input?: InputHTMLAttributes;
};

export function TextField(props: TextProps) {
  return (
    <div class="field">
      <label for={props.name}>{props.label}</label>
      <input
        type="text"
        {...props.input}
        {...described(props)}
        value={props.value}
        onInput={(event) => props.onValue(event.currentTarget.value)}
      />
      <Notes {...props} />
    </div>
  );
}

export function TextArea(props: Omit<TextProps, "input">) {
  return (
    <div class="field">
      <label for={props.name}>{props.label}</label>
      <textarea
        rows={3}
        {...described(props)}
        value={props.value}
        onInput={(event) => props.onValue(event.currentTarget.value)}
      />
      <Notes {...props} />
    </div>
  );
}

type Choice = { id: string; name: string; note?: string; detail?: string };
type ChoiceProps = FieldProps & {
  value: string;
  choices: readonly Choice[];
  onValue: (value: string) => void;
};

export function SelectField(props: ChoiceProps) {
  return (
    <div class="field">
      <label for={props.name}>{props.label}</label>
      <select
        required
        {...described(props)}
        value={props.value}
        onChange={(event) => props.onValue(event.currentTarget.value)}
      >
        <option value="">Choose…</option>
        {props.choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Notes {...props} />
    </div>
  );
}

export function RadioField(props: ChoiceProps) {
  const { id: _id, ...group } = described(props);
  return (
    <fieldset class="field" role="radiogroup" aria-required="true" {...group}>
      <legend>{props.label}</legend>
      {props.choices.map(({ id, name, note, detail }, index) => (
        <label key={id} class="radio">
          <input
            type="radio"
            // The first one takes the focus when the group has an error.
            {...(index === 0 ? { id: props.name } : {})}
            name={props.name}
            value={id}
            checked={props.value === id}
            onChange={() => props.onValue(id)}
          />
          <span>
            <strong>{name}</strong>
            {note && <span class="muted"> {note}</span>}
          </span>
          {detail && <span class="radio-detail">{detail}</span>}
        </label>
      ))}
      <Notes {...props} />
    </fieldset>
  );
}

type CheckProps = FieldProps & {
  isChecked: boolean;
  onCheck: (isChecked: boolean) => void;
  children?: ComponentChildren;
};

export function CheckField(props: CheckProps) {
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          required
          {...described(props)}
          checked={props.isChecked}
          onChange={(event) => props.onCheck(event.currentTarget.checked)}
        />
        <span>{props.label}</span>
      </label>
      <Notes {...props} />
    </div>
  );
}
