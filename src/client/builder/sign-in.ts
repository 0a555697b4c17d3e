/** Signs readers in: OAuth 2 authorization code with PKCE (RFC 7636), for clients without a secret. */
import { asObject, type JsonValue } from '../../shared/json.ts';
import { type ConsoleData, SIGN_IN_CHANNEL } from '../../shared/request/builder-data.ts';
import type { ModelCredential } from '../../shared/request/request-model.ts';

type Client = NonNullable<ConsoleData['client']> & NonNullable<ModelCredential['flow']>;

/** Opens the page of the authorization server, and returns the access token that it gives. */
export async function signIn(
  { id, redirect, authorize, token, scopes }: Client,
  signal: AbortSignal,
): Promise<string> {
  const [state, verifier] = [randomText(), randomText()];
  const bytes = new TextEncoder().encode(verifier);
  const challenge = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const own = { client_id: id, redirect_uri: new URL(redirect, location.href).href };
  const page = new URL(authorize);
  const asked = {
    response_type: 'code',
    ...own,
    scope: scopes,
    state,
    code_challenge: base64Url(challenge),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked))
    if (value !== '') page.searchParams.set(name, value);
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  try {
    const answered = new Promise<URLSearchParams>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error(String(signal.reason))));
      channel.addEventListener('message', ({ data }) => {
        const answer = new URLSearchParams(String(data));
        // The answer to another window, or to a request that someone else has made.
        if (answer.get('state') === state) resolve(answer);
      });
    });
    // Without an opener, that page cannot lead this one elsewhere.
    window.open(page, '_blank', 'noopener');
    const answer = await answered;
    const code = answer.get('code');
    if (code === null) throw new Error(answer.get('error') ?? '?');
    const response = await fetch(token, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        ...own,
        code_verifier: verifier,
      }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal,
    });
    const body: JsonValue = await response.json();
    const { access_token: access, token_type: type, error } = asObject(body) ?? {};
    if (typeof access === 'string' && /^bearer$/i.test(String(type))) return access;
    throw new Error(String(error ?? response.status));
  } finally {
    channel.close();
  }
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
