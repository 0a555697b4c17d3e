import type { ReactNode } from 'react';
import { locate as locateSource, type Span } from '../../content/source-text.ts';
import type { Location } from '../../diagnostics/diagnostic.ts';
import { hintForThrown } from '../../diagnostics/thrown.ts';
import { decodeEntities } from '../../html/character-references.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { PagePolicy } from '../../shared/page-data.ts';
import { isShellId, reservedId } from '../../shared/page-ids.ts';
import { parseUrl } from '../../shared/paths.ts';
import { claimSlug } from '../blocks/headings.ts';
import type { CodeOfComponent } from '../code/code-block.ts';
import { readAddresses } from '../html/trusted-html.ts';
import { type ParseSession, report } from '../parse-session.ts';
import type { DocLink } from '../parsed-doc.ts';
import type { PageModule } from './page-module.ts';

/** The input of a page's code. */
export interface PageRun {
  /** The HTML of a segment as text with a mark, or the text itself if it has no markup; null for space between blocks. */
  readonly html: (segment: number) => string | null;
  /** All segments, for a page whose code cannot run. */
  readonly all: string;
  readonly services: RunServices;
}

/** See `PageServices` in `client/components.ts`. */
export interface RunServices {
  readonly messages: ParseSession['messages'];
  readonly code: (block: CodeOfComponent) => ReactNode;
  readonly uniqueId: (id: string) => string;
  readonly allowsFrame: (address: string) => boolean;
  /** Reports a warning at an element of the page; default: the first one. */
  readonly warn: (message: string, hint?: string, element?: number) => void;
  /** Reports hooks and handlers outside of islands. */
  readonly inert: (names: readonly string[], element: number | undefined) => void;
}

/** A component, an expression or the whole page that has thrown. */
export interface RunFailure {
  readonly kind: 'element' | 'expression' | 'page';
  /** Number in the page's code. */
  readonly index: number;
  /** On one line. */
  readonly reason: string;
  /** True if it was ended at a limit: nothing was thrown. */
  readonly isStopped: boolean;
  /** Where it was thrown, in the site's files. */
  readonly location: Location | undefined;
  /** The same in the page's code. */
  readonly codeAt?: { readonly line: number; readonly column: number } | undefined;
}

/** HTML with marks in place of segments. */
export interface RunResult {
  readonly html: string;
  readonly failures: readonly RunFailure[];
  /** Set for a page with islands: what they need in addition to the site's policy. */
  readonly islands?: readonly PagePolicy[];
}

/** Runs the compiled module of a page; undefined if there is none. */
export type RunPage = (file: string, run: PageRun) => RunResult | undefined;

export interface FinishSettings {
  /** Renders a code block as those of Markdown. */
  readonly code: (block: CodeOfComponent) => string;
  /** Origins of allowed frames. */
  readonly frames: readonly string[];
}

interface Segment {
  readonly html: string;
  readonly links: readonly DocLink[];
  readonly tags: ParseSession['rawTags'];
}

const SEGMENT_MARK = /\0\{=(\d+)\}/g;

/** Hints of React for images, which an article must not begin with. */
export const PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)+/;

/** Runs a page and puts its segments into the result; the session then has the links and tags of the whole page. */
export function finishPage(
  session: ParseSession,
  { file, module, run, settings }: FinishInput,
): FinishedPage {
  const segments = withReferences(session, module.segments);
  const all = segments.map((_, index) => `\0{=${index}}`).join('');
  const { source } = session;
  let inCode: Map<string, Span[]> | undefined;
  const places: FindString = (value) => {
    const spans = module.strings.get(value);
    if (spans !== undefined || value === '') return spans ?? [];
    inCode ??= stringsInCode(source, module);
    return inCode.get(value) ?? [];
  };
  const result = run(file, {
    all,
    html: (index) => {
      const html = segments[index]?.html ?? '';
      if (/[<\0]/.test(html)) return `\0{=${index}}`;
      return html.includes('\n') && html.trim() === '' ? null : decodeEntities(html);
    },
    services: createServices(session, { module, segments, settings, places }),
  });
  for (const failure of result?.failures ?? []) reportFailure(session, module, failure);
  const rendered = (result?.html ?? all).replace(PRELOADS, '');
  const html = fillSegments(session, { rendered, segments, spanOf: inOrder(module, places) });
  return { html: reportSplitIslands(session, html, module), islands: result?.islands };
}

/** Start of an island with block elements; `run-islands.ts` writes the number of its element. */
const BLOCK_ISLAND = /<(\/?)p[ >]|(<dw-island data-id="i\d+") data-block="(\d*)"/g;

/** Reports islands with block elements in paragraphs: browsers end a paragraph before them, so React finds other elements. */
function reportSplitIslands(session: ParseSession, html: string, { elements }: PageModule): string {
  let isInParagraph = false;
  return html.replace(BLOCK_ISLAND, (tag: string, slash?: string, start?: string, index = '') => {
    if (start === undefined) {
      isInParagraph = slash === '';
      return tag;
    }
    const element = elements[Number(index)];
    const name = element === undefined ? '' : ` <${element.name}>`;
    if (isInParagraph)
      report(session, 'component-error', {
        span: element?.span ?? { start: session.bodyStart, end: session.bodyStart },
        message: `the island${name} has block elements and is in a paragraph, which browsers end before them`,
        hint: 'put it on separate lines, or use elements such as <span> in it',
      });
    return start;
  });
}

/** The article's HTML; see `RunResult` for `islands`. */
export interface FinishedPage {
  readonly html: string;
  readonly islands: RunResult['islands'];
}

interface FinishInput {
  readonly file: string;
  readonly module: PageModule;
  readonly run: RunPage;
  readonly settings: FinishSettings;
}

/** Each segment with its share of the session's links and tags. */
function withReferences({ links, rawTags }: ParseSession, segments: readonly string[]): Segment[] {
  let link = 0;
  let tag = 0;
  return segments.map((html) => {
    const all = html.split('\0').length - 1;
    const tags = html.split('\0<').length - 1;
    const segment = {
      html,
      links: links.slice(link, link + all - tags),
      tags: rawTags.slice(tag, tag + tags),
    };
    link += all - tags;
    tag += tags;
    return segment;
  });
}

function createServices(
  session: ParseSession,
  {
    module,
    segments,
    settings,
    places,
  }: { module: PageModule; segments: Segment[]; settings: FinishSettings; places: FindString },
): RunServices {
  const spanOf = (element: number | undefined): Span =>
    (module.elements[element ?? 0] ?? module.elements[0])?.span ?? { start: 0, end: 0 };
  return {
    messages: session.messages,
    code: (block) => {
      const parts = Object.entries(block).map(([name, text]) => [name, textOf(segments, text)]);
      const count = session.diagnostics.length;
      const html = settings.code(Object.fromEntries(parts));
      // The code is no part of the source that its problems could count lines in.
      const location = locateSource(session.source, places(block.code)[0] ?? spanOf(0));
      for (const problem of session.diagnostics.splice(count))
        session.diagnostics.push({ ...problem, location });
      return `\0{=${segments.push({ html, links: [], tags: [] }) - 1}}`;
    },
    uniqueId: (id) => claimSlug(session, textOf(segments, id)),
    allowsFrame: (address) => {
      const origin = parseUrl(address)?.origin ?? '';
      if (settings.frames.includes(origin)) return true;
      report(session, 'foreign-origin', {
        span: places(address)[0] ?? spanOf(0),
        message: `the security policy does not allow frames of ${origin}`,
        hint: `add '${origin}' to security.origins.frame in the configuration`,
      });
      return false;
    },
    warn: (message, hint, element) =>
      report(session, 'component-error', { message, hint, span: spanOf(element) }),
    inert: (names, element) =>
      report(session, 'inert-component', {
        ...inertProblem(names, module.elements[element ?? 0]?.name),
        span: spanOf(element),
      }),
  };
}

/** Describes hooks and handlers outside of islands, in an element if its name is known. */
export function inertProblem(
  names: readonly string[],
  element?: string,
): { message: string; hint: string } {
  const verb = names.length > 1 ? 'have' : 'has';
  const place = element === undefined ? '' : ` in <${element}>`;
  return {
    message: `${names.join(', ')}${place} ${verb} no effect: the component is no island, so it does not run in the browser`,
    hint: "begin the component's module with 'use client'; write client=\"load\" on its element if it must start at once; export a component of a package from such a module",
  };
}

/** A text with the text of segments in place of their marks, where no HTML can be. */
function textOf(segments: readonly Segment[], text: unknown): string {
  return String(text ?? '')
    .replace(SEGMENT_MARK, (_, index) =>
      decodeEntities((segments[Number(index)]?.html ?? '').replace(/<[^>]*>/g, '')),
    )
    .replaceAll('\0', '');
}

function reportFailure(
  session: ParseSession,
  { elements, expressions, locate }: PageModule,
  { kind, index, reason, isStopped, location, codeAt }: RunFailure,
): void {
  const verb = isStopped ? 'was stopped' : 'throws';
  const code = isStopped ? 'component-limit' : 'component-error';
  const hint = isStopped ? 'end the loop, or shorten what it makes' : hintForThrown(reason);
  const at = location === undefined ? '' : ` (${location.file}:${location.line})`;
  if (kind === 'page') {
    const message = `the page's code ${verb}; components are left out: ${reason}${at}`;
    const span = { start: session.bodyStart, end: session.bodyStart };
    report(session, code, { message, span, hint });
    const place = codeAt && locate(codeAt.line, codeAt.column);
    const last = session.diagnostics.at(-1);
    if (place !== undefined && last !== undefined)
      session.diagnostics.splice(-1, 1, { ...last, location: place });
    return;
  }
  const part = (kind === 'element' ? elements : expressions)[index];
  if (part === undefined) return;
  report(session, code, {
    span: part.span,
    message:
      'name' in part
        ? `the component <${part.name}> ${verb}, its content is shown: ${reason}${at}`
        : `the expression ${verb} and is left out: ${reason}`,
    hint: isStopped || 'name' in part ? hint : `${hint}; write \\{ for a brace that is text`,
  });
}

function fillSegments(
  session: ParseSession,
  {
    rendered,
    segments,
    spanOf: spanOfString,
  }: { rendered: string; segments: readonly Segment[]; spanOf: (value: string) => Span },
): string {
  const spanOf = (start: number, end: number): Span =>
    spanOfString(decodeEntities(rendered.slice(start, end)));
  const plain = (value: string): string => escapeHtml(textOf(segments, decodeEntities(value)));
  const { html, content } = readAddresses(rendered, { session, spanOf, plain });
  for (const { id, span } of content.ids)
    if (isShellId(id)) report(session, 'reserved-id', { span, ...reservedId(id) });
  session.links.length = 0;
  session.rawTags.length = 0;
  let own = 0;
  return html.replace(/\0(?:\{=(\d+)\})?/g, (_, index: string | undefined) => {
    if (index === undefined) {
      const link = content.links[own];
      own += 1;
      if (link === undefined) return '';
      session.links.push(link);
      return '\0';
    }
    const segment = segments[Number(index)];
    for (const link of segment?.links ?? []) session.links.push(link);
    for (const tag of segment?.tags ?? []) session.rawTags.push(tag);
    return segment?.html ?? '';
  });
}

/** Finds where strings of the page's code are written, in order; strings of components are at the first element. */
function inOrder({ elements }: PageModule, places: FindString): (value: string) => Span {
  const used = new Map<string, number>();
  return (value) => {
    const spans = places(value);
    const next = used.get(value) ?? 0;
    used.set(value, next + 1);
    return spans[Math.min(next, spans.length - 1)] ?? elements[0]?.span ?? { start: 0, end: 0 };
  };
}

/** The places of a string: values of attributes, else strings in expressions. */
type FindString = (value: string) => readonly Span[];

/** Lists the texts between two equal quotes: the first place in each expression and statement. */
function stringsInCode(
  source: ParseSession['source'],
  { expressions, statements }: PageModule,
): Map<string, Span[]> {
  const strings = new Map<string, Span[]>();
  for (const { span } of [...expressions, ...statements]) {
    const code = source.text.slice(span.start, span.end);
    const seen = new Set<string>();
    for (const quote of ['"', "'", '`']) {
      let start = span.start;
      for (const [index, text] of code.split(quote).entries()) {
        const isBetween = index > 0 && start + text.length < span.end;
        if (isBetween && !seen.has(text)) {
          const spans = strings.get(text) ?? [];
          strings.set(text, [...spans, { start, end: start + text.length }]);
          seen.add(text);
        }
        start += text.length + 1;
      }
    }
  }
  return strings;
}
