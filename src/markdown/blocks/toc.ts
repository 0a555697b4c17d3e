import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { TocEntry } from '../../shared/page.ts';
import { nestHeadings } from '../../shared/toc.ts';
import type { SessionHolder } from '../parse-session.ts';
import type { Heading } from '../parsed-doc.ts';
import { addBlock, INTERRUPTS_TEXT, lineText } from './block-lines.ts';

export interface TocLevels {
  readonly min: number;
  readonly max: number;
}

/** Adds a line such as `[[toc]]` that is replaced by a list of the page's headings. */
export function addTocLine(
  md: MarkdownIt,
  holder: SessionHolder,
  { line: pattern, levels }: { readonly line: RegExp; readonly levels: TocLevels },
): void {
  addBlock(md, { name: 'toc', before: 'heading', alt: INTERRUPTS_TEXT }, (state, line) => {
    const text = lineText(state, line, '[');
    if (text === undefined || !pattern.test(text.trimEnd())) return undefined;
    return () => {
      state.push('toc', '', 0).map = [line, line + 1];
      state.line = line + 1;
    };
  });
  md.renderer.rules['toc'] = () =>
    listHtml(buildToc([...holder.session.headings.values()], levels));
}

function listHtml(entries: readonly TocEntry[]): string {
  if (entries.length === 0) return '';
  const items = entries.map(({ id, html, children }) => {
    const address = escapeHtml(encodeURIComponent(id));
    return `<li><a href="#${address}">${html}</a>${children.length === 0 ? '' : `\n${listHtml(children)}`}</li>\n`;
  });
  return `<ul>\n${items.join('')}</ul>\n`;
}

/** Nests headings of the given levels. */
export function buildToc(headings: readonly Heading[], levels: TocLevels): readonly TocEntry[] {
  return nestHeadings(headings.filter(({ level }) => level >= levels.min && level <= levels.max));
}
