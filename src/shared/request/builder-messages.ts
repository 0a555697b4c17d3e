import type { ApiMessages } from '../ui-messages.ts';

/** Of the builder of requests; with messages of the API reference, they are in the data that it loads. */
export const builderMessages = {
  builder: 'Build the request',
  close: 'Close',
  clear: 'Clear values',
  cleared: 'The values are those of the examples.',
  copyLink: 'Copy link with values',
  copied: 'Copied, without credentials.',
  notCopied: 'Not copied',
  credentialNote: 'Kept in memory: neither links nor samples contain it.',
  userName: 'User name',
  password: 'Password',
  optional: 'Optional: {count}',
  notSent: 'Not sent',
  add: 'Add {name}',
  remove: 'Remove {name}',
  itemOf: '{name}, item {number}',
  propertyName: 'Name of the property',
  alternative: '{name}: alternative',
  asForm: 'As a form',
  asText: 'As text',
  isRequired: 'is required',
  otherSamples: 'In another language',
  failed: 'The fields of this request could not be loaded.',
} as const;

/** Messages of the API reference that the builder shows too. */
export function sharedMessages({
  authentication,
  body,
  cookieParameters,
  deprecated,
  headerParameters,
  mediaType,
  noAuthentication,
  noBody,
  pathParameters,
  queryParameters,
  queryString,
  required,
  server,
  serverVariable,
}: ApiMessages) {
  return {
    authentication,
    body,
    cookieParameters,
    deprecated,
    headerParameters,
    mediaType,
    noAuthentication,
    noBody,
    pathParameters,
    queryParameters,
    queryString,
    required,
    server,
    serverVariable,
  };
}

export type BuilderMessages = Readonly<Record<keyof typeof builderMessages, string>> &
  Readonly<ReturnType<typeof sharedMessages>>;
