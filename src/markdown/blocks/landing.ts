import type { Token } from 'markdown-it';
import type { Feature, Hero, Landing, LandingImage, LandingText } from '../../content/landing.ts';
import {
  createSourceText,
  lineEnd,
  lineStart,
  locate,
  type SourceText,
  type Span,
  type TextPart,
} from '../../content/source-text.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { findIcon, iconHint } from '../../shared/icons.ts';
import { isExternal, isSafeHref, toFilePath } from '../../shared/paths.ts';
import { assignIds } from '../assign-ids.ts';
import { isNeutralElement } from '../html/html-allowed.ts';
import { sanitizeHtml } from '../html/sanitize-html.ts';
import type { Markdown } from '../markdown.ts';
import { createPageCode } from '../mdx/page-code.ts';
import { lineSpan, type ParseSession, report } from '../parse-session.ts';
import { externalIcon, NEW_TAB_ATTRIBUTES, opensNewTab, placeholder } from '../placeholders.ts';
import { collapseSpace } from '../../shared/cut-text.ts';

/** Renders the start of a home page, in the classes of `home.css`; call it before the rest of the article. */
export function landingHtml(
  markdown: Markdown,
  session: ParseSession,
  { hero, features }: Landing,
): string {
  // Links are recorded in the order of the HTML.
  const code = hero?.code === undefined ? '' : landingCode(markdown, session, hero.code);
  const start = hero === undefined ? '' : heroHtml(session, hero, code);
  const cards = features.map((feature) => featureHtml(session, feature)).join('');
  const list = cards === '' ? '' : `<ul class="card-grid">\n${cards}</ul>\n`;
  return `<div class="landing">\n${start}${list}</div>\n`;
}

/** The title of a home page, its text, and all of its texts, without HTML. */
export function landingTexts({ hero, features }: Landing): {
  readonly title: string;
  readonly lead: string;
  readonly all: string;
} {
  const { title, subtitle, lead, actions = [] } = hero ?? {};
  const cards = features.flatMap((card) => [card.title, card.text, card.linkText]);
  const shown = [title, subtitle, lead, ...actions.map(({ text }) => text), ...cards];
  const plain = (given: LandingText | undefined): string =>
    collapseSpace(given?.text.replace(/<[^<>]*>/g, ' ') ?? '');
  return {
    title: plain(title ?? subtitle),
    lead: plain(lead ?? subtitle),
    all: collapseSpace(shown.map(plain).join(' ')),
  };
}

function heroHtml(session: ParseSession, hero: Hero, code: string): string {
  const { title, subtitle, lead, image, actions } = hero;
  const lines = [title, subtitle].flatMap((line) => (line ? [inline(session, line)] : []));
  const [first = '', second] = lines;
  const heading =
    second === undefined ? first : `${first} <span class="home-text">${second}</span>`;
  const buttons = actions
    .map(({ text, link, isPrimary }) => {
      const name = isPrimary ? 'button button-primary' : 'button';
      return linkHtml(session, link, { name, html: inline(session, text, 'a') });
    })
    .join('\n');
  const parts = [
    heading === '' ? '' : `<h1>${heading}</h1>\n`,
    lead === undefined ? '' : `<p class="home-lead">${inline(session, lead)}</p>\n`,
    buttons === '' ? '' : `<p class="home-actions">\n${buttons}\n</p>\n`,
  ];
  const picture =
    image === undefined ? '' : `<p class="home-image">${imageHtml(session, image)}</p>\n`;
  const panel = code === '' ? '' : `<div class="home-code">\n${code}</div>\n`;
  return `<header class="home-hero">\n<div>\n${parts.join('')}</div>\n${picture}${panel}</header>\n`;
}

function featureHtml(session: ParseSession, feature: Feature): string {
  const { icon, title, text, link, linkText } = feature;
  const picture = icon === undefined ? '' : iconHtml(session, icon);
  const html = inline(session, title, link && 'a');
  const heading = link === undefined ? html : linkHtml(session, link, { html });
  const lines = [text, linkText].flatMap((line) => (line ? [inline(session, line)] : []));
  const more = lines.map((line) => `<p>${line}</p>\n`);
  return `<li class="card">\n${picture}<h2>${heading}</h2>\n${more.join('')}</li>\n`;
}

function iconHtml(session: ParseSession, icon: LandingText | LandingImage): string {
  const html = 'src' in icon ? imageHtml(session, icon) : drawnIcon(session, icon);
  // An icon without text, such as an empty element that a style sheet fills, has nothing to show.
  return /^(?:<[^>]*>|\s)*$/.test(html) && !/<(?:img|path)/.test(html)
    ? ''
    : `<p class="card-icon" aria-hidden="true">${html}</p>\n`;
}

/** An icon by its name, or a text such as an emoji. */
function drawnIcon(session: ParseSession, icon: LandingText): string {
  const { text, span } = icon;
  if (!/^[a-z][\w:-]{2,}$/i.test(text)) return inline(session, icon);
  const path = findIcon(text);
  if (path === undefined) {
    const message = `there is no icon "${text}"`;
    report(session, 'frontmatter-type', { span, message, hint: iconHint(text) });
    return '';
  }
  return `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"></path></svg>`;
}

function linkHtml(
  session: ParseSession,
  { text: href, span }: LandingText,
  { name, html }: { readonly name?: string; readonly html: string },
): string {
  const address = placeholder(session, { href, kind: 'page', span });
  const isNew = opensNewTab(href);
  const attributes = `${name === undefined ? '' : ` class="${name}"`}${isNew ? NEW_TAB_ATTRIBUTES : ''}`;
  return `<a href="${address}"${attributes}>${html}${isNew ? externalIcon(session.messages) : ''}</a>`;
}

function imageHtml(session: ParseSession, { src, dark, alt }: LandingImage): string {
  const one = ({ text: href, span }: LandingText, name: string): string =>
    `<img${name} src="${placeholder(session, { href, kind: 'asset', loads: 'img', span })}" alt="${escapeHtml(alt)}">`;
  return dark === undefined
    ? one(src, '')
    : one(src, ' class="light-only"') + one(dark, ' class="dark-only"');
}

/** A text with its HTML, whose links may only lead to other sites. */
function inline(session: ParseSession, { text, span }: LandingText, inside?: 'a'): string {
  if (!/[<&]/.test(text)) return escapeHtml(text);
  const print = (href: string): string | undefined =>
    isExternal(href) && isSafeHref(href, 'page') ? href : undefined;
  const { html, dropped } = sanitizeHtml(text, print, { inside, messages: session.messages });
  for (const { what } of dropped) reportDropped(session, what, span);
  // It is in a heading or paragraph, which blocks would end. Values of attributes have no `>`.
  return html.replace(/<(\/?)([a-z][a-z\d]*)[^>]*>/g, (tag, end: string, name: string) => {
    if (isNeutralElement(name, true)) return tag;
    if (end === '') reportDropped(session, `the element <${name}>`, span);
    return '';
  });
}

function reportDropped(session: ParseSession, what: string, span: Span): void {
  const message = `${what} is not allowed in a text of the home page and was left out`;
  report(session, 'html-dropped', { span, message });
}

/** Renders Markdown of the frontmatter that has nothing but code blocks, with the locations of the file. */
function landingCode(
  { md, budget, holder }: Markdown,
  session: ParseSession,
  code: LandingText,
): string {
  const source = textInFile(session.source, code);
  const own: ParseSession = {
    ...session,
    source,
    bodyStart: 0,
    bodyLine: 0,
    code: session.code && createPageCode(),
  };
  const env = { references: Object.create(null) };
  let html = '';
  holder.session = own;
  budget.within(() => {
    const tokens = md.parse(source.text, env);
    const isOfCode = ({ type }: Token, index: number): boolean =>
      CODE_TOKENS.test(type) || (type === 'inline' && tokens[index - 1]?.type === 'tab_label_open');
    const kept = tokens.filter(isOfCode);
    const other = tokens.find((token, index) => !isOfCode(token, index));
    if (other !== undefined)
      report(own, 'frontmatter-type', {
        span: lineSpan(own, other.map?.[0] ?? 0),
        message: '"hero.code" has something else than code blocks, which was left out',
        hint: 'write fenced code blocks and code groups; other text is below the frontmatter',
      });
    assignIds(own, kept);
    html = md.renderer.render(kept, md.options, env);
  });
  holder.session = session;
  return html;
}

const CODE_TOKENS = /^(?:fence|code_block|tabs_(?:open|close)|tab_(?:label_)?(?:open|close))$/;

/** A value of the frontmatter as a separate text; the lines of a block have their places in the file. */
function textInFile(file: SourceText, { text, span }: LandingText): SourceText {
  const source = createSourceText(file.file, text);
  const path = toFilePath(file.file);
  const { line: first, column } = locate(file, span);
  const part = { file: path, base: path };
  const lineOf = (of: SourceText, line: number): string =>
    of.text.slice(lineStart(of, line), lineEnd(of, line));
  const parts = source.lineStarts.map((at, index): TextPart | undefined => {
    const own = lineOf(source, index);
    const inFile = lineOf(file, first - 1 + index);
    const indent = inFile.length - own.length;
    // Blocks that fold lines (`>`) have others.
    if (!inFile.endsWith(own) && own !== '') return undefined;
    return { ...part, at, line: first + index, column: Math.max(0, indent) + 1 };
  });
  const found = parts.filter((one) => one !== undefined);
  if (column === 1 && found.length === parts.length) return { ...source, parts: found };
  const written = span.end - span.start;
  return { ...source, parts: [{ ...part, at: 0, line: first, column, written }] };
}
