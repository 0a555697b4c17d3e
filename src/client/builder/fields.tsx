/** The fields of a value by its schema. */
import { type ReactNode, useId, useState } from 'react';
import { isObject, type JsonObject, type JsonValue, listOf, stringsOf } from '../../shared/json.ts';
import type { BuilderMessages } from '../../shared/request/builder-messages.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import { Choice, Fields, JsonText, Select, Text } from './inputs.tsx';
import type { Problems } from './tools.ts';
import {
  alternativesOf,
  blankValue,
  pathKey,
  schemaAt,
  variantOf,
  variantValue,
} from './values.ts';

/** Shared by all fields of a form. */
export interface FormContext {
  readonly shared: readonly JsonValue[];
  readonly messages: BuilderMessages;
  readonly problems: Problems;
  /** Takes the file that was chosen in a field. */
  readonly chooseFile?:
    | ((path: readonly (string | number)[], file: File | undefined) => void)
    | undefined;
}

export interface FieldProps {
  readonly form: FormContext;
  readonly name: string;
  readonly schema: JsonValue | undefined;
  readonly path: readonly (string | number)[];
  readonly value: JsonValue | undefined;
  readonly required: boolean;
  readonly note?: string | undefined;
  readonly set: (value: JsonValue | undefined) => void;
}

/** A field with a label, or a group of fields. Undefined is a value that is not sent. */
export function Field(props: FieldProps): ReactNode {
  const { form, schema, value, name, set, required } = props;
  const found = schemaAt(schema, form.shared);
  const isUnion = alternativesOf(found).length > 0;
  const isGroup = isUnion || found['type'] === 'object' || found['type'] === 'array';
  if (!isGroup) return <Input {...props} found={found} />;
  const { messages } = form;
  if (value === undefined || value === null)
    return (
      <p>
        <Problem {...props} />
        <button type="button" onClick={() => set(blankValue(schema, form))}>
          {fillMessage(messages.add, { name })}
        </button>
      </p>
    );
  const inner = { ...props, found };
  return (
    <fieldset>
      <legend>
        <Label {...props} found={found} />
      </legend>
      <Problem {...props} />
      {isUnion ? (
        <Union {...inner} />
      ) : found['type'] === 'array' ? (
        <List {...inner} />
      ) : (
        <Properties {...inner} />
      )}
      {!required && props.path.length > 0 && (
        <button type="button" onClick={() => set(undefined)}>
          {fillMessage(messages.remove, { name })}
        </button>
      )}
    </fieldset>
  );
}

type Found = FieldProps & { readonly found: JsonObject };

function Label({ form, name, required, found }: Found): ReactNode {
  const { messages } = form;
  return (
    <>
      <code>{name}</code>
      {typeof found['label'] === 'string' && <small dir="auto">{found['label']}</small>}
      {required && <small className="prop-required">{messages.required}</small>}
      {found['deprecated'] === true && <small>{messages.deprecated}</small>}
    </>
  );
}

/** Says what is wrong with a value. */
function Problem({ form, path, required, value, id }: FieldProps & { readonly id?: string }) {
  const problem = problemOf(form, { path, required, value });
  return problem === undefined ? null : (
    <p id={id} className="try-problem">
      {problem}
    </p>
  );
}

function problemOf(
  { problems, messages }: FormContext,
  { path, required, value }: Pick<FieldProps, 'path' | 'required' | 'value'>,
): string | undefined {
  return required && value === undefined ? messages.isRequired : problems.get(pathKey(path));
}

function Input({ note, ...props }: Found): ReactNode {
  const { form, name, path, value, required, set, found } = props;
  const { messages } = form;
  const id = useId();
  const problem = problemOf(form, props);
  const words = note ?? found['description'];
  const described = [problem && `${id}p`, words && `${id}n`].filter(Boolean).join(' ');
  const common = {
    id,
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': described || undefined,
    'aria-required': required || undefined,
  };
  const allowed = found['const'] === undefined ? listOf(found['enum']) : [found['const']];
  const choices = allowed.length > 0 ? allowed : found['type'] === 'boolean' ? [true, false] : [];
  return (
    <div className="try-field">
      <label htmlFor={id}>
        <Label {...props} />
      </label>
      {choices.length > 0 ? (
        <Choice {...{ common, choices, value, required, set }} empty={messages.notSent} />
      ) : found['format'] === 'binary' && form.chooseFile !== undefined ? (
        <input
          {...common}
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            form.chooseFile?.(path, file);
            set(file?.name);
          }}
        />
      ) : found['type'] === undefined ? (
        <JsonText {...{ common, value, set }} />
      ) : (
        <Text {...{ common, value, set, found, name }} />
      )}
      {words !== undefined && (
        <p id={`${id}n`} className="try-note">
          {String(words)}
        </p>
      )}
      <Problem {...props} id={`${id}p`} />
    </div>
  );
}

function Properties({ form, found, value, path, set }: Found): ReactNode {
  const { messages } = form;
  const object = isObject(value) ? value : {};
  const { properties, additionalProperties: rest } = found;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const required = stringsOf(found['required']);
  const change = (name: string, inner: JsonValue | undefined): void => {
    const { [name]: _, ...others } = object;
    set(inner === undefined ? others : { ...object, [name]: inner });
  };
  const field = (name: string): ReactNode => (
    <Field
      key={name}
      form={form}
      name={name}
      schema={isObject(properties) ? properties[name] : undefined}
      path={[...path, name]}
      value={object[name]}
      required={required.includes(name)}
      set={(inner) => change(name, inner)}
    />
  );
  const others = Object.keys(object).filter((name) => !names.includes(name));
  return (
    <>
      <Fields
        {...{ names, field, messages }}
        isFirst={(name) => required.includes(name) || name in object}
      />
      {rest !== undefined && rest !== false && (
        <>
          {others.map((name, at) => (
            <div key={names.length + at} className="try-entry">
              <label>
                <small>{messages.propertyName}</small>
                <input
                  value={name}
                  autoCapitalize="off"
                  spellCheck={false}
                  onChange={({ target }) => {
                    const entries = Object.entries(object);
                    // Keys that are already there keep their values.
                    if (target.value in object) return;
                    set(
                      Object.fromEntries(
                        entries.map(([key, inner]) => [key === name ? target.value : key, inner]),
                      ),
                    );
                  }}
                />
              </label>
              <Field
                form={form}
                name={name}
                schema={rest === true ? undefined : rest}
                path={[...path, name]}
                value={object[name]}
                required={false}
                set={(inner) => change(name, inner)}
              />
            </div>
          ))}
          <button
            type="button"
            onClick={() => {
              let name = 'key';
              for (let number = 2; name in object; number += 1) name = `key${number}`;
              change(name, rest === true ? '' : blankValue(rest, form));
            }}
          >
            {fillMessage(messages.add, { name: messages.propertyName })}
          </button>
        </>
      )}
    </>
  );
}

function List({ form, found, name, value, path, set }: Found): ReactNode {
  const { messages } = form;
  const list = Array.isArray(value) ? value : [];
  const fixed = listOf(found['prefixItems']);
  const { items, maxItems } = found;
  const schemaOf = (at: number): JsonValue | undefined => fixed[at] ?? items;
  const mayGrow =
    items !== false &&
    (items !== undefined || list.length < fixed.length) &&
    (typeof maxItems !== 'number' || list.length < maxItems);
  return (
    <>
      {list.map((item, at) => (
        // Items have no identity but their place.
        <Field
          key={`${list.length} ${at}`}
          form={form}
          name={fillMessage(messages.itemOf, { name, number: String(at + 1) })}
          schema={schemaOf(at)}
          path={[...path, at]}
          value={item}
          required={false}
          set={(inner) =>
            set(
              inner === undefined && typeof item === 'object'
                ? list.filter((_, other) => other !== at)
                : list.map((other, index) => (index === at ? (inner ?? '') : other)),
            )
          }
        />
      ))}
      <p className="try-buttons">
        {mayGrow && (
          <button
            type="button"
            onClick={() => set([...list, blankValue(schemaOf(list.length), form)])}
          >
            {fillMessage(messages.add, {
              name: fillMessage(messages.itemOf, { name, number: String(list.length + 1) }),
            })}
          </button>
        )}
        {list.length > 0 && (
          <button type="button" onClick={() => set(list.slice(0, -1))}>
            {fillMessage(messages.remove, {
              name: fillMessage(messages.itemOf, { name, number: String(list.length) }),
            })}
          </button>
        )}
      </p>
    </>
  );
}

function Union(props: Found): ReactNode {
  const { form, found, name, value, set, path } = props;
  const { messages, shared } = form;
  const [chosen, setChosen] = useState(() => variantOf(value, found, shared));
  const list = alternativesOf(found);
  const labels = listOf(found['labels']);
  const variant = schemaAt(list[chosen], shared);
  const isNested = isObject(found['properties']) && isObject(value);
  return (
    <>
      <Select
        label={<small>{fillMessage(messages.alternative, { name })}</small>}
        value={chosen}
        options={list.map((_, at) => String(labels[at] ?? at + 1))}
        choose={(index) => {
          setChosen(index);
          set(variantValue(found, index, form));
        }}
      />
      {isNested && <Properties {...props} />}
      {variant['type'] === 'object' && isObject(value) ? (
        <Properties key={chosen} {...props} found={variant} />
      ) : (
        !isNested && (
          <Field key={chosen} {...props} schema={list[chosen]} path={path} required note="" />
        )
      )}
    </>
  );
}
