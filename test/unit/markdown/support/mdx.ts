import { createSourceText } from '../../../../src/content/source-text.ts';
import { createMarkdown } from '../../../../src/markdown/markdown.ts';
import { CODE_MARK } from '../../../../src/markdown/mdx/page-code.ts';
import {
  createSession,
  type ParseSession,
  type SessionHolder,
} from '../../../../src/markdown/parse-session.ts';
import { articleMessages } from '../../../../src/shared/ui-messages.ts';

/** Markdown read as MDX. */
export interface MdxRead {
  /** The HTML, without attributes of its own, with elements and expressions as they are written. */
  readonly html: string;
  /** The diagnostics: `3:5 message`. */
  readonly problems: readonly string[];
  readonly modules: readonly string[];
  readonly session: ParseSession;
}

/** Reads MDX without running it. */
export function readMdx(text: string): MdxRead {
  const source = createSourceText('a.mdx', text);
  const session = createSession({
    source,
    messages: articleMessages,
    bodyStart: 0,
    bodyLine: 0,
    isMdx: true,
  });
  const holder: SessionHolder = { session };
  const { md } = createMarkdown(holder, { isMdx: true });
  const rendered = md.render(source.text, { references: Object.create(null) });
  const html = rendered
    .replace(/<(\w+)\s[^>]*>/g, '<$1>')
    .replace(/(?<=<\/?(?:p|[uo]l|li|blockquote|h\d|t\w+|div|aside|section|figure)>)\n/g, '')
    .replace(CODE_MARK, (_, sign: string, index: string) => mark(session, sign, Number(index)))
    .trim();
  const problems = session.diagnostics.map(
    ({ location, message }) => `${location?.line}:${location?.column} ${message}`,
  );
  return { html, problems, modules: session.code?.modules.map((part) => part.text) ?? [], session };
}

function mark({ code }: ParseSession, sign: string, index: number): string {
  if (sign === '=') return `{${code?.expressions[index]?.text}}`;
  const { name = '', attributes: written = [] } = code?.elements[index] ?? {};
  if (sign === '>') return `</${name}>`;
  const attributes = written.map(({ name: key, kind, text }) => {
    if (kind === 'name') return ` ${key}`;
    if (key === '') return ` {${text}}`;
    return ` ${key}=${kind === 'expression' ? `{${text}}` : `"${text}"`}`;
  });
  return `<${name}${attributes.join('')}>`;
}
