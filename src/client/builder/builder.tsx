/** Builds a request from fields: every sample of the page follows its values. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { JsonValue } from '../../shared/json.ts';
import type { BuilderData } from '../../shared/request/builder-data.ts';
import {
  initialValues,
  jsonOf,
  keyOf,
  type ModelParameter,
  requestOf,
  type RequestValues,
  type ShownValue,
} from '../../shared/request/request-model.ts';
import type { Language } from '../../shared/request/languages/template.ts';
import type { SampleRequest } from '../../shared/request/sample-request.ts';
import { Access, type BuilderTools, type PartProps, Server } from './access.tsx';
import { Field, type FormContext } from './fields.tsx';
import { Fields, JsonText, Select } from './inputs.tsx';
import type { Problems } from './tools.ts';
import { NO_PROBLEMS, pathKey } from './values.ts';

/** Files by the paths of their fields. */
export type ChosenFiles = Readonly<Record<string, File>>;

export interface BuilderProps {
  readonly data: BuilderData;
  readonly start: RequestValues;
  /** Loads what is needed as soon as a value is another one than that of the example. */
  readonly loadTools: () => Promise<BuilderTools>;
  /** Shows the code of a request in a sample of the page. */
  readonly show: (id: string, code: string) => void;
  /** Keeps values for other operations of this browser tab. */
  readonly remember: (values: RequestValues, isKeeping: boolean) => void;
  /** Whether the browser tab keeps the credentials. */
  readonly isKeeping: boolean;
  /** Copies the address with values; false if the browser does not allow it. */
  readonly copyLink: (values: RequestValues) => Promise<boolean>;
  readonly close: () => void;
}

/** The form of an operation's request. */
export function Builder(props: BuilderProps): ReactNode {
  const { data, start, isKeeping, loadTools, show, remember, copyLink, close } = props;
  const [keeps, setKeeps] = useState(isKeeping);
  const { model, messages, shared } = data;
  const [values, setValues] = useState(start);
  const [files, setFiles] = useState<ChosenFiles>({});
  const [round, setRound] = useState(0);
  const [status, setStatus] = useState('');
  const [tools, setTools] = useState<BuilderTools>();
  const [languages, setLanguages] = useState<readonly Language[]>([]);
  const title = useId();
  const change = (part: Partial<RequestValues>): void => setValues({ ...values, ...part });
  const whole = { ...values, files: fileNames(files) };
  // Samples are copied to chats and reports.
  const open = { ...whole, credentials: {} };
  const shown = requestOf(model, open);
  const loadAll = (loaded: BuilderTools): Promise<void> =>
    loaded.loadLanguages().then(({ TEMPLATES }) => setLanguages([...loaded.BASIC, ...TEMPLATES]));
  const prepare = (): void => {
    if (tools !== undefined) return;
    const prepared = loadTools().then((loaded) => {
      setTools(loaded);
      setLanguages(loaded.BASIC);
      const isBasic = (id: string): boolean => loaded.BASIC.some((one) => one.id === id);
      return data.samples.every(isBasic) ? undefined : loadAll(loaded);
    });
    // Without them, the form can be filled in still.
    prepared.catch(() => undefined);
  };
  useEffect(() => {
    const isInitial = JSON.stringify(values) === JSON.stringify(initialValues(model));
    if (!isInitial || data.console !== undefined) prepare();
    for (const { id, write } of languages) if (data.samples.includes(id)) show(id, write(shown));
    if (tools !== undefined)
      for (const [id, template] of Object.entries(data.templates))
        show(id, tools.fillTemplate(template, { model, values: open, request: shown }).code);
    remember(values, keeps);
  });
  const groups = PLACES.map(([place, label]) => ({
    label: messages[label],
    parameters: model.parameters.filter((parameter) => parameter.in === place),
  }));
  const form = { shared, messages, problems: NO_PROBLEMS };
  const check: Check = (value, schema) =>
    value === undefined ? NO_PROBLEMS : (tools?.problemsOf(value, schema, data) ?? NO_PROBLEMS);
  return (
    <section className="try-panel" aria-labelledby={title} key={round}>
      <h3 id={title}>{messages.builder}</h3>
      <form onSubmit={(event) => event.preventDefault()} onFocus={prepare}>
        <Server {...{ data, values, change }} />
        <Access {...{ data, values, change, keeps, setKeeps, tools }} />
        {groups.map(({ label, parameters }) => (
          <Parameters key={label} {...{ label, parameters, values, change, form, check }} />
        ))}
        {model.bodies.length > 0 && (
          <Body
            {...{ data, values, change, form, check }}
            chooseFile={(path, file) => {
              const { [pathKey(path)]: _, ...others } = files;
              setFiles(file === undefined ? others : { ...others, [pathKey(path)]: file });
            }}
          />
        )}
        <p className="try-buttons">
          <button
            type="button"
            onClick={() =>
              void copyLink(values).then((done) =>
                setStatus(done ? messages.copied : messages.notCopied),
              )
            }
          >
            {messages.copyLink}
          </button>
          <button
            type="button"
            onClick={() => {
              setValues(initialValues(model));
              setKeeps(false);
              setFiles({});
              setRound(round + 1);
              setStatus(messages.cleared);
            }}
          >
            {messages.clear}
          </button>
          <button type="button" onClick={close}>
            {messages.close}
          </button>
        </p>
        <p role="status">{status}</p>
      </form>
      {tools && data.console !== undefined && (
        <tools.Console
          data={data}
          request={requestOf(model, whole)}
          files={byProperty(files)}
          server={model.servers[values.server]}
          judge={(value, schema) =>
            tools.firstProblem(value, schema, { messages, shared: data.console?.shared ?? [] })
          }
        />
      )}
      {tools && (
        <OtherSamples {...{ data, languages }} request={shown} loadAll={() => loadAll(tools)} />
      )}
    </section>
  );
}

const PLACES = [
  ['path', 'pathParameters'],
  ['query', 'queryParameters'],
  ['querystring', 'queryString'],
  ['header', 'headerParameters'],
  ['cookie', 'cookieParameters'],
] as const;

/** Chosen files by the property that they are for. */
function byProperty(files: ChosenFiles): Readonly<Record<string, readonly File[]>> {
  const all: Record<string, readonly File[]> = {};
  for (const [path, file] of Object.entries(files)) {
    const [first = '']: readonly JsonValue[] = JSON.parse(path);
    all[String(first)] = [...(all[String(first)] ?? []), file];
  }
  return all;
}

function fileNames(files: ChosenFiles): RequestValues['files'] {
  const all = Object.entries(byProperty(files));
  return Object.fromEntries(all.map(([name, list]) => [name, list.map((file) => file.name)]));
}

type Check = (value: JsonValue | undefined, schema: JsonValue) => Problems;

function Parameters({
  label,
  parameters,
  values,
  change,
  form,
  check,
}: Omit<PartProps, 'data'> & {
  readonly check: Check;
  readonly label: string;
  readonly parameters: readonly ModelParameter[];
  readonly form: FormContext;
}): ReactNode {
  if (parameters.length === 0) return null;
  const byKey = new Map(parameters.map((one) => [keyOf(one), one]));
  const field = (key: string): ReactNode => {
    const parameter = byKey.get(key);
    if (parameter === undefined) return null;
    const { [key]: given = null, ...others } = values.parameters;
    const isText = given !== null && 'text' in given;
    const schema = isText ? { type: 'string' } : (parameter.schema ?? { type: 'string' });
    const value = given === null ? undefined : 'text' in given ? given.text : given.json;
    const set = (inner: JsonValue | undefined): void => {
      const shown: ShownValue | null =
        inner === undefined ? null : isText ? { text: String(inner) } : { json: inner };
      const isSent = shown !== null || parameter.required;
      change({ parameters: isSent ? { ...others, [key]: shown } : others });
    };
    const problems = check(value, schema);
    const { name, required, note } = parameter;
    return (
      <Field
        key={key}
        {...{ name, required, note, schema, value, set }}
        form={{ ...form, problems }}
        path={[]}
      />
    );
  };
  return (
    <fieldset>
      <legend>{label}</legend>
      <Fields
        names={[...byKey.keys()]}
        isFirst={(key) => byKey.get(key)?.required === true || key in values.parameters}
        {...{ field, messages: form.messages }}
      />
    </fieldset>
  );
}

/** The choice of a media type, and the body as fields or as text. */
function Body({
  data,
  values,
  change,
  form,
  check,
  chooseFile,
}: PartProps & {
  readonly check: Check;
  readonly form: FormContext;
  readonly chooseFile: NonNullable<FormContext['chooseFile']>;
}): ReactNode {
  const { model, messages } = data;
  const { media, body } = values;
  const chosen = media === undefined ? undefined : model.bodies[media];
  const hasFields = chosen?.schema !== undefined && (body === undefined || 'json' in body);
  const [isText, setText] = useState(!hasFields);
  const id = useId();
  const value = jsonOf(body);
  const set = (inner: JsonValue | undefined): void =>
    change({ body: inner === undefined ? undefined : { json: inner } });
  const schema = chosen?.schema ?? true;
  const problems = check(value, schema);
  const problem = problems.values().next().value;
  const choices = model.bodies.map(({ type }) => type);
  const isPlain = chosen?.kind === 'text' || (body !== undefined && 'text' in body);
  return (
    <fieldset>
      <legend>{messages.body}</legend>
      {(choices.length > 1 || !model.needsBody) && (
        <Select
          label={messages.mediaType}
          value={media ?? choices.length}
          options={model.needsBody ? choices : [...choices, messages.noBody]}
          choose={(index) => {
            const next = model.bodies[index];
            setText(next?.schema === undefined);
            change({ media: next === undefined ? undefined : index, body: next?.example });
          }}
        />
      )}
      {chosen?.schema !== undefined && chosen.kind !== 'file' && (
        <p className="try-buttons">
          {([false, true] as const).map((text) => (
            <button
              key={String(text)}
              type="button"
              aria-pressed={isText === text}
              disabled={!text && isPlain}
              onClick={() => setText(text)}
            >
              {text ? messages.asText : messages.asForm}
            </button>
          ))}
        </p>
      )}
      {chosen === undefined ? null : chosen.kind === 'file' ? (
        <Field
          form={{ ...form, chooseFile }}
          name={chosen.type}
          schema={{ type: 'string', format: 'binary' }}
          path={['']}
          value={value ?? ''}
          required={model.needsBody}
          set={set}
        />
      ) : isText ? (
        <div className="try-field">
          <label htmlFor={id}>{messages.body}</label>
          {isPlain ? (
            <textarea
              id={id}
              rows={10}
              spellCheck={false}
              value={String(value ?? '')}
              onChange={({ target }) => change({ body: { text: target.value } })}
            />
          ) : (
            <JsonText
              key={media}
              common={{
                id,
                'aria-invalid': problem === undefined ? undefined : true,
                'aria-describedby': problem && `${id}p`,
              }}
              rows={10}
              value={value}
              set={set}
            />
          )}
          {problem !== undefined && (
            <ul id={`${id}p`} className="try-problem">
              {[...problems].map(([at, words]) => (
                <li key={at}>
                  <code>{JSON.parse(at).join('.')}</code> {words}
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : (
        <Field
          key={media}
          form={{ ...form, problems, chooseFile }}
          name={messages.body}
          schema={schema}
          path={[]}
          value={value}
          required={model.needsBody}
          set={set}
        />
      )}
    </fieldset>
  );
}

/** The request in a language that the page does not show: most are loaded when a reader asks for them. */
function OtherSamples({
  data: { samples, messages },
  request,
  languages,
  loadAll,
}: {
  readonly data: BuilderData;
  readonly request: SampleRequest;
  readonly languages: readonly Language[];
  readonly loadAll: () => Promise<void>;
}): ReactNode {
  const [chosen, choose] = useState(0);
  const others = languages.filter(({ id }) => !samples.includes(id));
  const language = others[chosen];
  return (
    <details onToggle={() => void loadAll().catch(() => undefined)}>
      <summary>{messages.otherSamples}</summary>
      {language && (
        <>
          <Select
            label={messages.otherSamples}
            value={chosen}
            options={others.map(({ label }) => label)}
            choose={choose}
          />
          <pre role="region" tabIndex={0} aria-label={language.label}>
            <code>{language.write(request)}</code>
          </pre>
        </>
      )}
    </details>
  );
}
