/** The server of a request, and the credentials that it needs. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { BuilderData } from '../../shared/request/builder-data.ts';
import {
  type ModelCredential,
  type RequestValues,
  serverAddress,
} from '../../shared/request/request-model.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import { Field } from './fields.tsx';
import { Select } from './inputs.tsx';
import { NO_PROBLEMS } from './values.ts';

/** The printers of samples, the validator, and what sends requests. */
export type BuilderTools = typeof import('./tools.ts') & {
  /** Loads the printers of other languages. */
  readonly loadLanguages: () => Promise<
    typeof import('../../shared/request/languages/templates.ts')
  >;
};

export interface PartProps {
  readonly data: BuilderData;
  readonly values: RequestValues;
  readonly change: (part: Partial<RequestValues>) => void;
}

/** The choice of a server, and the values of its variables. */
export function Server({ data, values, change }: PartProps): ReactNode {
  const { model, messages } = data;
  const { servers } = model;
  const { variables = [] } = servers[values.server] ?? {};
  const options = servers.map((server) => {
    const address = serverAddress(server);
    return server.description === '' ? address : `${server.description.trim()} · ${address}`;
  });
  return (
    <>
      {servers.length > 1 && (
        <Select
          label={messages.server}
          value={values.server}
          options={options}
          choose={(server) => change({ server, variables: {} })}
        />
      )}
      {variables.map(({ name, default: value, enum: allowed }) => (
        <Field
          key={`${values.server} ${name}`}
          form={{ shared: [], messages, problems: NO_PROBLEMS }}
          name={fillMessage(messages.serverVariable, { name })}
          schema={allowed.length > 0 ? { type: 'string', enum: [...allowed] } : { type: 'string' }}
          path={[name]}
          value={values.variables[name] ?? value}
          required
          set={(text) => change({ variables: { ...values.variables, [name]: String(text ?? '') } })}
        />
      ))}
    </>
  );
}

/** The choice of credentials, and the credentials. */
export function Access({
  data,
  values,
  change,
  keeps,
  setKeeps,
  tools,
}: PartProps & {
  readonly tools: BuilderTools | undefined;
  readonly keeps: boolean;
  readonly setKeeps: (keeps: boolean) => void;
}): ReactNode {
  const { model, messages } = data;
  const way = model.ways[values.way] ?? [];
  const options = model.ways.map((keys) =>
    keys.length === 0 ? messages.noAuthentication : keys.map(({ title }) => title).join(' + '),
  );
  const set = ({ scheme }: ModelCredential, text: string): void =>
    change({ credentials: { ...values.credentials, [scheme]: text } });
  const choice = options.length > 1 && (
    <Select
      label={messages.authentication}
      value={values.way}
      options={options}
      choose={(index) => change({ way: index })}
    />
  );
  // Without requests, nothing needs credentials: samples show placeholders.
  if (data.console === undefined) return choice;
  return model.ways.every((keys) => keys.length === 0) ? null : (
    <fieldset>
      <legend>{messages.authentication}</legend>
      {choice}
      {way.map((key) => (
        <Credential
          key={key.scheme}
          {...{ data, credential: key, tools }}
          value={values.credentials[key.scheme] ?? ''}
          set={(text) => set(key, text)}
        />
      ))}
      {way.length > 0 && (
        <label>
          <input
            type="checkbox"
            checked={keeps}
            onChange={({ target }) => setKeeps(target.checked)}
          />
          {messages.rememberKeys}
        </label>
      )}
    </fieldset>
  );
}

function Credential({
  data: { messages, console: settings },
  credential: { kind, title, flow },
  value,
  set,
  tools,
}: {
  readonly data: BuilderData;
  readonly tools: BuilderTools | undefined;
  readonly credential: ModelCredential;
  readonly value: string;
  readonly set: (text: string) => void;
}): ReactNode {
  const id = useId();
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const input = (label: string, text: string, edit: (text: string) => void): ReactNode => (
    <label>
      {label}
      <input
        type={kind === 'basic' && label === messages.userName ? 'text' : 'password'}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}n`}
        value={text}
        onChange={({ target }) => edit(target.value)}
      />
    </label>
  );
  const client = settings?.client;
  const [status, setStatus] = useState('');
  const running = useRef<AbortController>(undefined);
  const latest = useRef(set);
  useEffect(() => {
    latest.current = set;
  });
  useEffect(() => () => running.current?.abort(), []);
  const signIn = (
    own: Parameters<BuilderTools['signIn']>[0],
    { signIn: ask }: BuilderTools,
  ): void => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setStatus(messages.signingIn);
    ask(own, control.signal).then(
      (token) => {
        latest.current(token);
        setStatus(messages.signedIn);
      },
      ({ message: problem }: Error) => {
        if (!control.signal.aborted) setStatus(fillMessage(messages.notSignedIn, { problem }));
      },
    );
  };
  const basic = (name: string, word: string): void => {
    setUser(name);
    setPassword(word);
    // RFC 7617: UTF-8.
    const bytes = new TextEncoder().encode(`${name}:${word}`);
    set(name + word === '' ? '' : btoa(String.fromCharCode(...bytes)));
  };
  return (
    <div className="try-field">
      {kind === 'basic' ? (
        <>
          {input(messages.userName, user, (name) => basic(name, password))}
          {input(messages.password, password, (word) => basic(user, word))}
        </>
      ) : (
        input(title, value, set)
      )}
      <p id={`${id}n`} className="try-note">
        {messages.credentialNote}
      </p>
      {client && flow && tools && window.top === window && (
        <p>
          <button type="button" onClick={() => signIn({ ...client, ...flow }, tools)}>
            {messages.signIn}
          </button>{' '}
          <span role="status">{status}</span>
        </p>
      )}
    </div>
  );
}
