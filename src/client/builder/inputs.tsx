/** The controls of single values. */
import { type ReactNode, useState } from 'react';
import type { JsonObject, JsonValue } from '../../shared/json.ts';
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

export function Text({
  common,
  value,
  set,
  found,
  name,
}: ControlProps & { readonly found: JsonObject; readonly name: string }): ReactNode {
  const isNumber = found['type'] === 'integer' || found['type'] === 'number';
  const text = value === undefined || value === null ? '' : plain(value);
  const change = ({ target }: { readonly target: { readonly value: string } }): void => {
    const typed = target.value;
    if (typed === '') set(undefined);
    else set(isNumber && NUMBER.test(typed) ? Number(typed) : typed);
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
        setText(target.value);
        set(target.value === '' ? undefined : parsed(target.value));
      }}
    />
  );
}

function parsed(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** Fields that a request needs not have, closed. */
export function Optional({
  count,
  messages,
  children,
}: {
  readonly count: number;
  readonly messages: BuilderMessages;
  readonly children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return count === 0 ? null : (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{fillMessage(messages.optional, { count: String(count) })}</summary>
      {/* Some have hundreds of fields. */}
      {isOpen && children}
    </details>
  );
}
