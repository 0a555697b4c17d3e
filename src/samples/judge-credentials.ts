/** Compares the credentials of samples with those that operations need. */
import type { SecurityScheme } from '../openapi/model/api-model.ts';
import type { Match } from './find-operation.ts';
import {
  DYNAMIC,
  type Field,
  isPlaceholder,
  type SampleFinding,
  type SampleRequest,
} from './sample.ts';

/** Compares the credentials of a request with the alternatives of its operation. */
export function judgeCredentials(
  request: SampleRequest,
  { api, operation }: Match,
): readonly SampleFinding[] {
  const { security } = operation;
  const { headers, url, query } = request;
  if (security.length === 0 || security.some(({ length }) => length === 0)) return [];
  if (
    headers.some(({ name, text }) => name.includes(DYNAMIC) || text === DYNAMIC) ||
    query === undefined
  )
    return [];
  const schemes = api.model.securitySchemes;
  const header = (name: string): Field | undefined =>
    headers.find((field) => field.name.toLowerCase() === name.toLowerCase());
  const isSent = (scheme: SecurityScheme | undefined): boolean => {
    if (scheme?.type === 'apiKey') {
      if (scheme.in === 'header') return header(scheme.parameter) !== undefined;
      if (scheme.in === 'query')
        return (
          new RegExp(`[?&]${scheme.parameter.replace(/\W/g, '\\$&')}=`).test(url.text) ||
          query.some(({ name }) => name === scheme.parameter)
        );
      return true;
    }
    if (scheme?.type !== 'http' && scheme?.type !== 'oauth2' && scheme?.type !== 'openIdConnect')
      return true;
    const kind = scheme.type === 'http' ? scheme.scheme.toLowerCase() : 'bearer';
    const text = header('authorization')?.text ?? '';
    return (
      text.toLowerCase().startsWith(`${kind} `) ||
      (text !== '' && isPlaceholder(text.split(' ', 1)[0] ?? ''))
    );
  };
  if (
    security.some((alternative) => alternative.every(({ scheme }) => isSent(schemes.get(scheme))))
  )
    return [];
  const wanted = security
    .map((alternative) =>
      alternative.map(({ scheme }) => describeScheme(schemes.get(scheme))).join(' and '),
    )
    .join(', or ');
  const sent = headers.find(({ name }) => /^authorization$|key|token|auth/i.test(name));
  const name = `${operation.method} ${operation.path}`;
  if (sent !== undefined)
    return [
      {
        code: 'sample-auth',
        start: sent.start,
        end: sent.end,
        message: `${name} needs ${wanted}, but the request sends ${sent.name}${/^authorization$/i.test(sent.name) ? `: ${sent.text.split(' ', 1)[0]}` : ''}`,
        hint: 'send what it needs, with a placeholder such as YOUR_KEY for the secret',
      },
    ];
  // A cookie or a user in the address may be what it needs.
  if (!request.isWhole || header('cookie') !== undefined || /^https?:\/\/[^/]*@/.test(url.text))
    return [];
  return [
    {
      code: 'sample-auth',
      start: url.start,
      end: url.end,
      message: `${name} needs ${wanted}`,
      hint: 'add it, with a placeholder such as YOUR_KEY for the secret',
    },
  ];
}

function describeScheme(scheme: SecurityScheme | undefined): string {
  if (scheme?.type === 'apiKey')
    return scheme.in === 'header'
      ? `the header ${scheme.parameter}`
      : `the ${scheme.in} parameter ${scheme.parameter}`;
  if (scheme?.type === 'http')
    return `the header Authorization: ${scheme.scheme.charAt(0).toUpperCase()}${scheme.scheme.slice(1)} …`;
  return 'the header Authorization: Bearer …';
}
