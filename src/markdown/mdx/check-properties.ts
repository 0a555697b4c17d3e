import { didYouMean } from '../../config/problem.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { decodeEntities } from '../../html/character-references.ts';
import { ADMONITION_ALIASES, ADMONITIONS, admonitionKind } from '../../shared/admonitions.ts';
import { type ParseSession, report, reportForeign } from '../parse-session.ts';
import { COMPONENT_PROPERTIES, type PropertyKind } from './component-properties.ts';
import type { PageAttribute, PageElement } from './page-code.ts';

/** Elements of the HTML standard, and obsolete ones that browsers know. */
const HTML_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center ' +
    'cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure ' +
    'font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd ' +
    'label legend li link main map mark marquee menu meta meter nav nobr noscript object ol optgroup option output p ' +
    'param picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong ' +
    'style sub summary sup table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr'
  ).split(' '),
);

/** The components that a page may use, and their properties. */
export interface KnownComponents {
  readonly names: readonly string[];
  /** The built-in component that an element of the page is. */
  readonly builtInOf: (name: string) => string | undefined;
}

/** Reports properties that the built-in components do not have, and components in lower case. */
export function checkElements(
  session: ParseSession,
  elements: readonly PageElement[],
  { names, builtInOf }: KnownComponents,
): void {
  // Their elements are no HTML.
  const isForeign = elements.some(({ name }) => name === 'svg' || name === 'math');
  for (const element of elements) {
    if (!isForeign) checkCase(session, element, names);
    const component = builtInOf(element.name);
    const properties = component === undefined ? undefined : COMPONENT_PROPERTIES[component];
    if (properties === undefined) continue;
    for (const attribute of element.attributes)
      checkProperty(session, element, { attribute, properties });
  }
}

function checkCase(
  session: ParseSession,
  { name, span }: PageElement,
  names: readonly string[],
): void {
  if (!/^[a-z][a-z\d]*$/.test(name) || HTML_ELEMENTS.has(name)) return;
  const meant = nearest(name, names);
  if (meant === undefined) return;
  report(session, 'unknown-component', {
    span,
    message: `<${name}> is no element of HTML: browsers show its content alone`,
    hint: `did you mean <${meant}>?`,
  });
}

/** Words for properties, which components of other libraries use. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['to', 'href'],
  ['url', 'href'],
  ['link', 'href'],
  ['text', 'title'],
  ['heading', 'title'],
  ['label', 'title'],
  ['kind', 'type'],
  ['ariaLabel', 'label'],
  ['aria-label', 'label'],
]);

/** Properties of React and of interactive components, and instructions for Astro. */
const FOR_ALL =
  /^(?:key|ref|slot|client|children|dangerouslySetInnerHTML|(?:client|set|is|define|transition):.*)$/;

function checkProperty(
  session: ParseSession,
  element: PageElement,
  {
    attribute,
    properties,
  }: { attribute: PageAttribute; properties: Readonly<Record<string, PropertyKind>> },
): void {
  const { name, nameSpan, span } = attribute;
  if (name === '' || FOR_ALL.test(name)) return;
  const kind = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (kind === undefined) {
    reportUnknown(session, element, { attribute, known: Object.keys(properties) });
    return;
  }
  const problem = problemOf(kind, attribute);
  if (problem === undefined) return;
  report(session, 'component-options', {
    span: attribute.kind === 'name' ? nameSpan : span,
    message: `the property "${name}" of <${element.name}> ${problem.message}`,
    hint: problem.hint,
  });
}

function reportUnknown(
  session: ParseSession,
  { name: element }: PageElement,
  {
    attribute: { name, nameSpan: span },
    known,
  }: { attribute: PageAttribute; known: readonly string[] },
): void {
  const message = `<${element}> has no property "${name}"`;
  const near = known.find((key) => key === SYNONYMS.get(name)) ?? nearest(name, known);
  if (near !== undefined)
    report(session, 'component-options', { span, message, hint: `did you mean "${near}"?` });
  else {
    const list = known.filter((key) => key !== 'children').join(', ');
    const hint = list === '' ? 'remove it' : `remove it; known are ${list}`;
    reportForeign(session, `<${element} ${name}>`, {
      code: 'component-options',
      span,
      message,
      hint,
    });
  }
}

interface Problem {
  readonly message: string;
  readonly hint: string;
}

/** Compares a written value with what its property accepts; expressions are not known. */
function problemOf(kind: PropertyKind, attribute: PageAttribute): Problem | undefined {
  const value = writtenValue(attribute);
  if (value === undefined || kind === 'any') return undefined;
  if (kind === 'switch') {
    if (typeof value === 'boolean' || value === 'true') return undefined;
    const isJsx = attribute.kind === 'text';
    const off = isJsx ? `${attribute.name}={false}` : `${attribute.name}=false`;
    return { message: 'is a switch: it has no value', hint: `write ${attribute.name}, or ${off}` };
  }
  if (value === true) return { message: 'has no value', hint: `write ${attribute.name}="…"` };
  if (kind === 'text' || typeof value === 'boolean') return undefined;
  const allowed = kind === 'admonition' ? ADMONITIONS : kind;
  // `default` is a kind of Starlight's badges.
  const isKind = kind === 'admonition' && (value === 'default' || admonitionKind(value));
  if (isKind || allowed.some((name) => name === value)) return undefined;
  const others = kind === 'admonition' ? ADMONITION_ALIASES.keys() : [];
  const hint = didYouMean(value, [...allowed, ...others]) ?? `use ${allowed.join(', ')}`;
  return { message: `cannot be "${value}"`, hint };
}

function writtenValue({ kind, text }: PageAttribute): string | boolean | undefined {
  if (kind === 'name') return true;
  if (kind === 'text') return decodeEntities(text);
  if (kind === 'expression') return /^(["'])([^"'\\]*)\1$/.exec(text.trim())?.[2];
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}
