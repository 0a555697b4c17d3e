/** Kinds of changes of an API: what they say, and how bad they are for its clients. */

import type { RemovedOperation } from '../openapi/past.ts';

/** `breaking`: correct clients can fail; `risky`: some will; `safe`: none should; `text`: only words differ. */
export type Level = 'breaking' | 'risky' | 'safe' | 'text';
export const LEVELS = ['breaking', 'risky', 'safe', 'text'] as const satisfies readonly Level[];

/** Where a part is: in what clients send, or in what they get. */
export type Direction = 'request' | 'response';

interface Rule {
  readonly request: Level;
  readonly response: Level;
  /** `{name}`, `{before}` and `{after}` are filled in. */
  readonly message: string;
}

const rule = (request: Level, response: Level, message: string): Rule => ({
  request,
  response,
  message,
});
const breaking = (message: string): Rule => rule('breaking', 'breaking', message);
const risky = (message: string): Rule => rule('risky', 'risky', message);
const safe = (message: string): Rule => rule('safe', 'safe', message);
/** Narrower than before: requests that were valid no longer are. */
const narrower = (message: string): Rule => rule('breaking', 'safe', message);
/** A promise of responses is gone. */
const weaker = (message: string): Rule => rule('safe', 'breaking', message);
/** Responses may be what they never were. */
const wider = (message: string): Rule => rule('safe', 'risky', message);

export const RULES = {
  'operation-added': safe('{name} was added'),
  'operation-removed': breaking('{name} was removed'),
  'operation-removed-early': breaking('{name} was removed before its sunset on {before}'),
  'operation-retired': safe('{name}, which was deprecated, was removed'),
  'operation-moved': breaking('{before} is now {after}'),
  'operation-deprecated': safe('{name} is deprecated'),
  'operation-restored': safe('{name} is no longer deprecated'),
  'operation-id-changed': safe('the operationId of {name} changed from {before} to {after}'),
  'sunset-missing': breaking('{name} is deprecated without a sunset date'),
  'sunset-invalid': breaking('the sunset of {name} is no date: {after}'),
  'sunset-too-soon': breaking('{name} ends on {after}, sooner than the policy allows'),
  'sunset-earlier': breaking('the sunset of {name} moved from {before} to {after}'),
  'sunset-removed': breaking('the sunset of {name} on {before} was removed'),
  'stability-lowered': breaking('the stability of {name} went from {before} to {after}'),
  'stability-invalid': breaking('the stability of {name} is no level: {after}'),
  'stability-raised': safe('the stability of {name} went from {before} to {after}'),
  'server-added': safe('the server {after} was added'),
  'server-removed': risky('the server {before} was removed'),
  'security-added': breaking('requests need credentials: {after}'),
  'security-changed': breaking(
    'credentials that were enough no longer are: {before} became {after}',
  ),
  'security-widened': safe('other credentials are accepted: {before} became {after}'),
  'security-removed': safe('requests need no credentials'),
  'security-scheme-changed': breaking(
    'the security scheme {name} changed: {before} became {after}',
  ),
  'parameter-added': safe('{name} was added'),
  'parameter-required-added': breaking('{name} was added and is required'),
  'parameter-removed': risky('{name} was removed'),
  'parameter-removed-early': breaking('{name} was removed before its sunset on {before}'),
  'parameter-retired': safe('{name}, which was deprecated, was removed'),
  'parameter-now-required': narrower('{name} is now required'),
  'parameter-now-optional': safe('{name} is now optional'),
  'parameter-default-changed': breaking('the default of {name} changed from {before} to {after}'),
  'parameter-style-changed': breaking('{name} is serialized differently: {before} became {after}'),
  'parameter-deprecated': safe('{name} is deprecated'),
  'parameter-restored': safe('{name} is no longer deprecated'),
  'body-added': safe('a request body was added'),
  'body-required-added': breaking('a request body was added and is required'),
  'body-removed': breaking('the request body was removed'),
  'body-now-required': breaking('the request body is now required'),
  'body-now-optional': safe('the request body is now optional'),
  'media-type-added': safe('the media type {name} was added'),
  'media-type-narrowed': risky('the media type {before} became {after}'),
  'media-type-removed': breaking('the media type {name} was removed'),
  'schema-added': narrower('{name} has a schema now'),
  'schema-removed': weaker('{name} has no schema any more'),
  'status-added': safe('the status {name} was added'),
  'status-removed': breaking('the status {name} was removed'),
  'error-status-removed': safe('the status {name} was removed'),
  'header-added': safe('{name} was added'),
  'header-removed': risky('{name} was removed'),
  'header-required-removed': breaking('{name}, which was always sent, was removed'),
  'header-now-optional': breaking('{name} is no longer always sent'),
  'header-now-required': safe('{name} is now always sent'),
  'property-added': safe('the property {name} was added'),
  'property-required-added': narrower('the required property {name} was added'),
  'property-removed': risky('the property {name} was removed'),
  'property-refused': breaking(
    'the property {name} was removed, and no other properties are allowed',
  ),
  'property-required-removed': rule('risky', 'breaking', 'the property {name} was removed'),
  'property-now-required': narrower('{name} is now required'),
  'property-now-optional': weaker('{name} is no longer always there'),
  'property-deprecated': safe('{name} is deprecated'),
  'property-restored': safe('{name} is no longer deprecated'),
  'read-only-changed': rule('risky', 'safe', '{name} can no longer be written'),
  'write-only-changed': rule('safe', 'risky', '{name} is no longer returned'),
  'access-widened': safe('{name} can be read and written in more cases'),
  'type-changed': breaking('the type of {name} changed from {before} to {after}'),
  'type-widened': weaker('the type of {name} is wider: {before} became {after}'),
  'type-narrowed': narrower('the type of {name} is narrower: {before} became {after}'),
  'format-added': narrower('{name} has the format {after} now'),
  'format-removed': weaker('{name} no longer has the format {before}'),
  'format-changed': breaking('the format of {name} changed from {before} to {after}'),
  'nullable-added': weaker('{name} can be null now'),
  'nullable-removed': narrower('{name} can no longer be null'),
  'enum-value-added': wider('{name} can be {after} now'),
  'enum-value-removed': narrower('{name} can no longer be {before}'),
  'enum-added': narrower('{name} is now one of {after}'),
  'enum-removed': wider('{name} can have any value, no longer only {before}'),
  'const-changed': breaking('{name} is now {after}, no longer {before}'),
  'const-added': narrower('{name} is now always {after}'),
  'const-removed': weaker('{name} is no longer always {before}'),
  'limit-added': narrower('{name} has a limit now: {after}'),
  'limit-tightened': narrower('a limit of {name} is tighter: {before} became {after}'),
  'limit-loosened': wider('a limit of {name} is looser: {before} became {after}'),
  'limit-removed': wider('{name} no longer has a limit: {before}'),
  'pattern-added': narrower('{name} has a pattern now: {after}'),
  'pattern-changed': risky('the pattern of {name} changed from {before} to {after}'),
  'pattern-removed': wider('{name} no longer has the pattern {before}'),
  'default-changed': rule(
    'risky',
    'safe',
    'the default of {name} changed from {before} to {after}',
  ),
  'variant-added': weaker('{name} has a further alternative: {after}'),
  'option-added': wider('{name} has a further alternative: {after}'),
  'variant-removed': narrower('{name} no longer has the alternative {before}'),
  'discriminator-changed': risky('the discriminator of {name} changed from {before} to {after}'),
  'properties-closed': narrower('{name} allows no other properties any more'),
  'properties-opened': wider('{name} allows other properties now'),
  'constraint-added': narrower('{name} has a further rule: {after}'),
  'constraint-changed': breaking('a rule of {name} changed: {before} became {after}'),
  'constraint-removed': weaker('{name} has lost a rule: {before}'),
  'text-changed': rule('text', 'text', 'the text of {name} changed'),
} as const satisfies Readonly<Record<string, Rule>>;

export type ChangeCode = keyof typeof RULES;

/** A change of an API, for all operations that it concerns. */
export interface Change {
  readonly code: ChangeCode;
  readonly level: Level;
  /** Each as `GET /path`; the name of a webhook. */
  readonly operations: readonly string[];
  /** The only operation. */
  readonly operation?: string;
  /** The file of the pointer, and whether it is of the earlier state, for what is gone. */
  readonly file: string;
  readonly isGone?: true;
  readonly pointer: string;
  readonly direction: Direction | 'both';
  /** Its subject, as in the message. */
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
  /** A removed operation, as it was. */
  readonly last?: RemovedOperation;
}

/** Says in words what a change is. */
export function messageOf({ code, name, before = '', after = '' }: Change): string {
  const values: Readonly<Record<string, string>> = { name, before, after };
  return RULES[code].message.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
}

/** The severer of two levels. */
export function severer(a: Level, b: Level): Level {
  return LEVELS.indexOf(a) <= LEVELS.indexOf(b) ? a : b;
}
