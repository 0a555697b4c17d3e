/** Prints the rules of a site for nginx and Caddy. */
import { type RedirectRule, redirectRules } from '../config/redirect-patterns.ts';
import { markdownLink, PREFERS_MARKDOWN } from '../shared/accept.ts';
import { ASSETS_FOLDER, decodeSafely, FILES_FOLDER, type Route } from '../shared/paths.ts';
import { WRITTEN } from './header-files.ts';
import {
  contentType,
  FILES_POLICY,
  HASHED_FILES,
  headerPolicy,
  IMMUTABLE,
  securityHeaders,
  siteLinks,
  type SiteToHost,
} from './hosting-rules.ts';
import { addTo } from '../shared/maps.ts';

/** A value of a variable for the paths that match; the last match applies. */
interface Case {
  /** Regular expression of PCRE and RE2. */
  readonly pattern: string;
  readonly value: string;
}

/** A variable, by path. */
interface Variable {
  readonly name: string;
  readonly initial: string;
  readonly cases: readonly Case[];
}

/** The parts that both servers need. */
interface ServerRules {
  /** Decoded, with slashes at both ends. */
  readonly base: string;
  readonly trailingSlash: boolean;
  readonly redirects: readonly RedirectRule[];
  readonly policy: Variable;
  readonly cache: Variable;
  readonly notFound: Variable;
  /** Headers with the same value everywhere. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** The extensions of the site's files by their type. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  /** Links for agents; undefined if the site has no Markdown versions. */
  readonly links: readonly string[] | undefined;
  /** A prefix of names, unique for the base path. */
  readonly prefix: string;
}

function serverRules(site: SiteToHost): ServerRules {
  const { config } = site;
  const base = decodeSafely(config.baseUrl) ?? config.baseUrl;
  const start = `^${escapePattern(base)}`;
  const slug = base.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '');
  const locales = config.locales.filter(({ code }) => code !== config.defaultLocale);
  const types = new Map<string, string[]>();
  for (const extension of [...new Set(['html', ...site.extensions])].sort()) {
    const type = contentType(`x.${extension}`);
    if (!/^[a-z0-9]+$/.test(extension) || type === contentType('x')) continue;
    addTo(types, type, extension);
  }
  // The pages whose policy is not that of the site, in the forms in which a page can be requested.
  const { widePages } = site;
  const routes = new Map<string, Route[]>();
  for (const { route, policies } of widePages) addTo(routes, headerPolicy(config, policies), route);
  return {
    base,
    trailingSlash: config.trailingSlash,
    redirects: redirectRules(config),
    prefix: `docs${slug}`,
    policy: {
      name: 'policy',
      initial: headerPolicy(config),
      cases: [
        ...[...routes].flatMap(([value, of]) => {
          const home = of.some((route) => route === '/') ? [`${start}(?:index\\.html)?$`] : [];
          const names = of
            .filter((route) => route !== '/')
            .map((route) => escapePattern(route.slice(1)));
          const lists = inLists(names).map(
            (list) => `${start}(?:${list})(?:\\.html|/(?:index\\.html)?)?$`,
          );
          return [...home, ...lists].map((pattern) => ({ pattern, value }));
        }),
        { pattern: `(?:${start}|${UNCLEAN})${FILES_FOLDER}`, value: FILES_POLICY },
      ],
    },
    cache: {
      name: 'cache',
      initial: 'no-cache',
      cases: HASHED_FILES.map(([folder, name]) => ({
        pattern: start + folder + name.source.replace(/^\^/, ''),
        value: IMMUTABLE,
      })),
    },
    notFound: {
      name: 'not_found',
      initial: `${base}404.html`,
      cases: locales.map(({ code }) => ({
        pattern: `${start}${escapePattern(code)}/`,
        value: `${base}${code}/404.html`,
      })),
    },
    headers: securityHeaders(config).filter(({ name }) => name !== 'Content-Security-Policy'),
    types: types,
    links: config.agents === undefined ? undefined : siteLinks(config),
  };
}

/** The start of an address such as `//` or `/a/../`: Caddy compares what the client sends, and serves what it leads to. */
const UNCLEAN = '/(?:\\.\\.?)?/(?:.*/)?';

/** Longest list of pages in a pattern: nginx reads 4,096 characters. */
const MAX_PATTERN = 3000;

function inLists(names: readonly string[]): readonly string[] {
  const lists: string[] = [];
  for (const name of names) {
    const last = lists.at(-1);
    if (last === undefined || last.length + name.length > MAX_PATTERN) lists.push(name);
    else lists[lists.length - 1] = `${last}|${name}`;
  }
  return lists;
}

/** Escapes text for a pattern. Caddy would replace what is in braces. */
function escapePattern(text: string): string {
  return text
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('{', '\\x7b')
    .replaceAll('}', '\\x7d');
}

function usage(block: string, base: string): readonly string[] {
  return [
    WRITTEN,
    base === '/'
      ? `Include it in a ${block} block whose root is the folder of the site.`
      : `Include it in a ${block} block; the folder of the site is ${base} below its root.`,
  ];
}

/** Prints directives for a `server` block of nginx. */
export function nginxRules(site: SiteToHost): string {
  const rules = serverRules(site);
  const { base, prefix, policy, cache, notFound } = rules;
  const set = ({ name, initial, cases }: Variable): readonly string[] => [
    `set $${prefix}_${name} ${quoted(initial)};`,
    ...cases.map(
      ({ pattern, value }) =>
        `if ($uri ~ ${quotedPattern(pattern)}) { set $${prefix}_${name} ${quoted(value)}; }`,
    ),
  ];
  const lines = [
    ...usage('server', base).map((line) => `# ${line}`),
    // A directive of the server may be there once; several sites below one server share it.
    base === '/'
      ? 'absolute_redirect off;'
      : '# Write `absolute_redirect off;` in the server block, so that redirects have no port.',
    ...[policy, cache, notFound].flatMap(set),
    ...rules.redirects.map(
      ({ folder, to, keepsRest }) =>
        `rewrite ${quotedPattern(`^${escapePattern(decodeSafely(folder) ?? folder)}/*(.*)$`)} ${quotedPattern(to.replaceAll('$', '%24') + (keepsRest ? '$1' : ''))} permanent;`,
    ),
    ...nginxRedirects(rules),
    ...nginxMarkdown(rules),
    ...(base === '/'
      ? []
      : [
          `location = ${quoted(base.slice(0, -1))} {`,
          '  absolute_redirect off;',
          `  return 301 ${quoted(base)};`,
          '}',
        ]),
    `location ${quoted(base)} {`,
    ...nginxLocation(rules).map((line) => `  ${line}`),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

/** Redirects the other forms of a page's address: `/x.html`, else `/x/` and `/x/index.html`. A file of the name wins. */
function nginxRedirects({ base, prefix, trailingSlash }: ServerRules): readonly string[] {
  const page = `$${prefix}_page`;
  const none = `set ${page} ${quoted(`${base}.none`)};`;
  const [other, file, own, to] = trailingSlash
    ? [OTHER_OF_FOLDER, '/index.html', '.html', '$1/']
    : [OTHER_OF_FILE, '.html', '/index.html', '$1'];
  return [
    none,
    // A named group is not escaped, unlike `$1`.
    `if ($uri ~ ${quotedPattern(`^(?<${prefix}_page>${escapePattern(base)}.+)${other}$`)}) { }`,
    `if (-f $document_root${page}${own}) { ${none} }`,
    `if (-f $document_root${page}${file}) { rewrite ${quotedPattern(`^(.*)${other}$`)} ${to} permanent; }`,
  ];
}

/** Answers with the Markdown version of a page if the client prefers it. Conditions cannot be nested: `$ask` collects them. */
function nginxMarkdown({ base, prefix, links }: ServerRules): readonly string[] {
  if (links === undefined) return [];
  const [text, ask, link, vary] = ['text', 'ask', 'link', 'vary'].map(
    (name) => `$${prefix}_${name}`,
  );
  const own = [...links, markdownLink(`${text}.md`)].map((one) => one.replaceAll('"', '\\"'));
  const assets = `^${escapePattern(base)}(?:${ASSETS_FOLDER}|${FILES_FOLDER})`;
  return [
    `set ${text} ${quoted(`${base}.none`)};`,
    `set ${ask} "";`,
    `set ${vary} Accept;`,
    `set ${link} ${quoted(links.join(', '))};`,
    `if ($uri ~ ${quotedPattern(`^(?<${prefix}_text>${escapePattern(base)}.*?[^/])(?:/|/index\\.html|\\.html)?$`)}) { }`,
    `if ($uri ~ ${quotedPattern(`^${escapePattern(base)}(?:index\\.html)?$`)}) { set ${text} ${quoted(`${base}index`)}; }`,
    `if ($uri ~ ${quotedPattern(assets)}) { set ${vary} ""; }`,
    `if (-f $document_root${text}.md) { set ${ask} 1; set ${link} "${own.join(', ')}"; }`,
    `if ($http_accept ~* ${quotedPattern(PREFERS_MARKDOWN)}) { set ${ask} "\${${prefix}_ask}2"; }`,
    `if (${ask} = 12) { rewrite ^ ${text}.md; }`,
  ];
}

/** The ends of other forms of the addresses `/x/` and `/x`. */
const OTHER_OF_FOLDER = '\\.html';
const OTHER_OF_FILE = '/(?:index\\.html)?';

function nginxLocation({ base, prefix, types, ...rules }: ServerRules): readonly string[] {
  const texts = [...types.keys()].filter((type) => type.includes('; charset='));
  const names = texts.map((type) => type.split(';')[0] ?? '').filter((name) => name !== HTML);
  const listed = (directive: string): readonly string[] =>
    names.length === 0 ? [] : [`${directive} ${names.join(' ')};`];
  const hidden = `^${escapePattern(base)}(?:\\.well-known/)?+(?:.*/)?\\.`;
  return [
    ...(base === '/' ? [] : ['absolute_redirect off;']),
    'autoindex off;',
    'index index.html;',
    `try_files $uri ${rules.trailingSlash ? '' : '$uri.html '}$uri/ =404;`,
    `error_page 404 $${prefix}_not_found;`,
    `error_page 403 =404 $${prefix}_not_found;`,
    `add_header Content-Security-Policy $${prefix}_policy always;`,
    `add_header Cache-Control $${prefix}_cache always;`,
    ...(rules.links === undefined
      ? []
      : [`add_header Vary $${prefix}_vary;`, `add_header Link $${prefix}_link;`]),
    ...rules.headers.map(({ name, value }) => `add_header ${name} ${quoted(value)} always;`),
    'types {',
    ...[...types].map(([type, extensions]) => `  ${type.split(';')[0]} ${extensions.join(' ')};`),
    '}',
    'default_type application/octet-stream;',
    'charset utf-8;',
    ...listed('charset_types'),
    'gzip on;',
    'gzip_vary on;',
    ...listed('gzip_types'),
    `location ~ ${quotedPattern(hidden)} { return 404; }`,
  ];
}

/** nginx adds charset and compression to this type without being asked. */
const HTML = 'text/html';

/** A value in which nginx replaces no variable: no address of a site has a `$`. */
function quoted(text: string): string {
  return quotedPattern(text.replaceAll('$', '%24'));
}

function quotedPattern(text: string): string {
  return `"${text.replaceAll(/\\(?=["'\\trn]|$)|"/g, '\\$&')}"`;
}

/** Prints directives for a site block of a Caddyfile. */
export function caddyRules(site: SiteToHost): string {
  const rules = serverRules(site);
  const { base, prefix } = rules;
  const all = token(`${base}*`);
  const placeholder = (name: string): string => `{${prefix}_${name}}`;
  const map = ({ name, initial, cases }: Variable): readonly string[] => [
    `map {path} ${placeholder(name)} {`,
    // The first match applies.
    ...[...cases]
      .reverse()
      .map(({ pattern, value }) => `\t${token(`~${pattern}`)} ${token(value)}`),
    `\tdefault ${token(initial)}`,
    '}',
  ];
  const matcher = (name: string, lines: readonly string[]): readonly string[] => [
    `@${prefix}_${name} {`,
    ...[`path ${all}`, ...lines].map((line) => `\t${line}`),
    '}',
  ];
  const headers = [
    { name: 'Content-Security-Policy', value: placeholder('policy') },
    { name: 'Cache-Control', value: placeholder('cache') },
    ...rules.headers,
  ];
  const types = [...rules.types].filter(([type]) => !type.startsWith(HTML));
  const lines = [
    ...usage('site', base).map((line) => `# ${line}`),
    ...[rules.policy, rules.cache, rules.notFound].flatMap(map),
    ...matcher('all', []),
    `header @${prefix}_all {`,
    ...headers.map(({ name, value }) => `\t${name} ${token(value)}`),
    '}',
    ...types.flatMap(([type, extensions], index) => [
      ...matcher(`type_${index}`, [`path_regexp ${token(`(?i)\\.(?:${extensions.join('|')})$`)}`]),
      `header @${prefix}_type_${index} Content-Type ${token(type)}`,
    ]),
    // Otherwise the type is guessed from the content.
    ...matcher('untyped', [`path_regexp ${token(`/${FILES_FOLDER}[^/.]*$`)}`]),
    `header @${prefix}_untyped Content-Type ${contentType('x')}`,
    `encode @${prefix}_all gzip`,
    ...rules.redirects.flatMap((rule, index) => caddyRedirect(`${prefix}_moved_${index}`, rule)),
    ...caddyMarkdown(rules, matcher),
    ...caddyRoutes(rules, matcher),
    ...matcher('hidden', [
      `path_regexp ${token(`^${escapePattern(base)}(?:.+/)?\\.`)}`,
      `not path ${token(`${base}.well-known/*`)}`,
    ]),
    `error @${prefix}_hidden 404`,
    ...matcher('hidden_below', [`path_regexp ${token(`^${escapePattern(base)}.+/\\.`)}`]),
    `error @${prefix}_hidden_below 404`,
    `file_server @${prefix}_all {`,
    '\tindex index.html',
    '}',
    'handle_errors {',
    ...[
      ...matcher('error', []),
      `header @${prefix}_error {`,
      `\tContent-Security-Policy ${token(rules.policy.initial)}`,
      '\tCache-Control no-cache',
      '\t-Content-Type',
      '}',
      ...matcher('missing', ['expression `{http.error.status_code} in [403, 404]`']),
      `rewrite @${prefix}_missing ${placeholder('not_found')}`,
      `file_server @${prefix}_missing`,
    ].map((line) => `\t${line}`),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

/** Redirects what is below a folder, with its query. */
function caddyRedirect(name: string, { folder, to, keepsRest }: RedirectRule): readonly string[] {
  const source = keepsRest
    ? `"~^${escapePattern(folder)}/*([^?]*)(\\?.*)?$" "${to}\${1}\${2}"`
    : `"~^[^?]*(\\?.*)?$" "${to}\${1}"`;
  return [
    `map {uri} {${name}} {`,
    `\t${source}`,
    `\tdefault ${token(to)}`,
    '}',
    `redir ${token(`${decodeSafely(folder) ?? folder}*`)} {${name}} 301`,
  ];
}

/** Answers with the Markdown version of a page if the client prefers it. */
function caddyMarkdown(
  { base, prefix, links }: ServerRules,
  matcher: (name: string, lines: readonly string[]) => readonly string[],
): readonly string[] {
  if (links === undefined) return [];
  const text = `{${prefix}_text}`;
  const name = `${prefix}_text`;
  const start = escapePattern(base);
  return [
    `map {path} ${text} {`,
    `\t${token(`~^${start}(?:index\\.html)?$`)} ${token(`${base}index`)}`,
    `\t${token(`~^(${start}.*?[^/])(?:/|/index\\.html|\\.html)?$`)} "\${1}"`,
    `\tdefault ${token(`${base}.none`)}`,
    '}',
    ...matcher('pages', [
      `not path ${token(`${base}${ASSETS_FOLDER}*`)} ${token(`${base}${FILES_FOLDER}*`)}`,
    ]),
    `header @${prefix}_pages +Vary Accept`,
    ...(links.length === 0 ? [] : [`header @${prefix}_pages Link ${caddyQuoted(links)}`]),
    ...matcher('text', [`file ${text}.md`]),
    `header @${name} Link ${caddyQuoted([...links, markdownLink(`${text}.md`)])}`,
    ...matcher('markdown', [
      `file ${text}.md`,
      `header_regexp Accept ${token(`(?i)${PREFERS_MARKDOWN}`)}`,
    ]),
    `header @${prefix}_markdown Content-Type "text/markdown; charset=utf-8"`,
    `rewrite @${prefix}_markdown ${text}.md`,
  ];
}

function caddyQuoted(links: readonly string[]): string {
  return `"${links.join(', ').replaceAll('"', '\\"')}"`;
}

/** Redirects the other forms of an address, with its query: the file server of Caddy 2.6 loses it. */
function caddyRoutes(
  { base, prefix, trailingSlash }: ServerRules,
  matcher: (name: string, lines: readonly string[]) => readonly string[],
): readonly string[] {
  const bare = base.slice(0, -1);
  const home = bare === '' ? [] : [`redir ${token(bare)} ${token(base)} 301`];
  const page = `{${prefix}_page}`;
  const map = (source: string, to: string, lines: readonly string[]): readonly string[] => [
    `map ${source} ${to} {`,
    ...lines.map((line) => `\t${line}`),
    '}',
  ];
  const slash = trailingSlash ? '/' : '';
  /** Redirects what has an end, if there is one file and not the other. */
  const redirect = (name: string, end: string, files: readonly string[]) => {
    const to = `{${prefix}_${name}}`;
    return [
      ...map('{uri}', to, [`"~^/*(/[^?]+)${end}(\\?.*)?$" "\${1}${slash}\${2}"`, 'default /']),
      ...matcher(name, files),
      `redir @${prefix}_${name} ${to} 301`,
    ];
  };
  const pages = (end: string): readonly string[] =>
    map('{path}', page, [
      `${token(`~^(${escapePattern(base)}.+)${end}$`)} "\${1}"`,
      `default ${token(`${base}.none`)}`,
    ]);
  if (trailingSlash)
    return [
      ...home,
      ...redirect('other', '', ['file {path}/index.html', 'not path */']),
      ...pages(OTHER_OF_FOLDER),
      ...redirect('html', OTHER_OF_FOLDER, [`file ${page}/index.html`, 'not file {path}']),
    ];
  return [
    ...home,
    ...pages(OTHER_OF_FILE),
    ...redirect('other', OTHER_OF_FILE, [`file ${page}.html`, `not file ${page}/index.html`]),
    ...matcher('page', ['file {path} {path}.html']),
    `rewrite @${prefix}_page {http.matchers.file.relative}`,
  ];
}

/** A token of a Caddyfile. */
function token(text: string): string {
  return /^[\w/.*~{}-]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`;
}
