import { describe, expect, it } from 'vitest';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import { loadApis } from '../../../src/openapi/load-descriptions.ts';
import { createChecker } from '../../../src/samples/check-samples.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { resolveSite } from '../../support/resolve-config.ts';
import { site } from '../../support/site.ts';

const description = (security: string): string => `openapi: 3.1.0
info: { title: Keys, version: '1' }
servers: [{ url: 'https://api.keys.example' }]
${security}
paths:
  /v1/keys:
    get:
      parameters:
        - { name: page, in: query, schema: { type: integer } }
        - { name: limit, in: query, schema: { type: integer } }
      responses: { '200': { description: ok } }
    post:
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string }, data: { type: object } } } } }
      responses: { '200': { description: ok } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
`;

const { dir } = site({
  'hosted.yaml': description('security: [{ token: [] }]'),
  'own.yaml': description(''),
});
const config = resolveSite(
  { openapi: ['hosted', 'own'].map((id) => ({ id, routeBase: `/${id}`, spec: `${id}.yaml` })) },
  { siteDir: dir },
);
const { apis } = loadApis(config, { plain: ({ text }) => text, isIgnored: () => false });

/** The findings of a page with one code block: line of the page, code, message. */
function findings(
  language: string,
  code: string,
  { of = apis, hosts = [] }: { readonly of?: typeof apis; readonly hosts?: readonly string[] } = {},
): readonly string[] {
  const doc = createDocParser(config.markdown).parse(
    toFilePath('a.md'),
    `\`\`\`${language}\n${code}\n\`\`\`\n`,
  );
  return createChecker(of, { hosts })
    .check(doc.samples)
    .diagnostics.map(({ location, code: name, message }) => `${location?.line} ${name} ${message}`);
}

describe('a request that operations of several APIs fit', () => {
  const request = 'curl https://api.keys.example/v1/keys';

  it('is right if it agrees with one of them', () => {
    expect(findings('bash', request)).toEqual([]);
    expect(findings('bash', request, { of: apis.slice(0, 1) })).toEqual([
      expect.stringContaining('2 sample-auth GET /v1/keys needs'),
    ]);
  });
});

describe('a block with a request line', () => {
  it('names an operation if nothing else is in it', () => {
    expect(findings('http', 'POST https://api.keys.example/v1/keys')).toEqual([]);
    expect(findings('bash', 'POST /v1/keys')).toEqual([]);
    expect(findings('bash', 'POST /v1/key')).toEqual([
      '2 sample-operation the API has no path /v1/key',
    ]);
  });

  it('has its body after an empty line, or at once', () => {
    const wrong = [expect.stringContaining('sample-required the body lacks')];
    expect(findings('bash', 'POST /v1/keys\n{ "data": {} }')).toEqual(wrong);
    expect(findings('bash', 'POST /v1/keys HTTP/1.1\n\n{ "data": {} }')).toEqual(wrong);
  });
});

describe('the address of a command', () => {
  it('needs quotes for an "&"', () => {
    const address = 'https://api.keys.example/v1/keys?page=1&limit=9&x=1';
    expect(findings('bash', `curl ${address} -H 'Accept: text/plain'`)).toEqual([
      '2 sample-syntax the shell ends the command at this &',
      expect.stringContaining('no query parameter "x"'),
    ]);
    expect(findings('bash', 'curl https://api.keys.example/v1/keys?page=1 &')).toEqual([]);
  });
});

describe('a line that goes on', () => {
  it('has nothing after its backslash', () => {
    const code = "curl https://api.keys.example/v1/keys \\ \n  -H 'Accept: text/plain'";
    expect(findings('bash', code)).toEqual([
      '2 sample-syntax a space follows the \\, so that the command ends here',
    ]);
  });
});

describe('a path', () => {
  it('may end with an address as its value', () => {
    const { dir: folder } = site({
      'a.yaml':
        "openapi: 3.0.0\ninfo: { title: A, version: '1' }\nservers: [{ url: 'https://q.example' }]\npaths: { '/publish/{to}': { post: { parameters: [{ name: to, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok } } } } }",
    });
    const own = resolveSite({ openapi: [{ spec: 'a.yaml' }] }, { siteDir: folder });
    const read = loadApis(own, { plain: ({ text }) => text, isIgnored: () => false });
    const request = 'curl -X POST https://q.example/publish/https://a.example/b/c';
    expect(findings('bash', request, { of: read.apis })).toEqual([]);
  });

  it('may be below any other if the description names no server', () => {
    const { dir: folder } = site({
      'a.yaml':
        "openapi: 3.0.0\ninfo: { title: A, version: '1' }\npaths: { /meta: { get: { responses: { '200': { description: ok } } } } }",
    });
    const own = resolveSite({ openapi: [{ spec: 'a.yaml' }] }, { siteDir: folder });
    const read = loadApis(own, { plain: ({ text }) => text, isIgnored: () => false });
    const of = (address: string): readonly string[] =>
      findings('bash', `curl ${address}`, { of: read.apis, hosts: ['http://localhost:8080'] });
    expect(of('http://localhost:8080/v1/meta')).toEqual([]);
    expect(of('http://localhost:8080/v1/mota')).toEqual([
      expect.stringContaining('sample-operation'),
    ]);
  });
});

describe('the code of a request', () => {
  const call = "fetch('https://api.keys.example/v1/keys')";

  it('has brackets that fit', () => {
    expect(findings('js', `app.get('/', async () => {\n  await ${call};\n);`)).toEqual([
      '4 sample-syntax ")" closes the "{" of line 1',
    ]);
    expect(findings('ts', `const f = async (): Promise<void> => {\n  await ${call};`)).toEqual([
      '2 sample-syntax "{" is opened here and never closed',
    ]);
    expect(findings('ts', `const f = async (): Promise<void> => {\n  await ${call};\n}`)).toEqual(
      [],
    );
  });

  it('may be a part of more, and may have brackets in texts and regular expressions', () => {
    expect(findings('js', `  await ${call};\n});`)).toEqual([]);
    expect(findings('js', `if (ok) {\n  await ${call};\n  // ...`)).toEqual([]);
    expect(findings('jsx', `const f = () => { ${call}; return <p>It's (</p>; };`)).toEqual([]);
    expect(findings('js', `const f = () => { ${call}.then((a) => a.match(/[(]/)); };`)).toEqual([]);
  });

  it('shows all headers if it shows options', () => {
    const hosted = { of: apis.slice(0, 1) };
    const get = "fetch('https://api.keys.example/v1/keys'";
    expect(findings('js', `${get})`, hosted)).toEqual([]);
    expect(findings('js', `${get}, options)`, hosted)).toEqual([]);
    expect(findings('js', `${get}, { method: 'GET' })`, hosted)).toEqual([
      expect.stringContaining('sample-auth'),
    ]);
  });

  it('is not looked at if the request is to another API', () => {
    expect(findings('js', "f(() => { fetch('https://other.example/v1/keys'); )")).toEqual([]);
  });

  it('has straight quotes', () => {
    const python = 'requests.get("https://api.keys.example/v1/keys")\nopen(“out.wav”)';
    expect(findings('python', python)).toEqual(['3 sample-syntax “ is no quote of the language']);
    expect(findings('bash', 'curl “https://api.keys.example/v1/keys”')).toEqual([
      '2 sample-syntax “ is no quote of a shell',
    ]);
  });
});

describe('a value', () => {
  it('in braces is a placeholder, but JSON in a text is not', () => {
    const body = (data: string): string =>
      `curl https://api.keys.example/v1/keys -d '{"name":"a","data":${data}}'`;
    expect(findings('bash', body('"{data}"'))).toEqual([]);
    expect(findings('bash', body(String.raw`"{\"a\": 1}"`))).toEqual([
      expect.stringContaining('sample-body "/data" in the body'),
    ]);
  });
});

describe('what is no code of a shell', () => {
  it('may have an apostrophe', () => {
    const output = "curl https://api.keys.example/v1/keys\n\nThe request isn't authorized.";
    expect(findings('bash', output)).toEqual([]);
    expect(findings('bash', "curl 'https://api.keys.example/v1/keys")).toEqual([
      expect.stringContaining('sample-syntax the quote'),
    ]);
  });
});

describe('JSON', () => {
  it('may be shortened, but has no comma before a bracket', () => {
    expect(findings('json', '{ "a": [1, 2, ...], "b": "Text…", }')).toEqual([
      expect.stringContaining('sample-syntax the comma before "}"'),
    ]);
    expect(findings('json', '{ "a": "Text...", "b": 1 "c": 2 }')).toEqual([
      expect.stringContaining('sample-syntax a comma is missing'),
    ]);
    expect(findings('json', '{ "a": 1, ... "b" 2 }')).toEqual([]);
  });
});

describe('code that is far too deep', () => {
  it('is read without an end in the middle', () => {
    const nested = (part: string): string =>
      `fetch('https://api.keys.example/v1/key' + ${part.repeat(20_000)}`;
    for (const part of ['a + ', '{ a: ', 'f(', 'JSON.stringify(', '/*', '`${'])
      expect(() => findings('js', nested(part))).not.toThrow();
    for (const part of ["\\\\'", '"\'`', '{[(', '&a', '<<a ', "'a'", '$((', 'a=1 '])
      expect(() =>
        findings('bash', `curl 'https://api.keys.example/v1/keys?${part.repeat(20_000)}`),
      ).not.toThrow();
    const deep = `${'[\n'.repeat(300)}1${'\n]'.repeat(300)}`;
    expect(findings('json', deep)).toEqual([]);
  });
});
