import { locate, partAt, type Span } from '../../content/source-text.ts';
import type { Location } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { decodeEntities } from '../../html/character-references.ts';
import { itemAt } from '../../shared/item-at.ts';
import { toFilePath } from '../../shared/paths.ts';

import { type ParseSession, report } from '../parse-session.ts';
import { checkElements } from './check-properties.ts';
import { type PageImport, readModules } from './esm.ts';
import {
  type ComponentFinder,
  type ImportSource,
  isMedia,
  mediaCode,
  sourceOfImport,
  sourceOfName,
} from './find-components.ts';
import {
  CODE_MARK,
  type PageAttribute,
  type PageCode,
  type PageElement,
  type PageText,
  PROPS,
} from './page-code.ts';

/** The code of a page: a module whose function `$page` makes the page's elements around its segments. */
export interface ModuleCode {
  readonly code: string;
  /** The author's location of a position in the code; 1-based line, 0-based column. */
  readonly locate: (line: number, column: number) => Location | undefined;
  /** Where a module is imported, by its specifier in the code. */
  readonly importLocation: (specifier: string) => Location | undefined;
}

export interface PageModule extends ModuleCode {
  /** The finished HTML between elements and expressions, by the number in the code. */
  readonly segments: readonly string[];
  /** Where elements and expressions are, by their numbers. */
  readonly elements: readonly PageElement[];
  readonly expressions: readonly PageText[];
  /** Exports and other statements. */
  readonly statements: readonly PageText[];
  /** Where strings are written that may be addresses on the page. */
  readonly strings: ReadonlyMap<string, readonly Span[]>;
}

export interface ModuleSettings {
  readonly siteDir: string;
  /** The folder of the tool's configuration. */
  readonly toolDir: string;
  readonly components: ComponentFinder;
  /** The value of `frontMatter` and `frontmatter`, as Docusaurus and Astro name it. */
  readonly frontmatter: object;
}

interface Writer {
  readonly session: ParseSession;
  readonly page: PageCode;
  readonly expressions: PageText[];
  readonly segments: string[];
  readonly strings: Map<string, Span[]>;
  readonly imports: Map<string, Span>;
  /** The modules of names, as far as they are default exports. */
  readonly modules: Map<string, string>;
  /** The code so far. */
  code: CodePart;
}

interface CodePart {
  text: string;
  /** Offsets in the code, and their sources; ascending. */
  readonly marks: { readonly at: number; readonly span: Span }[];
}

/** Makes the module of a page from its rendered HTML with marks. */
export function makePageModule(
  session: ParseSession,
  { page, html, settings }: { page: PageCode; html: string; settings: ModuleSettings },
): PageModule {
  const writer: Writer = {
    session,
    page,
    expressions: [...page.expressions],
    segments: [],
    strings: new Map(),
    imports: new Map(),
    modules: new Map(),
    code: { text: '', marks: [] },
  };
  // Writes the children of the page, each after a comma.
  let from = 0;
  for (const { 0: mark, 1: sign, 2: number, index } of html.matchAll(CODE_MARK)) {
    writeSegment(writer, html.slice(from, index));
    from = index + mark.length;
    if (sign === '=') {
      const { text, span } = itemAt(writer.page.expressions, Number(number));
      write(writer, `, ${evaluation(writer, Number(number), text)}`, span);
    } else if (sign === '<') writeOpening(writer, Number(number));
    else write(writer, '])');
  }
  writeSegment(writer, html.slice(from));
  const body = writer.code;
  writer.code = { text: '', marks: [] };
  const statements = writeModules(writer, body, settings);
  const { text: code, marks } = writer.code;
  const { segments, strings, expressions, imports } = writer;
  const { source } = session;
  let starts: readonly number[] | undefined;
  return {
    code,
    locate: (line, column) => {
      starts ??= [...code.matchAll(/^/gm)].map(({ index }) => index);
      const offset = (starts[line - 1] ?? code.length) + column;
      const mark = marks.findLast(({ at }) => at <= offset);
      if (mark === undefined) return undefined;
      const { at, span } = mark;
      const start = Math.min(span.start + offset - at, Math.max(span.start, span.end - 1));
      return locate(source, { start, end: start });
    },
    segments,
    elements: page.elements,
    expressions,
    statements,
    importLocation: (specifier) => {
      const span = imports.get(specifier);
      return span && locate(session.source, span);
    },
    strings,
  };
}

function write({ code }: Writer, text: string, span?: Span): void {
  if (span !== undefined) code.marks.push({ at: code.text.length, span });
  code.text += text;
}

function writeModules(
  writer: Writer,
  body: CodePart,
  settings: ModuleSettings,
): readonly PageText[] {
  const { session, page } = writer;
  const { imports, statements, declared } = readModules(session, page.modules);
  const code = [body.text, ...statements.map(({ text }) => text)].join('\n');
  for (const given of imports) writeImport(writer, given, { settings, code });
  const names = usedNames(page, statements).filter(([name]) => !declared.has(name));
  for (const [local, span] of names) {
    const source = sourceOfName(settings.components, local);
    if (source.kind === 'missing')
      reportMissing(session, local, { span, components: settings.components });
    else if (source.kind === 'module') writer.imports.set(source.specifier, span);
    writeName(writer, { local, source, span });
  }
  checkElements(session, page.elements, {
    names: settings.components.names,
    builtInOf: (name) => settings.components.builtIn(writer.modules.get(name) ?? ''),
  });
  const provided = {
    frontMatter: settings.frontmatter,
    frontmatter: settings.frontmatter,
    toc: [],
  };
  for (const [name, value] of Object.entries(provided)) {
    if (!declared.has(name) && body.text.includes(name))
      write(writer, `const ${name} = ${JSON.stringify(value)};\n`);
  }
  for (const { text, span } of statements) {
    write(writer, withMedia(writer, text, span), span);
    write(writer, '\n');
  }
  write(writer, 'export const $page = ($, props) => $.page([null');
  const start = writer.code.text.length;
  write(writer, body.text);
  for (const { at, span } of body.marks) writer.code.marks.push({ at: at + start, span });
  write(writer, ']);\n');
  if (writer.code.text.includes('$missing')) write(writer, MISSING);
  return statements;
}

/** Writes the names that the page uses. */
function writeImport(
  writer: Writer,
  { specifier, names, code: { span } }: PageImport,
  { settings, code }: { settings: ModuleSettings; code: string },
): void {
  const { session } = writer;
  const { components, siteDir, toolDir } = settings;
  const from = partAt(session.source, span.start)?.base ?? toFilePath(session.source.file);
  for (const { local, imported } of names.length === 0 ? [RUN_ONLY] : names) {
    const isUsed =
      local === '' || new RegExp(`(?<![\\w$])${local.replaceAll('$', '\\$')}(?![\\w$])`).test(code);
    if (!isUsed) continue;
    const source = sourceOfImport(components, { specifier, imported }, { siteDir, toolDir, from });
    if (source.kind === 'missing') reportMissing(session, local, { span });
    if (isMedia(specifier)) noteStrings(writer, specifier, span);
    if (source.kind === 'module') writer.imports.set(source.specifier, span);
    if (local !== '') writeName(writer, { local, source, span });
    else if (source.kind === 'module')
      write(writer, `import ${JSON.stringify(source.specifier)};\n`, span);
  }
}

/** A module without imported names. */
const RUN_ONLY = { local: '', imported: '*' };

/** Makes a component in place of one that is not found: shows title and children, as do components that are its properties. */
const MISSING = `function $missing() {
  const show = ({ title, label = title, summary = label, children }) => (
    <>
      {typeof summary === 'string' && <strong>{summary}</strong>}
      {typeof children === 'function' ? null : children}
    </>
  );
  const get = (of, key) => (typeof key === 'string' && /^[A-Z]/.test(key) ? $missing() : of[key]);
  return new Proxy(show, { get });
}
`;

function writeName(
  writer: Writer,
  { local, source, span }: { local: string; source: ImportSource; span: Span },
): void {
  if (source.kind === 'module') {
    const { imported, specifier, type } = source;
    if (type !== undefined) {
      write(writer, `import ${local}$ from ${JSON.stringify(specifier)};\n`, span);
      write(writer, `var ${local} = (props) => <${local}$ type="${type}" {...props} />;\n`, span);
      return;
    }
    if (imported === 'default') writer.modules.set(local, specifier);
    const names =
      imported === '*'
        ? `* as ${local}`
        : `{ ${/^[\w$]+$/.test(imported) ? imported : JSON.stringify(imported)} as ${local} }`;
    write(writer, `import ${names} from ${JSON.stringify(specifier)};\n`, span);
  } else
    write(writer, `var ${local} = ${source.kind === 'code' ? source.code : '$missing()'};\n`, span);
}

const TAG_NAME = /<([A-Z][\p{ID_Continue}$]*)/gu;

/** The names of components with their first places. */
function usedNames(
  { elements, expressions }: PageCode,
  statements: readonly PageText[],
): readonly (readonly [string, Span])[] {
  const names = new Map<string, Span>();
  const noteTags = (text: string, span: Span): void => {
    for (const [, name = ''] of text.matchAll(TAG_NAME))
      if (!names.has(name)) names.set(name, span);
  };
  for (const { name, span, attributes } of elements) {
    noteTags(`<${name}`, span);
    for (const { kind, text } of attributes) if (kind === 'expression') noteTags(text, span);
  }
  for (const { text, span } of [...expressions, ...statements]) noteTags(text, span);
  return [...names];
}

/** Reports a component that is not found, once for a page. */
function reportMissing(
  session: ParseSession,
  name: string,
  { span, components }: { readonly span: Span; readonly components?: ComponentFinder },
): void {
  const path = components?.elsewhere(name);
  const near = nearest(name, components?.names ?? []);
  const hint =
    near === undefined
      ? `write templates/components/${name}.tsx, or name a replacement in markdown.components.map`
      : `did you mean <${near}>? Or write templates/components/${name}.tsx`;
  report(session, 'unknown-component', {
    span,
    message: `the component <${name}> is not found; its content is shown`,
    hint: path === undefined ? hint : `move ${path} into templates/components/, or import it`,
    missing: path === undefined ? [] : [path],
  });
}

function writeSegment(writer: Writer, html: string): void {
  if (html !== '') write(writer, `, $.html(${writer.segments.push(html) - 1})`);
}

/** An expression that is evaluated where errors are caught. */
function evaluation(writer: Writer, index: number, text: string): string {
  const { span } = itemAt(writer.expressions, index);
  return `$.value(${index}, () => (${withMedia(writer, text, span)}\n))`;
}

const REQUIRE = /\brequire\(\s*(["'])([^"'\n]+)\1\s*\)(?:\.default)?/g;

/** Replaces calls for the addresses of files. */
function withMedia(writer: Writer, text: string, span: Span): string {
  if (!text.includes('require')) return text;
  return text.replace(REQUIRE, (call, _, path: string) => {
    if (!isMedia(path)) return call;
    noteStrings(writer, path, span);
    return `(${mediaCode(path)})`;
  });
}

/** Notes the texts of a value. */
function noteStrings(writer: Writer, value: unknown, span: Span): void {
  const { strings } = writer;
  if (typeof value === 'string') strings.set(value, [...(strings.get(value) ?? []), span]);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) noteStrings(writer, item, span);
}

function isComponent(name: string): boolean {
  return /^[A-Z_$]/.test(name) || name.includes('.');
}

function writeOpening(writer: Writer, index: number): void {
  const element = itemAt(writer.page.elements, index);
  const { name, span, attributes, props } = element;
  const type = isComponent(name) ? `() => ${name}` : JSON.stringify(name);
  const isPart = name === PROPS;
  write(writer, isPart ? ', $.part({' : `, $.element([${index}, ${type}], {`, span);
  if (props !== undefined) write(writer, `...${JSON.stringify(props)}, `);
  for (const attribute of attributes) writeAttribute(writer, name, attribute);
  write(writer, isPart ? '}, (props) => [null' : '}, [null');
}

/** Instructions for Astro. */
const WITHOUT_EFFECT = /^(?:client|is|define|transition):/;
const HTML_NAMES: ReadonlyMap<string, string> = new Map([
  ['class', 'className'],
  ['for', 'htmlFor'],
]);

/** Attributes that are no addresses, although their text may be one. */
const IS_TEXT = /^(?:title|alt|label|text|name|description|caption|aria-.*)$/;

function writeAttribute(
  writer: Writer,
  element: string,
  { name: written, kind, text, span }: PageAttribute,
): void {
  const isHtml = !isComponent(element);
  const name = (isHtml ? HTML_NAMES.get(written) : undefined) ?? written;
  if (WITHOUT_EFFECT.test(name)) return;
  const key = written === '' ? '...' : `${JSON.stringify(name)}: `;
  if (kind === 'expression') {
    const index = writer.expressions.push({ text, span }) - 1;
    const value = evaluation(writer, index, text.replace(/^\s*\.\.\./, ''));
    write(writer, `${key}${value}, `, span);
    return;
  }
  const literal: unknown =
    kind === 'name' ? true : kind === 'json' ? JSON.parse(text) : decodeEntities(text);
  if (!IS_TEXT.test(name)) noteStrings(writer, literal, span);
  const code = JSON.stringify(literal);
  const isStyle = isHtml && name === 'style';
  write(writer, `${key}${isStyle ? `$.style(${code})` : code}, `, span);
}
