/** Targets that no browser sends for a page, with the status that is right for each. */
export const HOSTILE_TARGETS: readonly (readonly [target: string, status: number])[] = [
  // Other forms of a target, and addresses of other hosts.
  ['http://evil.example/', 400],
  ['http://localhost/docs/a/', 400],
  ['//evil.example/', 400],
  ['//evil.example/%2e%2e', 400],
  ['///docs/a', 400],
  ['/\\evil.example/', 400],
  ['\\\\evil.example\\share', 400],
  ['*', 400],
  ['evil.example:443', 400],
  ['docs/a/', 400],
  ['?', 400],
  // Out of the folder.
  ['/../package.json', 400],
  ['/docs/../../package.json', 400],
  ['/docs/..', 400],
  ['/./docs/a/', 400],
  ['/%2e%2e/package.json', 400],
  ['/%2E%2e/%2e%2E/etc/passwd', 400],
  ['/.%2e/package.json', 400],
  ['/..%2fpackage.json', 400],
  ['/..%2Fpackage.json', 400],
  ['/..%5cpackage.json', 400],
  ['/..%5Cpackage.json', 400],
  ['/..\\package.json', 400],
  ['/docs%2fa/', 400],
  ['/docs/..;/..;/package.json', 404],
  ['/%252e%252e/package.json', 404],
  ['/..%252fpackage.json', 404],
  ['/docs/%c0%ae%c0%ae/package.json', 400],
  ['/%uff0e%uff0e/package.json', 400],
  ['/file:///etc/passwd', 404],
  ['/C:/Windows/win.ini', 404],
  ['/etc/passwd', 404],
  // Escapes and characters.
  ['/%', 400],
  ['/%2', 400],
  ['/%zz', 400],
  ['/%ff', 400],
  ['/%ed%a0%80', 400],
  ['/%00', 400],
  ['/docs/a/index.html%00.png', 400],
  ['/%0d%0aSet-Cookie:%20a=b', 400],
  ['/%7f', 400],
  ['/%c2%80', 400],
  ['/docs/\u0001', 400],
  ['/docs/\u007f', 400],
  ['/docs/\u00e9', 400],
  ['/docs/a#fragment', 400],
  // Files that are nobody's business.
  ['/.docwright-manifest.json', 404],
  ['/.docwright/journal.json', 404],
  ['/.DOCWRIGHT/journal.json', 404],
  ['/.git/config', 404],
  ['/.env', 404],
  ['/%2eenv', 404],
  ['/docs/.env', 404],
  ['/docs/.well-known/x', 404],
  ['/.well-known/.env', 404],
  ['/package.json', 404],
  ['/site.config.ts', 404],
  // Spellings of what is there.
  ['/docs//a/', 404],
  ['/docs/a//', 404],
  ['/docs/a/index.html/', 404],
  ['/index.html/', 404],
  ['/docs/a/index.html::$DATA', 404],
  ['/docs/a/index.html.', 404],
  ['/docs/a/index.html%20', 404],
  ['/__proto__', 404],
  ['/constructor', 404],
  ['/docs/constructor.constructor', 404],
  // Size.
  [`/${'a'.repeat(8191)}`, 404],
  [`/${'a'.repeat(8192)}`, 414],
  [`/?${'a'.repeat(9000)}`, 414],
  [`/${'%61'.repeat(3000)}`, 414],
  [`/${'a/'.repeat(4000)}`, 404],
  [`/${'a'.repeat(100_000)}`, 431],
];

/** Requests that are malformed below the level of targets. */
export const HOSTILE_BYTES: readonly (readonly [name: string, bytes: string, status: number])[] = [
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['binary', '\u0000\u0001\u0002\u0003\r\n\r\n', 400],
  ['a TLS hello', '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1\u0003\u0003', 400],
  ['HTTP/1.1 without Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['HTTP/1.0 without Host', 'GET / HTTP/1.0\r\n\r\n', 400],
  ['HTTP/0.9', 'GET /\r\n\r\n', 400],
  ['HTTP/9.9', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n', 400],
  [
    'two hosts',
    'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    400,
  ],
  ['a space in the target', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['a tab in the target', 'GET /a\tb HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['a zero byte in the target', 'GET /a\u0000b HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nnonsense\r\n\r\n', 400],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n', 400],
  [
    'two lengths',
    'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  [
    'length and chunks',
    'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  [
    'an expectation',
    'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: magic\r\nConnection: close\r\n\r\n',
    417,
  ],
  [
    'an upgrade',
    'GET /nowhere.png HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n',
    404,
  ],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
];

/** Headers of requests that pages of other origins make to load something, for a server at a port. */
export function foreignRequests(port: number): readonly Readonly<Record<string, string>>[] {
  return [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: `http://localhost:${port + 1}` },
    { Origin: `http://localhost:${port}.evil.example` },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
  ];
}

/** Headers of requests that readers and the served pages make. */
export function ownRequests(port: number): readonly Readonly<Record<string, string>>[] {
  return [
    {},
    { Origin: `http://localhost:${port}` },
    { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
    // A click on a link of another site.
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
  ];
}
