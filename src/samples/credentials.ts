/** Compares the credentials of samples with those that operations need. */
import type { SecurityScheme } from '../openapi/model/api-model.ts';
import { credentialOf } from '../openapi/samples/request.ts';
import type { Match } from './find-operation.ts';
import {
  DYNAMIC,
  finding,
  headerOf,
  isPlaceholder,
  queryOf,
  type SampleFinding,
  type SampleRequest,
} from './sample.ts';

/** Where a scheme's credential is sent. */
function placeOf(scheme: SecurityScheme | undefined) {
  const other = { in: 'header', name: 'Authorization', prefix: 'Bearer ' } as const;
  return (scheme && credentialOf(scheme)) ?? other;
}

/** The text that a request sends for a scheme, if any. */
export function credentialFor(scheme: SecurityScheme, request: SampleRequest): string | undefined {
  const { in: place, name } = placeOf(scheme);
  if (place === 'header') return headerOf(request, name)?.text;
  const cookies = headerOf(request, 'cookie')?.text.split(/;\s*/) ?? [];
  const fields = [...queryOf(request.url), ...(request.query ?? [])];
  return place === 'query'
    ? fields.find((one) => one.name === name)?.text
    : cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Compares the credentials of a request with the alternatives of its operation. */
export function judgeCredentials(
  request: SampleRequest,
  { api, operation }: Match,
): readonly SampleFinding[] {
  const { security } = operation;
  const { headers, url, query, isWhole } = request;
  const isHidden = headers.some(({ name, text }) => name.includes(DYNAMIC) || text === DYNAMIC);
  if (isHidden || query === undefined) return [];
  const isSent = (scheme: SecurityScheme | undefined): boolean => {
    if (scheme === undefined || /^(?:mutualTLS|other)$/.test(scheme.type)) return true;
    const text = credentialFor(scheme, request);
    if (scheme.type === 'apiKey') return scheme.in === 'cookie' || text !== undefined;
    const [word = ''] = text?.split(' ', 1) ?? [];
    const start = placeOf(scheme).prefix.toLowerCase();
    return (word !== '' && isPlaceholder(word)) || `${text} `.toLowerCase().startsWith(start);
  };
  const schemes = api.model.securitySchemes;
  const alternatives = security.map((one) => one.map(({ scheme }) => schemes.get(scheme)));
  if (security.length === 0 || alternatives.some((one) => one.every(isSent))) return [];
  const wanted = alternatives.map((one) => one.map(describeScheme).join(' and ')).join(', or ');
  const message = `${operation.method} ${operation.path} needs ${wanted}`;
  const advice = 'with a placeholder such as YOUR_KEY for the secret';
  const sent = headers.find(({ name }) => /^authorization$|key|token|auth/i.test(name));
  if (sent !== undefined) {
    const shown = /^authorization$/i.test(sent.name) ? `: ${sent.text.split(' ', 1)[0]}` : '';
    const but = `${message}, but the request sends ${sent.name}${shown}`;
    return [finding('sample-auth', sent, [but, `send what it needs, ${advice}`])];
  }
  // A cookie or a user in the address may be what it needs.
  if (!isWhole || headerOf(request, 'cookie') || /^https?:\/\/[^/]*@/.test(url.text)) return [];
  return [finding('sample-auth', url, [message, `add it, ${advice}`])];
}

function describeScheme(scheme: SecurityScheme | undefined): string {
  const { in: place, name, prefix } = placeOf(scheme);
  if (prefix === '') return `the ${place}${place === 'header' ? '' : ' parameter'} ${name}`;
  return `the header ${name}: ${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}…`;
}
