/** How bad a problem is: an `error` fails `docs build`, a `warning` does not, `info` is shown on request. */
export type Severity = 'error' | 'warning' | 'info';

export interface CatalogEntry {
  readonly severity: Severity;
  /** Description on the manual's diagnostics page. */
  readonly summary: string;
  /** True if it is off unless a configuration gives it a level. */
  readonly isOff?: boolean;
  /** Why it is an error or a warning, and its findings cannot be suppressed; absent where all is possible. */
  readonly fixed?: string;
  /** True if it is always an error: nothing can be published in spite of it, or the flags of a command ask for it. */
  readonly isFinal?: true;
}

/** A level that a configuration can set. */
export type Level = 'off' | Severity;
export const LEVELS = ['off', 'info', 'warning', 'error'] as const satisfies readonly Level[];

const error = (summary: string): CatalogEntry => ({ severity: 'error', summary });
const warning = (summary: string): CatalogEntry => ({ severity: 'warning', summary });
const info = (summary: string): CatalogEntry => ({ severity: 'info', summary });
const off = (summary: string): CatalogEntry => ({ severity: 'warning', summary, isOff: true });
const fixed =
  (reason: string) =>
  (summary: string): CatalogEntry => ({ severity: 'error', summary, fixed: reason });

const final =
  (reason: string) =>
  (summary: string): CatalogEntry => ({ ...fixed(reason)(summary), isFinal: true });

const unusable = final('the site cannot be built from this configuration');
const unreadable = fixed('the file cannot be read');
const outside = fixed('the path leads out of the site');
const taken = fixed('an address can have only one page');
const noPage = final('nothing can be written');
const asked = final('--verify asks for equal builds');
const uncompared = final('--compare asks for a comparison');
const slow = fixed('a page would show less on a slow machine');
const hijack = fixed('it could replace a part of the layout');
const script = fixed('such a URL can run code in the browser of a reader');

const CONFIG = {
  'config-not-found': unusable('There is no site.config.ts (or .js, .mjs) in the site folder.'),
  'config-load': unusable('The configuration file cannot be compiled or throws while it runs.'),
  'config-missing': unusable('A required key of the configuration is missing.'),
  'config-type': unusable('A value of the configuration has the wrong type.'),
  'config-value': unusable('A value of the configuration is not allowed.'),
  'config-unknown-key': unusable('The configuration has a key that does not exist.'),
  'navbar-item': unusable('A navbar item cannot be built from its configuration.'),
} as const;

const SOURCE = {
  'file-unreadable': unreadable('A source file cannot be read.'),
  'file-encoding': unreadable('A source file is not valid UTF-8.'),
  'path-outside-root': outside('A path leads out of the folder that it has to stay in.'),
  'collection-entry': error('An entry of a collection does not fit its schema.'),
  'blog-post': warning('A post of the blog has no date, or an unknown author.'),
  'ignored-source': warning('A file next to the content looks like a page but is not read.'),
  'invalid-slug': outside('A slug is not a path.'),
  'unknown-template': warning('A file in templates/ replaces no template.'),
  'unknown-css-variable': warning('A style sheet misspells a variable of the theme.'),
  'content-policy': warning(
    'A page has markup or styles that the content security policy refuses.',
  ),
  'plugin-error': error('A plug-in throws, or returns something of the wrong type.'),
  'samples-error': error(
    'A module with samples cannot be loaded, throws, or returns something of the wrong type.',
  ),
  'social-image': warning(
    'Images of link previews are not made, or their template has an unknown placeholder.',
  ),
  'git-history': warning('The dates of pages cannot be read from git.'),
  'bundle-warning': warning('A template, page or style sheet was bundled with a warning.'),
  'duplicate-route': taken('Two sources claim the same route.'),
  'reserved-route': taken('A route would overwrite a file that the build itself writes.'),
  'output-collision': taken('Two outputs would be written to the same file.'),
  'nothing-to-build': noPage('The site has no page.'),
} as const;

const FRONTMATTER = {
  'frontmatter-unclosed': unreadable('The frontmatter opens with --- and never closes.'),
  'frontmatter-syntax': unreadable('The frontmatter is not valid YAML.'),
  'frontmatter-limit': unreadable('The frontmatter exceeds the limits for aliases, depth or size.'),
  'frontmatter-type': warning('A frontmatter value has the wrong type.'),
  'frontmatter-unknown-key': warning('The frontmatter has an unknown key.'),
  'locale-messages': error('The UI messages in i18n/<locale>/messages.yml are not valid.'),
  'old-file-name': warning('A file has a name that later versions will not read.'),
  'translated-slug': warning('A translation sets a slug, which has no effect.'),
  'misplaced-translation': warning('A translation is in another folder than its original.'),
  'lost-translation': warning('A translated page has no original.'),
  'repeated-folder': warning('A folder of translations repeats the content folder.'),
  'unknown-locale': warning('A folder of translations is of no configured locale.'),
  'empty-locale': warning('A locale has no translation.'),
  'messages-file-name': warning('A file of UI messages has a name that is not read.'),
  'unused-label': warning('The UI messages translate a label that the site does not have.'),
  'category-invalid': error('A _category_.yml file is not valid.'),
} as const;

const MARKDOWN = {
  'markdown-budget': unreadable('A Markdown file exceeds the budget of size or parser steps.'),
  'mdx-syntax': error('JSX, an expression or an import in a page cannot be read.'),
  'mdx-refused': error('The configuration refuses .mdx files.'),
  'unknown-component': warning('A component is not found; its content is shown.'),
  'component-options': warning(
    'A component or block does not have a property or option, or does not accept its value.',
  ),
  'inert-component': warning(
    'A hook or an event handler is outside of islands, so it has no effect.',
  ),
  'component-error': warning('A component or an expression throws; its content is shown.'),
  'component-limit': slow(
    'A component or an expression does not end in time, or makes a page too long.',
  ),
  'foreign-origin': warning('The security policy does not allow an origin that a page refers to.'),
  'html-dropped': warning('Raw HTML outside the allow-list was dropped.'),
  'html-unclosed': warning(
    'A raw HTML element is not closed, not opened, or not where it is written.',
  ),
  'shown-as-text': warning('Text looks like markup, but is shown as text.'),
  'foreign-syntax': warning('Syntax of another tool has no effect.'),
  'merge-conflict': error('A file has unresolved merge conflict markers.'),
  'empty-page': warning('A page has no content.'),
  'table-row': warning('A row of a table has more or fewer cells than its header.'),
  'unclosed-fence': warning('A code block is opened and never closed.'),
  'unknown-language': warning('A code block names a language that the highlighter does not know.'),
  'code-options': warning('The options after the language of a code block cannot be understood.'),
  'code-uncolored': info('A file has more code than the highlighter may spend on it.'),
  'unknown-admonition': warning('An admonition has an unknown type.'),
  'unclosed-directive': warning('A ::: block is opened and never closed.'),
  'tab-outside-tabs': error('A tab is outside a group of tabs.'),
  'tabs-content': warning('A group of tabs has content outside its tabs.'),
  'tabs-empty': warning('A group of tabs has no tab.'),
  'tab-options': error('A tab has no label, or a group of tabs has one.'),
  'duplicate-tab': error('Two tabs of a group have the same value.'),
  'unknown-tab': error('The default of a group of tabs is not one of its tabs.'),
  'heading-id': warning('The {#…} at the end of a heading is not an id.'),
  'duplicate-id': warning('An id is used twice on one page.'),
  'duplicate-heading-id': error('A heading has an id that is used above it on the page.'),
  'reserved-id': hijack('An id begins with dw-, as the ids of the page around the content do.'),
  'undefined-reference': warning('A reference link names a label that is not defined.'),
  'include-not-found': error('A page includes a file that does not exist.'),
  'include-region': error('A page includes a region or lines that the file does not have.'),
  'include-cycle': error('A file includes itself, or files include each other without end.'),
  'include-outside': outside('A page includes a file that it must not read.'),
  'unknown-variable': error('A page names a variable that is not defined.'),
  'bidi-control': warning('The source has a bidirectional control character.'),
} as const;

const LINKS = {
  'page-not-found': error('A link leads to a page that does not exist.'),
  'asset-not-found': error('A reference leads to a file that does not exist.'),
  'anchor-not-found': error('A link leads to an anchor that its page does not have.'),
  'case-mismatch': error('A link differs from its target only in upper and lower case.'),
  'malformed-url': error('A link is not a valid URL.'),
  'malformed-escape': error('A link has a percent escape that is not valid UTF-8.'),
  'unknown-scheme': error(
    'A link has a scheme that is neither common nor in links.schemes; its text is shown.',
  ),
  'unsafe-scheme': script('A link has a scheme that is refused.'),
  'outside-root': error('A relative link climbs out of the site.'),
  'above-site': warning(
    'A relative link leads to an address above the site, which is not checked.',
  ),
  'draft-target': error('A link leads to a draft, which is not built.'),
  'missing-base-path': error('An address in HTML lacks the base path of the site.'),
  'link-form': warning(
    'A link works only in docwright: it names a built file, or is no path of a file.',
  ),
  redirected: warning('A link leads to a redirect of the site.'),
  'redirect-broken': error('A redirect leads to something that does not exist.'),
  'redirect-loop': error('Redirects lead to each other.'),
  'empty-href': warning('A link has an empty destination.'),
  'same-origin-absolute': warning("A link names the site's own host."),
  'protocol-relative': info('A link to another host has no scheme.'),
  'repeated-scheme': warning('A link to another host has its scheme twice.'),
  'mailto-syntax': warning('A mailto: link is not valid (RFC 6068).'),
  'tel-syntax': warning('A tel: link is not valid (RFC 3966).'),
  'insecure-http': off('A link leads to an address without encryption.'),
  'localhost-link': off("A link leads to the reader's own machine."),
  'trailing-slash': warning('The final slash of a link is not as configured.'),
  'orphan-page': info('No link and no sidebar leads to a page.'),
  'nothing-checked': { ...error('No page could be read.'), isFinal: true },
  'external-broken': error('An external address does not work.'),
  'external-redirect-permanent': info('An external address has moved permanently.'),
  'external-unverified': info('An external address could not be checked.'),
  'stale-baseline': warning(
    'The baseline lists a finding that no longer occurs, or lists one twice.',
  ),
  'unused-suppression': warning('A suppression of the link check matches no finding.'),
  'invalid-suppression': warning('A comment for the link check names a rule that does not exist.'),
} as const;

const BASELINE = {
  'baseline-invalid': unreadable('The baseline of the link check cannot be read.'),
} as const;

const URLS = {
  'url-removed': error('An address in urls.lock is no longer published, and no redirect leads on.'),
  'anchor-removed': error('An anchor in urls.lock is no longer on its page.'),
  'url-not-locked': info('The site has addresses that urls.lock does not list.'),
  'urls-lock-invalid': unreadable('A line of urls.lock cannot be read.'),
} as const;

const SIDEBAR = {
  'sidebar-unknown-doc': error('A sidebar names a doc that does not exist.'),
  'sidebar-item': error('A sidebar item cannot be built from its configuration.'),
  'pagination-unknown-doc': error(
    'Frontmatter names a doc for Previous or Next that does not exist.',
  ),
} as const;

const OUTPUT = {
  'page-module': noPage('A React page has no component as its default export.'),
  'template-error': noPage('A template or React page throws while it is rendered.'),
  'bundle-error': noPage('A template, page or style sheet cannot be bundled.'),
  'output-not-ours': noPage(
    'The output folder holds files that docwright did not write, or the cache folder is a link.',
  ),
  'output-locked': noPage('Another build is writing to the output folder.'),
  'output-write': noPage('A file cannot be written.'),
  'build-differs': asked('With --verify, a second build wrote other files.'),
  'output-unfinished': warning('An interrupted publication cannot be finished.'),
  'output-name': noPage('An output has a name that some file systems do not allow.'),
} as const;

const OPENAPI = {
  'openapi-syntax': unreadable('A file of an API description is not valid YAML or JSON.'),
  'openapi-limit': unreadable('An API description exceeds the limits for size, depth or aliases.'),
  'openapi-version': unreadable('A file is not an OpenAPI description of a supported version.'),
  'openapi-field-missing': warning('An object of an API description lacks a required field.'),
  'openapi-field-unknown': warning('An object of an API description has an unknown field.'),
  'openapi-field-type': warning('A field of an API description has the wrong type or value.'),
  'openapi-ref-missing': error('A reference has no target.'),
  'openapi-ref-unresolved': warning(
    'A reference without a target that pages can do without: to a schema, or in an unused part.',
  ),
  'openapi-ref-remote': warning('A reference is remote and not followed.'),
  'openapi-ref-refused': error('A reference is outside the folder of the description.'),
  'openapi-ref-file': error('A reference names a file that cannot be read.'),
  'openapi-ref-circular': error('References refer to each other and never to a value.'),
  'openapi-path': warning('A path is not valid.'),
  'openapi-parameter': warning(
    'A parameter does not fit its path, its location or another parameter.',
  ),
  'openapi-operation-id': warning('Two operations have the same operationId.'),
  'openapi-security': warning(
    'A security requirement names a scheme or scope that is not declared.',
  ),
  'openapi-tag': warning('An operation has a tag that the description does not declare.'),
  'openapi-server': warning('The address of a server does not fit its variables.'),
  'openapi-link': warning('A link in a text or response of an API description has no target.'),
  'openapi-discriminator': warning('A discriminator names a schema that does not exist.'),
  'openapi-suspicious': warning('An API description says something that is probably a mistake.'),
  'openapi-example': warning('An example or default does not match its schema.'),
  'openapi-page-name': warning('Two operations have operationIds that would give the same page.'),
  'openapi-text': warning('The Markdown of a description cannot be shown as it is meant.'),
  'overlay-invalid': error('An overlay, or an action of one, is not valid.'),
  'overlay-unused': warning('The target of an overlay matches nothing.'),
  'openapi-merge': warning('The parts of an allOf contradict each other.'),
} as const;

const SEARCH = {
  'search-index-size': warning('An index file of the search is larger than 1 MB with gzip.'),
  'search-index-limit': error('An index file of the search exceeds the configured limit.'),
  'queries-not-found': unreadable('There is no file of search queries.'),
  'queries-syntax': unreadable('The file of search queries is not valid JSON or YAML.'),
  'queries-invalid': unreadable('An entry of the file of search queries is not valid.'),
  'queries-target': error('A search query expects a section that the site does not have.'),
  'search-miss': warning('A search query does not show a section that it expects.'),
  'search-late': info('A search query shows another section before those that it expects.'),
  'search-gap': warning('A search query shows nothing at some point while it is typed.'),
  'search-worse': warning('A search query was answered better at the compared commit.'),
  'search-incomplete': unreadable('A part of the search index could not be loaded.'),
  'compare-failed': uncompared('The site as of another commit cannot be compared with.'),
  'search-below-limit': error('The search finds less than a limit of the command requires.'),
} as const;

const AGENTS = {
  'agents-list': warning('A list of pages for agents is missing, too long or not valid.'),
  'agents-page': warning('A Markdown version is too long or not valid.'),
  'skill-invalid': error('A skill for agents lacks a name or description, or exceeds a limit.'),
  'skill-link': warning('A link of a skill leads nowhere from a copy of the skill.'),
  'questions-invalid': unreadable('The file of questions, or an entry of it, is not valid.'),
  'question-missed': warning('Search and two results do not answer a question.'),
  'agents-below-limit': error('Fewer questions are answered than the command requires.'),
} as const;

const SAMPLES = {
  'sample-syntax': warning(
    'A sample has a quote or bracket that is never closed, or is no valid JSON.',
  ),
  'sample-operation': warning('A sample sends a request to a path that the API does not have.'),
  'sample-method': warning('A sample uses a method that the API does not have at its path.'),
  'sample-parameter': warning(
    'A sample sends a parameter that the operation does not have, or a value that it does not take.',
  ),
  'sample-required': warning(
    'A sample lacks a parameter, header or field that the operation requires.',
  ),
  'sample-body': warning('The body in a sample does not fit the schema of the operation.'),
  'sample-response': warning('The response in a sample does not fit the schema of the operation.'),
  'sample-auth': warning(
    'A sample lacks the credentials that the operation needs, or sends others.',
  ),
  'sample-deprecated': warning('A sample shows a deprecated operation or parameter.'),
  'sample-server': warning('A sample sends its request to another server than the configured one.'),
  'sample-variable': warning('A sample uses a variable that only a later sample of the page sets.'),
  'sample-run': error('A sample fails when `docs check-samples --run` runs it.'),
} as const;

const TRANSLATIONS = {
  'outdated-translation': warning('The original of a translation has changed since.'),
  'missing-translation': off('A page is not translated to a locale.'),
  'translation-differs': warning(
    'A translation lacks an id, a link, a placeholder or code of its original.',
  ),
  'glossary-term': warning('A translation uses another word for a term than the glossary.'),
  'glossary-invalid': unreadable('The glossary, or an entry of it, is not valid.'),
  'translations-below-limit': error('More translations are outdated than the command allows.'),
} as const;

const API_HISTORY = {
  'link-to-removed-operation': warning('A link leads to an operation that the API no longer has.'),
  'link-to-deprecated-operation': info('A link leads to a deprecated operation.'),
  'api-change-breaking': error('A change of the API breaks clients.'),
  'api-change-risky': warning('A change of the API breaks some clients.'),
  'api-change-safe': info('A change of the API breaks no client.'),
  'api-changes-lock': error('A line of api-changes.lock is no accepted change.'),
  'api-history': warning('The history of an API description cannot be read.'),
} as const;

/** Every problem that docwright reports. The key is the code that is printed, documented and suppressed. */
export const CATALOG = {
  ...CONFIG,
  ...SOURCE,
  ...FRONTMATTER,
  ...MARKDOWN,
  ...LINKS,
  ...BASELINE,
  ...URLS,
  ...SIDEBAR,
  ...OUTPUT,
  ...OPENAPI,
  ...SAMPLES,
  ...API_HISTORY,
  ...TRANSLATIONS,
  ...SEARCH,
  ...AGENTS,
} as const satisfies Record<string, CatalogEntry>;

export type DiagnosticCode = keyof typeof CATALOG;

/** A code of a plug-in, after its name. */
export type PluginCode = `${string}/${string}`;

/** The form of a plug-in's code. */
export const PLUGIN_CODE = /^[a-z\d][\w.-]*\/[a-z\d][\w.-]*$/;

const OF_PLUGIN = warning('A finding of a plug-in of the site.');

export function entryOf(code: DiagnosticCode | PluginCode): CatalogEntry {
  return isCode(code) ? CATALOG[code] : OF_PLUGIN;
}

export function isCode(code: string): code is DiagnosticCode {
  return Object.hasOwn(CATALOG, code);
}

/** Says why a code cannot have a level; undefined if it can, or if the code does not exist. */
export function fixedLevel(code: string, level: Level = 'off'): string | undefined {
  if (!isCode(code)) return undefined;
  const { fixed: reason, isFinal }: CatalogEntry = CATALOG[code];
  if (reason === undefined) return undefined;
  if (isFinal === true) return `the level of "${code}" cannot be changed: ${reason}`;
  if (level === 'warning' || level === 'error') return undefined;
  return `"${code}" is always reported, as an error or a warning: ${reason}`;
}

export const CODES: readonly string[] = Object.keys(CATALOG);

/** Codes that a check of their subject reports. */
const SUBJECTS = {
  samples: SAMPLES,
  search: SEARCH,
  agents: AGENTS,
  translations: TRANSLATIONS,
  addresses: URLS,
  'API changes': API_HISTORY,
} as const;

/** True for a code about a subject: the lock of addresses, Markdown versions and questions of agents, … */
export function isAbout(subject: keyof typeof SUBJECTS, code: string): boolean {
  return Object.hasOwn(SUBJECTS[subject], code);
}

/** True for a code about links, suppressions or the baseline. */
export function isAboutLinks(code: string): boolean {
  return LINK_CODES.includes(code) || Object.hasOwn(BASELINE, code) || ABOUT_SUPPRESSING.has(code);
}

export const OPENAPI_CODES: readonly string[] = Object.keys(OPENAPI);

/** Codes about suppressions, the baseline and the run itself. */
const ABOUT_SUPPRESSING: ReadonlySet<string> = new Set([
  'stale-baseline',
  'unused-suppression',
  'invalid-suppression',
  'nothing-checked',
]);

/** Returns true for codes that a comment or the baseline may suppress. */
export function isSuppressible(code: string): code is DiagnosticCode {
  return isCode(code) && fixedLevel(code) === undefined && !ABOUT_SUPPRESSING.has(code);
}

/** Codes of the link check: the keys of `links.rules`, and the scope of a suppression without a rule. */
export const LINK_CODES: readonly string[] = [
  ...Object.keys(LINKS),
  'undefined-reference',
  'openapi-link',
  'skill-link',
  'duplicate-id',
  'duplicate-heading-id',
];
