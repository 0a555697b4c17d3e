/** Sends the request of a builder from the reader's browser, and shows the answer. */
import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isInexact, type JsonValue, parseJson } from '../../shared/json.ts';
import type { BuilderData, ConsoleData } from '../../shared/request/builder-data.ts';
import { curlSample } from '../../shared/request/languages/curl.ts';
import { mediaKind } from '../../shared/request/media-type.ts';
import type { ModelServer } from '../../shared/request/request-model.ts';
import {
  formText,
  multipartPieces,
  type SampleRequest,
} from '../../shared/request/sample-request.ts';
import { parseUrl } from '../../shared/paths.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import { showCode } from './show-code.ts';
import { showJson } from './show-json.ts';

/** Files by the property that they are for; empty for a body that is a file. */
export type SentFiles = Readonly<Record<string, readonly File[]>>;

interface ConsoleProps {
  readonly data: BuilderData;
  /** With the credentials of the reader. */
  readonly request: SampleRequest;
  readonly files: SentFiles;
  readonly server: ModelServer | undefined;
  /** Names the first mistake in the body of an answer. */
  readonly judge: (value: JsonValue, schema: JsonValue) => string | undefined;
}

interface Answer {
  readonly status: number;
  readonly time: number;
  readonly size: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly type: string;
  readonly text: string;
  /** Of a file that is not text. */
  readonly address?: string;
  readonly isWhole: boolean;
}

/** Milliseconds without an answer. */
const LATEST = 30_000;
const BINARY = 'application/octet-stream';
/** Number of characters that are shown. */
const MOST = 500_000;

/** The button that sends, and the answer. */
export function Console({ data, request, files, server, judge }: ConsoleProps): ReactNode {
  const { messages, console: settings } = data;
  const [answer, setAnswer] = useState<Answer>();
  const [status, setStatus] = useState('');
  const [isUnsure, setUnsure] = useState(false);
  const [running, setRunning] = useState<AbortController>();
  // A site around this one could lead clicks here, where the host sends no header against it.
  if (settings === undefined || window.top !== window) return null;
  const curl = curlSample(request);
  const missing = missingIn(request, settings);
  const isRefused = REFUSED.test(request.method);
  const unsent = [
    ...(isRefused ? [request.method] : []),
    ...request.headers.map(({ name }) => name).filter((name) => FORBIDDEN.test(name)),
    ...(request.body && !mayHaveBody(request) ? [messages.body] : []),
  ].join(', ');
  const send = async (): Promise<void> => {
    if (changesProduction(request, server) && !isUnsure) return setUnsure(true);
    setUnsure(false);
    if (answer?.address !== undefined) URL.revokeObjectURL(answer.address);
    setAnswer(undefined);
    if (missing !== undefined) return setStatus(fillMessage(messages.fillIn, { name: missing }));
    const control = new AbortController();
    const late = setTimeout(() => control.abort('late'), LATEST);
    setRunning(control);
    setStatus(messages.sending);
    try {
      const seen = await receive({ request, files, signal: control.signal }, (part) => {
        clearTimeout(late);
        setAnswer(part);
      });
      setStatus(seen === undefined ? messages.redirected : '');
    } catch {
      const { aborted, reason } = control.signal;
      const seconds = String(LATEST / 1000);
      setStatus(
        !aborted
          ? fillMessage(messages.unreadable, {
              header: `Access-Control-Allow-Origin: ${location.origin}`,
            })
          : reason === 'late'
            ? fillMessage(messages.late, { seconds })
            : messages.stopped,
      );
    } finally {
      clearTimeout(late);
      setRunning(undefined);
    }
  };
  return (
    <div className="try-console">
      {!settings.cors && <p>{messages.corsOff}</p>}
      {unsent !== '' && (
        <p>
          {messages.notSent}: {unsent}
        </p>
      )}
      <p className="try-buttons">
        {isRefused ? null : running === undefined ? (
          <button type="button" className="try-send" onClick={() => void send()}>
            {isUnsure ? messages.sendAgain : messages.send}
          </button>
        ) : (
          <button type="button" onClick={() => running.abort('stopped')}>
            {messages.stop}
          </button>
        )}
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(curl).then(
              () => setStatus(messages.copiedAll),
              () => setStatus(messages.notCopied),
            )
          }
        >
          {messages.copyAll}
        </button>
      </p>
      <p role="status">{status}</p>
      {answer !== undefined && <AnswerView {...{ data, settings, answer, judge }} />}
    </div>
  );
}

/** Names of headers that pages cannot set (Fetch, 2.2.2). */
const FORBIDDEN =
  /^(?:accept-(?:charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|(?:proxy|sec)-.*|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via)$/i;

/** Methods that pages cannot send (Fetch, 2.2.1). */
const REFUSED = /^(?:CONNECT|TRACE|TRACK)$/i;

function mayHaveBody({ method }: SampleRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

const SAFE = /^(?:GET|HEAD|OPTIONS|QUERY)$/;

function changesProduction({ method }: SampleRequest, server: ModelServer | undefined): boolean {
  const words = `${server?.description ?? ''} ${server?.url ?? ''}`;
  return !SAFE.test(method) && /\b(?:prod(?:uction)?|live)\b/i.test(words);
}

/** The first part of a request without a value, or a server that is none of the description. */
function missingIn(request: SampleRequest, { servers }: ConsoleData): string | undefined {
  const [, placeholder] = /(\{[^{}]*\})/.exec(request.url) ?? [];
  if (placeholder !== undefined) return placeholder;
  // The values of variables may not give an address.
  const origin = parseUrl(request.url)?.origin ?? request.url;
  if (!servers.includes(origin)) return origin;
  // The mock of `docs dev` takes placeholders.
  if (origin === location.origin) return undefined;
  return request.headers.find(({ value }) => /^\{.*\}$|\bYOUR_[A-Z\d_]+$/.test(value))?.name;
}

interface Sending {
  readonly request: SampleRequest;
  readonly files: SentFiles;
  readonly signal: AbortSignal;
}

/** Sends a request; calls `seen` with each state of the answer. Undefined for a redirect, which is not followed. */
async function receive(
  { request, files, signal }: Sending,
  seen: (answer: Answer) => void,
): Promise<Answer | undefined> {
  const start = performance.now();
  const response = await fetch(request.url, {
    method: request.method,
    headers: request.headers.map(({ name, value }): [string, string] => [name, byteText(value)]),
    body: mayHaveBody(request) ? (bodyOf(request, files) ?? null) : null,
    cache: 'no-store',
    credentials: 'omit',
    mode: 'cors',
    // Credentials in headers would be sent to the other address, too.
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    signal,
  });
  if (response.type === 'opaqueredirect') return undefined;
  const type = response.headers.get('Content-Type') ?? '';
  const isText = type === '' || mediaKind(type) !== 'binary';
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const decoder = decoderOf(type);
  let text = '';
  let size = 0;
  const state = (isWhole: boolean): Answer => ({
    status: response.status,
    time: Math.round(performance.now() - start),
    size,
    headers: [...response.headers],
    type,
    text,
    isWhole,
  });
  seen(state(false));
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (!isText) chunks.push(new Uint8Array(part.value));
    else if (text.length <= MOST) text += decoder.decode(part.value, { stream: true });
    seen(state(false));
  }
  // As a document of this site, it would run here.
  const file = isText ? undefined : new Blob(chunks, { type: BINARY });
  const whole = { ...state(true), ...(file && { address: URL.createObjectURL(file) }) };
  seen(whole);
  return whole;
}

/** Decodes the character set of a media type; UTF-8 where browsers know none. */
function decoderOf(type: string): TextDecoder {
  try {
    return new TextDecoder(/;\s*charset="?([^\s";]+)/i.exec(type)?.[1]);
  } catch {
    return new TextDecoder();
  }
}

/** A text whose characters are the bytes of another one: `fetch` takes no others in headers, and cURL sends these. */
function byteText(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

function bodyOf({ body }: SampleRequest, files: SentFiles): BodyInit | undefined {
  switch (body?.kind) {
    case undefined:
      return undefined;
    case 'json':
      return JSON.stringify(body.value);
    case 'text':
      return body.text;
    case 'form':
      return formText(body.fields);
    case 'binary':
      return files['']?.[0] ?? new Blob([]);
    case 'multipart': {
      // `FormData` makes files of texts with a media type.
      const boundary = `boundary-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
      const left = new Map(Object.entries(files).map(([name, list]) => [name, [...list]]));
      const chosen: (File | undefined)[] = [];
      const fields = body.fields.map((field) => {
        if (field.kind === 'text') return field;
        const list = left.get(field.name) ?? [];
        const at = list.findIndex(({ name }) => name === field.fileName);
        const [file] = at < 0 ? [] : list.splice(at, 1);
        chosen.push(file);
        return { ...field, contentType: field.contentType ?? (file?.type || BINARY) };
      });
      const pieces = multipartPieces(fields, boundary).map(([kind, text]) =>
        kind === 'text' ? text : (chosen.shift() ?? ''),
      );
      return new Blob(pieces, { type: `multipart/form-data; boundary=${boundary}` });
    }
  }
}

/** Levels above which most of an answer would be white space. */
const DEEPEST = 100;

/** Reads JSON; undefined for a text that is none, or that is nested too deeply or has too long numbers to be shown. */
function flatJson(text: string): JsonValue | undefined {
  const json = parseJson(text);
  let level = json === undefined ? [] : [json];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    if (level.some(isInexact)) return undefined;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return level.length === 0 ? json : undefined;
}

/** Copies what is selected in an answer, with the parts that are closed. */
function copySelection(event: ClipboardEvent<HTMLElement>): void {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  if (!event.currentTarget.contains(range.commonAncestorContainer)) return;
  event.clipboardData.setData('text/plain', range.cloneContents().textContent ?? '');
  event.preventDefault();
}

function AnswerView({
  data: { messages },
  settings,
  answer,
  judge,
}: Pick<ConsoleProps, 'data' | 'judge'> & {
  readonly settings: ConsoleData;
  readonly answer: Answer;
}): ReactNode {
  const { status, time, size, headers, type, text, address, isWhole } = answer;
  const code = useRef<HTMLElement>(null);
  const isLong = text.length > MOST;
  const json = isWhole && !isLong && mediaKind(type) === 'json' ? flatJson(text) : undefined;
  useEffect(() => {
    if (code.current === null) return;
    if (json === undefined) showCode(code.current, isLong ? `${text.slice(0, MOST)}…` : text);
    else showJson(code.current, json);
  });
  const { responses } = settings;
  const key = [String(status), `${Math.trunc(status / 100)}XX`, 'default'].find((one) =>
    Object.hasOwn(responses, one),
  );
  const schema = key === undefined ? undefined : responses[key];
  const problem = json === undefined || !schema ? undefined : judge(json, schema);
  const facts = { status: String(status), time: String(time), size: String(size) };
  return (
    <div className="try-answer">
      <p role="status">
        <strong className={`status-${Math.trunc(status / 100)}xx`}>{status}</strong>{' '}
        {fillMessage(messages.answered, facts)}{' '}
        {isWhole &&
          (key === undefined
            ? messages.undescribed
            : problem !== undefined
              ? fillMessage(messages.differs, { problem })
              : json !== undefined && schema
                ? messages.fits
                : '')}
      </p>
      <details>
        <summary>{messages.headers}</summary>
        <ul>
          {headers.map(([name, value]) => (
            <li key={name}>
              <code>
                {name}: {value}
              </code>
            </li>
          ))}
        </ul>
      </details>
      {text !== '' && (
        <pre
          role="region"
          tabIndex={0}
          onCopy={copySelection}
          aria-label={fillMessage(messages.responseStatus, { status: String(status) })}
        >
          {/* Filled by the effect. */}
          <code ref={code} />
        </pre>
      )}
      {address !== undefined && (
        <a href={address} download="answer">
          {messages.download}
        </a>
      )}
    </div>
  );
}
