/** The controls of single values. */
import { type ReactNode, useId, useState } from 'react';
import { isInexact, type JsonObject, type JsonValue, parseJson } from '../../shared/json.ts';
import type { BuilderMessages } from '../../shared/request/builder-messages.ts';
import { fillMessage } from '../../shared/ui-messages.ts';

interface ControlProps {
  readonly common: Readonly<Record<string, string | boolean | undefined>>;
  readonly value: JsonValue | undefined;
  readonly set: (value: JsonValue | undefined) => void;
}

export function Choice({
  common,
  choices,
  value,
  required,
  empty,
  set,
}: ControlProps & {
  readonly choices: readonly JsonValue[];
  readonly required: boolean;
  readonly empty: string;
}): ReactNode {
  const texts = choices.map((choice) => JSON.stringify(choice));
  const index = value === undefined ? -1 : texts.indexOf(JSON.stringify(value));
  // A value that the description does not allow stays until another one is chosen.
  const isOther = value !== undefined && index < 0;
  return (
    <select
      {...common}
      value={isOther ? 'other' : String(index)}
      onChange={({ target }) => set(choices[Number(target.value)])}
    >
      {(!required || index < 0) && <option value="-1">{empty}</option>}
      {isOther && <option value="other">{plain(value)}</option>}
      {choices.map((choice, at) => (
        <option key={texts[at]} value={String(at)}>
          {plain(choice)}
        </option>
      ))}
    </select>
  );
}

function plain(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads a number; other texts, and integers that would become other ones, stay. */
function numberOf(text: string): number | string {
  const number = Number(text);
  return NUMBER.test(text) && !isInexact(number) ? number : text;
}

export function Text({
  common,
  value,
  set,
  found,
  name,
}: ControlProps & { readonly found: JsonObject; readonly name: string }): ReactNode {
  const isNumber = found['type'] === 'integer' || found['type'] === 'number';
  const [typed, setTyped] = useState('');
  const shown = value === undefined || value === null ? '' : plain(value);
  // While `1.05` is typed, `1.0` stays as it is.
  const text = isNumber && value === numberOf(typed) ? typed : shown;
  const change = ({ target }: { readonly target: { readonly value: string } }): void => {
    setTyped(target.value);
    if (target.value === '') set(undefined);
    else set(isNumber ? numberOf(target.value) : target.value);
  };
  const isSecret = found['format'] === 'password';
  const attributes = {
    ...common,
    autoComplete: isSecret ? 'new-password' : 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    placeholder: found['example'] === undefined ? undefined : plain(found['example']),
    value: text,
    onChange: change,
  };
  const isLong = text.length > 60 || text.includes('\n') || /description|text|body/i.test(name);
  if (isLong && !isNumber && !isSecret) return <textarea {...attributes} rows={3} />;
  return (
    <input
      {...attributes}
      type={isSecret ? 'password' : 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
    />
  );
}

/** Any JSON, as text; what is not JSON is a text. */
export function JsonText({
  common,
  value,
  set,
  rows = 3,
}: ControlProps & { readonly rows?: number }): ReactNode {
  const [text, setText] = useState(() =>
    value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  );
  return (
    <textarea
      {...common}
      rows={rows}
      spellCheck={false}
      autoCapitalize="off"
      value={text}
      onChange={({ target }) => {
        const typed = target.value;
        const json = parseJson(typed);
        setText(typed);
        set(json === undefined && typed !== '' ? typed : json);
      }}
    />
  );
}

/** A choice with a label. */
export function Select({
  label,
  value,
  options,
  choose,
}: {
  readonly label: ReactNode;
  readonly value: number;
  readonly options: readonly string[];
  readonly choose: (index: number) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="try-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => choose(Number(target.value))}>
        {options.map((option, at) => (
          // Two may have the same words.
          <option key={`${at}`} value={at}>
            {option}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Fields in the order of a description: those that are required or have a value, and the others, closed. */
export function Fields({
  names,
  isFirst,
  field,
  messages,
}: {
  readonly names: readonly string[];
  readonly isFirst: (name: string) => boolean;
  readonly field: (name: string) => ReactNode;
  readonly messages: BuilderMessages;
}): ReactNode {
  // A field stays where it is when it is filled in.
  const [first] = useState(() => new Set(names.filter(isFirst)));
  const [isOpen, setOpen] = useState(false);
  const later = names.filter((name) => !first.has(name));
  return (
    <>
      {names.filter((name) => first.has(name)).map(field)}
      {later.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{fillMessage(messages.optional, { count: String(later.length) })}</summary>
          {/* Some have hundreds of fields. */}
          {isOpen && later.map(field)}
        </details>
      )}
    </>
  );
}
