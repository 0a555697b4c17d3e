import type { Token } from 'markdown-it';
import type { Span } from '../content/source-text.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Construct, ConstructPlace, Dialect } from '../dialects/dialect.ts';
import type { SiteDialect } from '../dialects/site-dialect.ts';
import { slugify } from '../shared/slug.ts';
import { type ParseSession, reportForeign } from './parse-session.ts';

/** Types of GitHub's alerts. */
const ALERTS = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'];

/** Constructs of tools without a dialect. */
const OTHERS: readonly Construct[] = [
  ['table of contents', /^\[\[_TOC_\]\]$/gm, 'remove the line: every page has one'],
  // `[[1]](url)` is a link, `[[ -f x ]]` a test of a shell.
  [
    'wiki link',
    /!?\[\[(?!_TOC_\]|toc\])([^\s[\]|#][^[\]|\n]{0,200})(?:\|([^[\]\n]{1,200}))?(?<!\s)\]\](?![([])/gi,
    ([whole, target = '', label = target]) =>
      whole.startsWith('!')
        ? `write ![${label}](./${target.trim()})`
        : `write a link such as [${label}](./${slugify(target.replace(/\.mdx?$/, ''))}.md), or \`${whole}\` for text`,
  ],
  [
    'directive',
    /^(?:\.\. ([a-z][\w-]*)::|:{3,}[ \t]*\{\.?([a-z][\w-]*)[^{}\n]*\})/gm,
    'write :::$1$2, and ::: where it ends',
  ],
  [
    'role',
    /(?<![\w:}]):(?:[a-z]+:)?(?:ref|doc|numref|term|func|class|meth|mod|attr|guilabel|file|download|envvar|option):(?=x)|\{(?:ref|doc|numref|term|download)\}(?=x)/g,
    'write a link, or code in backticks',
  ],
  [
    'inline tag',
    /\{@(?:link|linkcode|linkplain|code|see|inheritDoc)\b[^{}\n]*\}/g,
    'write a link, or code in backticks',
  ],
  [
    'include',
    /^include::[^\s[]+\[[^\]\n]*\]|\[!(?:INCLUDE\b|code-\w+\[)/gm,
    'write <Include file="…" />',
  ],
  ['block', /^\[block:[\w-]+\]/gm, 'write Markdown or a component'],
  ['formula', /^\$\$/g, 'add a plug-in that renders it: the manual has one for KaTeX'],
  ['comment', /(?<![%\w])%%(?!\s?%)[^%\n]{1,200}%%(?!%)/g, 'write <!-- … --> around a comment'],
  // `${{ secrets.KEY }}` belongs to workflows.
  [
    'variable',
    /(?<![$\\{])\{\{[ \t]*[A-Za-z_][\w.]*[ \t]*\}\}(?!\})/g,
    'define it in `variables` of the configuration, or write `$0` for text',
  ],
  [
    'shortcode',
    /\{(?:\{[<%]|%).*/g,
    'templates of other generators do not run here: write Markdown or a directive',
  ],
  [
    'alert',
    /^\[!(\w+)\]/g,
    ([, name = '']) =>
      `write [!${nearest(name, ALERTS) ?? 'NOTE'}]: the types are ${ALERTS.join(', ')}`,
  ],
  [
    'group of tabs',
    /<!--[ \t]*tabs:start[ \t]*-->/g,
    'write ::::tabs and :::tab[Label]',
    'comment',
  ],
];

/** The same, and those that files with JSX may contain. */
const WITH_JSX: readonly Construct[] = [
  ...OTHERS,
  [
    'import',
    /^import[ \t]+(?:[^'"\s][^'"]{0,500}?\sfrom\s+)?['"][^'"\n]+['"];?[ \t]*$/gm,
    'remove the line; write directives such as :::note and ::::tabs in place of components',
  ],
  [
    'export',
    /^export\s+(?:const|let|default|function)\s/g,
    'remove the lines, or write the page as a React page (.tsx)',
  ],
  ['comment', /\{\/\*[^]{0,500}?\*\/\}/g, 'write <!-- … --> around a comment'],
];

/** Code in which such syntax is what the page is about. */
const ABOUT_MARKUP = /^\s*(?:md|mdx|markdown|hbs|handlebars|jinja2?)\b/;

export interface ForeignScan {
  readonly dialect: SiteDialect;
  /** The source of a match in a token's content. */
  readonly spanOf: (token: Token, match: RegExpExecArray) => Span;
}

/** Reports constructs of other tools in a token; returns true if there is one. */
export function reportConstructs(session: ParseSession, token: Token, scan: ForeignScan): boolean {
  const { type, content, info } = token;
  if (type === 'inline') return report(session, { token, scan, place: undefined });
  if (type === 'fence')
    return (
      (content.includes('{{') || content.includes('8<')) &&
      !ABOUT_MARKUP.test(info) &&
      report(session, { token, scan, place: 'code' })
    );
  const isComment = /@include:|tabs:start/.test(content);
  return isComment && report(session, { token, scan, place: 'comment' });
}

interface Place {
  readonly token: Token;
  readonly scan: ForeignScan;
  readonly place: ConstructPlace;
}

function report(session: ParseSession, { token, scan, place }: Place): boolean {
  const { dialect, spanOf } = scan;
  const text = place === undefined ? blankCode(token.content) : token.content;
  const verb = place === 'comment' ? 'left out' : 'shown as text';
  let isFound = false;
  let shown: string | undefined;
  const look = ([name, pattern, remedy]: Construct, tool?: Dialect): void => {
    const key = tool === undefined ? name : `${tool.name} ${name}`;
    for (const match of text.matchAll(pattern)) {
      const first = session.foreign.get(key);
      // On a site with variables, each unknown one is reported already.
      const isUnknown = session.diagnostics.some(({ code }) => code === 'unknown-variable');
      if (first === undefined && name === 'variable' && isUnknown) return;
      // The text that is left of the Markdown.
      const texts = token.children?.filter(({ type }) => /^text(?:_special)?$/.test(type)) ?? [];
      shown ??= texts.map(({ content }) => content).join('') || token.content;
      // A plug-in may have made something of it.
      if (!shown.includes(match[0].trimStart().slice(0, 2))) continue;
      isFound = true;
      if (first !== undefined) first.count += 1;
      else {
        const start = tool && `looks like ${tool.name}: add '${tool.id}' to markdown.dialects, or `;
        const form =
          typeof remedy === 'function'
            ? remedy(match)
            : remedy.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');
        reportForeign(session, key, {
          span: spanOf(token, match),
          message: `the ${key} is ${verb}`,
          hint: `${start ?? ''}${form}`,
        });
      }
    }
  };
  for (const tool of dialect.otherTools)
    for (const construct of tool.constructs ?? [])
      if (construct[3] === place) look(construct, tool);
  for (const construct of session.isMdx ? OTHERS : WITH_JSX) {
    const isRead = construct[0] === 'variable' && dialect.ownVariables === true;
    if (construct[3] === place && !isRead) look(construct);
  }
  return isFound;
}

/** Replaces code and escaped characters in inline Markdown by as many letters. */
export function blankCode(text: string): string {
  const blank = ({ length }: string): string => 'x'.repeat(length);
  const quoted = text.includes('`') ? text.replace(/(`+)[^`]+\1(?!`)/g, blank) : text;
  const blanked = quoted.includes('</')
    ? quoted.replace(/<(code|kbd|pre|samp)\b[^>]{0,200}>[^]{0,1000}?<\/\1>/g, blank)
    : quoted;
  return blanked.includes('\\') ? blanked.replace(/\\[^\n]/g, 'xx') : blanked;
}
