import type { Token } from 'markdown-it';
import type { LandingText } from '../../content/landing.ts';
import {
  createSourceText,
  lineEnd,
  lineStart,
  locate,
  type SourceText,
  type TextPart,
} from '../../content/source-text.ts';
import { toFilePath } from '../../shared/paths.ts';
import { assignIds } from '../assign-ids.ts';
import type { Markdown } from '../markdown.ts';
import { createPageCode } from '../mdx/page-code.ts';
import { lineSpan, type ParseSession, report } from '../parse-session.ts';

/** Renders Markdown of the frontmatter that has nothing but code blocks, with the locations of the file. */
export function landingCode(
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
