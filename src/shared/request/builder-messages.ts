/** Of the builder of requests; with messages of the API reference, they are a file that it loads. */
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
  mustBe: 'must be one of: {value}',
  mustHaveType: 'must be of the type: {value}',
  notAllowed: 'is not allowed here',
  lacks: 'lacks required properties: {value}',
  noneFits: 'fits none of the alternatives',
  otherSamples: 'In another language',
  signIn: 'Sign in',
  signingIn: 'Go on in the other window…',
  signedIn: 'Signed in.',
  closePage: 'Go on in the documentation: this page can be closed.',
  notSignedIn: 'Not signed in: {problem}',
  send: 'Send request',
  sendAgain: 'It changes production: press again to send',
  sending: 'Waiting for the answer…',
  stop: 'Stop',
  stopped: 'Stopped. The request may have been carried out.',
  late: 'No answer for {seconds} seconds.',
  fillIn: 'Fill in first: {name}',
  answered: 'in {time} ms, {size} bytes.',
  fits: 'The body is as described.',
  differs: 'The body is not as described: {problem}',
  undescribed: 'The description does not name this status.',
  redirected: 'The API answered with a redirect, which is not followed.',
  unreadable:
    'The browser cannot read the answer: the API does not answer, or does not allow this page to read it. For that, it has to send {header}. The request may have been carried out.',
  corsOff: 'This API does not let pages read its answers: use the cURL sample.',
  download: 'Download',
  rememberKeys: 'Keep credentials until this tab is closed',
  copyAll: 'Copy cURL with credentials',
  copiedAll: 'Copied, with credentials.',
} as const;

/** Messages of the API reference that the builder shows too, by what they are about. */
const PLACES = ['pathParameters', 'queryParameters', 'queryString', 'headerParameters'] as const;
const SERVERS = ['server', 'serverVariable', 'authentication', 'noAuthentication'] as const;
const BODIES = ['body', 'noBody', 'mediaType', 'headers', 'responseStatus'] as const;
const FACTS = ['cookieParameters', 'required', 'deprecated', 'range', 'multipleOf'] as const;
const LENGTHS = ['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'] as const;
const COUNTS = ['uniqueItems', 'minProperties', 'maxProperties'] as const;
const SHARED = [...PLACES, ...SERVERS, ...BODIES, ...FACTS, ...LENGTHS, ...COUNTS] as const;

export type BuilderMessages = Readonly<
  Record<keyof typeof builderMessages | (typeof SHARED)[number], string>
>;

/** Drops the messages that the builder does not show. */
export function shownMessages(messages: BuilderMessages): Readonly<Record<string, string>> {
  const names = new Set<string>([...Object.keys(builderMessages), ...SHARED]);
  return Object.fromEntries(Object.entries(messages).filter(([name]) => names.has(name)));
}
