import type { Token } from 'markdown-it';
import { type Dialect, LAYOUTS } from '../config/dialects.ts';
import type { Span } from '../content/source-text.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { slugify } from '../shared/slug.ts';
import { type ParseSession, reportForeign } from './parse-session.ts';

/** A construct of other tools that is not rendered unless its dialect is on. */
interface Construct {
  readonly name: string;
  /** Global; runs on a block's text with code and escapes blanked out. */
  readonly pattern: RegExp;
  /** The docwright form. */
  readonly remedy: (match: RegExpExecArray) => string;
  readonly dialects: readonly [] | readonly [Dialect];
  /** Dialects that have their own reports of it. */
  readonly reportedBy?: readonly Dialect[];
  /** A finding that says the same. */
  readonly reportedAs?: DiagnosticCode;
  /** True for what files with JSX may contain. */
  readonly isJsx?: true;
}

/** GitHub's. */
const ALERTS = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'];

const CONSTRUCTS: readonly Construct[] = [
  {
    name: 'admonition',
    pattern: /^(?:!!!|\?\?\?\+?)[ \t]*([\w-]+)/gm,
    remedy: ([, name]) => `write :::${name}, and ::: where it ends`,
    dialects: ['mkdocs'],
  },
  {
    name: 'block',
    pattern: /^\/{3,}[ \t]*([a-z][\w-]*)/gm,
    remedy: ([, name]) => `write :::${name}, and ::: where it ends`,
    dialects: ['mkdocs'],
  },
  {
    name: 'tab',
    pattern: /^===[!+]?[ \t]*["']([^"'\n]*)["']/gm,
    remedy: ([, label]) => `write :::tab[${label}] inside of ::::tabs`,
    dialects: ['mkdocs'],
  },
  {
    name: 'snippet',
    pattern: /^[ \t]*(?:-+8<-+|\{[*!][> ]).*$/gm,
    remedy: () => 'write <Include file="…" />',
    dialects: ['mkdocs'],
  },
  {
    name: 'list of attributes',
    pattern:
      /\{:[^{}\n]*\}|(?<!\{)(?<!(?:^|\n):{3,}[ \t]*)\{(?:[ \t]?\.|[ \t]#)[\w-]+(?:[ \t][^{}\n]*)?\}/g,
    remedy: () => 'remove it',
    dialects: ['mkdocs'],
  },
  {
    name: 'key',
    pattern: /(?<![\w+])\+\+[a-z][\w"-]*(?:\+[\w"-]+)*\+\+(?![\w+])/g,
    remedy: ([keys]) => `write <kbd>${keys.slice(2, -2)}</kbd>`,
    dialects: ['mkdocs'],
  },
  {
    name: 'icon',
    pattern: /:(?:material|fontawesome|octicons|simple)-[\w-]+:/g,
    remedy: () => 'remove it, or write an emoji',
    dialects: ['mkdocs'],
  },
  {
    name: 'definition',
    pattern: /(?<=[^\n]\n):[ \t]{2,}\S.*$/gm,
    remedy: () => 'write a list',
    dialects: ['mkdocs'],
  },
  {
    name: 'abbreviation',
    pattern: /^\*\[[^\]\n]+\]:[ \t].*$/gm,
    remedy: () => 'remove the line',
    dialects: ['mkdocs'],
  },
  {
    name: 'reference',
    pattern: /^:::[ \t]*[A-Za-z_]\w*\.[\w.]+/gm,
    remedy: () => 'remove the line',
    dialects: ['mkdocs'],
  },
  {
    name: 'table of contents',
    pattern: /^\[TOC\]$/gm,
    remedy: () => 'remove the line: every page has one',
    dialects: ['mkdocs'],
  },
  {
    name: 'table of contents',
    pattern: /^\[\[toc\]\]/gim,
    remedy: () => 'remove the line: every page has one',
    dialects: ['vitepress'],
  },
  {
    name: 'include',
    pattern: /\{\{[ \t]*#[a-z]\w*[^{}\n]*\}\}/g,
    remedy: () => 'write <Include file="…" />',
    dialects: ['mdbook'],
  },
  {
    name: 'import of code',
    pattern: /^(?:<<<[ \t]*[@./\w]|@\[code).*$/gm,
    remedy: () => 'write a code block',
    dialects: ['vitepress'],
  },
  {
    name: 'variable',
    pattern: /\{\{[ \t]*\$(?:frontmatter|page|params|site|theme)\b[^{}\n]*\}\}/g,
    remedy: () => 'write the value here',
    dialects: ['vitepress'],
  },
  {
    name: 'table of contents',
    pattern: /^\[\[_TOC_\]\]$/gm,
    remedy: () => 'remove the line: every page has one',
    dialects: [],
  },
  {
    // `[[1]](url)` is a link, `[[ -f x ]]` a test of a shell.
    name: 'wiki link',
    pattern:
      /!?\[\[(?!_TOC_\]|toc\])([^\s[\]|#][^[\]|\n]{0,200})(?:\|([^[\]\n]{1,200}))?(?<!\s)\]\](?![([])/gi,
    remedy: ([whole, target = '', label = target]) =>
      whole.startsWith('!')
        ? `write ![${label}](./${target.trim()})`
        : `write a link such as [${label}](./${fileOf(target)}), or \`${whole}\` for text`,
    dialects: [],
  },
  {
    name: 'directive',
    pattern: /^(?:\.\. ([a-z][\w-]*)::|:{3,}[ \t]*\{\.?([a-z][\w-]*)[^{}\n]*\})/gm,
    remedy: ([, name, other = name]) => `write :::${other}, and ::: where it ends`,
    dialects: [],
  },
  {
    name: 'role',
    pattern:
      /(?<![\w:}]):(?:[a-z]+:)?(?:ref|doc|numref|term|func|class|meth|mod|attr|guilabel|file|download|envvar|option):(?=x)|\{(?:ref|doc|numref|term|download)\}(?=x)/g,
    remedy: () => 'write a link, or code in backticks',
    dialects: [],
  },
  {
    name: 'inline tag',
    pattern: /\{@(?:link|linkcode|linkplain|code|see|inheritDoc)\b[^{}\n]*\}/g,
    remedy: () => 'write a link, or code in backticks',
    dialects: [],
  },
  {
    name: 'include',
    pattern: /^include::[^\s[]+\[[^\]\n]*\]|\[!(?:INCLUDE\b|code-\w+\[)/gm,
    remedy: () => 'write <Include file="…" />',
    dialects: [],
  },
  {
    name: 'block',
    pattern: /^\[block:[\w-]+\]/gm,
    remedy: () => 'write Markdown or a component',
    dialects: [],
  },
  {
    name: 'formula',
    pattern: /^\$\$/g,
    remedy: () => 'add a plug-in that renders it: the manual has one for KaTeX',
    dialects: [],
  },
  {
    name: 'mark',
    pattern: /(?<![=\w{])==(?![\s=])[^=\n]{1,200}(?<!\s)==(?![=\w}])/g,
    remedy: ([marked]) => `write <mark>${marked.slice(2, -2)}</mark>`,
    dialects: ['mkdocs'],
  },
  {
    name: 'comment',
    pattern: /(?<![%\w])%%(?!\s?%)[^%\n]{1,200}%%(?!%)/g,
    remedy: () => 'write <!-- … --> around a comment',
    dialects: [],
  },
  {
    // `${{ secrets.KEY }}` belongs to workflows.
    name: 'variable',
    pattern: /(?<![$\\{])\{\{[ \t]*[A-Za-z_][\w.]*[ \t]*\}\}(?!\})/g,
    remedy: ([variable]) =>
      `define it in \`variables\` of the configuration, or write \`${variable}\` for text`,
    dialects: [],
    reportedBy: ['vitepress', 'mkdocs'],
    reportedAs: 'unknown-variable',
  },
  {
    name: 'shortcode',
    pattern: /\{(?:\{[<%]|%).*/g,
    remedy: () => 'templates of other generators do not run here: write Markdown or a directive',
    dialects: [],
  },
  {
    name: 'alert',
    pattern: /^\[!(\w+)\]/g,
    remedy: ([, name = '']) =>
      `write [!${nearest(name, ALERTS) ?? 'NOTE'}]: the types are ${ALERTS.join(', ')}`,
    dialects: [],
  },
  {
    name: 'import',
    isJsx: true,
    pattern: /^import[ \t]+(?:[^'"\s][^'"]{0,500}?\sfrom\s+)?['"][^'"\n]+['"];?[ \t]*$/gm,
    remedy: () =>
      'remove the line; write directives such as :::note and ::::tabs in place of components',
    dialects: [],
  },
  {
    name: 'export',
    isJsx: true,
    pattern: /^export\s+(?:const|let|default|function)\s/g,
    remedy: () => 'remove the lines, or write the page as a React page (.tsx)',
    dialects: [],
  },
  {
    name: 'comment',
    isJsx: true,
    pattern: /\{\/\*[^]{0,500}?\*\/\}/g,
    remedy: () => 'write <!-- … --> around a comment',
    dialects: [],
  },
];

const IN_CODE: readonly Construct[] = [
  {
    name: 'include',
    pattern: /(?<!\\)\{\{[ \t]*#(?:rustdoc_)?include\b[^{}\n]*\}\}/g,
    remedy: () => 'write file="…" after the language of an empty code block',
    dialects: ['mdbook'],
  },
  {
    name: 'snippet',
    pattern: /^[ \t]*-+8<-+[ \t].*$/gm,
    remedy: () => 'write file="…" after the language of an empty code block',
    dialects: ['mkdocs'],
  },
];

const IN_HTML: readonly Construct[] = [
  {
    name: 'group of tabs',
    pattern: /<!--[ \t]*tabs:start[ \t]*-->/g,
    remedy: () => 'write ::::tabs and :::tab[Label]',
    dialects: [],
  },
  {
    name: 'include',
    pattern: /<!--[ \t]*@include:.*/g,
    remedy: () => 'write <Include file="…" />',
    dialects: ['vitepress'],
  },
];

/** Code in which such syntax is what the page is about. */
const ABOUT_MARKUP = /^\s*(?:md|mdx|markdown|hbs|handlebars|jinja2?)\b/;

export interface ForeignScan {
  /** Their constructs are not reported: they are rendered. */
  readonly dialects: readonly Dialect[];
  /** The source of a match in a token's content. */
  readonly spanOf: (token: Token, match: RegExpExecArray) => Span;
}

/** Reports constructs of other tools in a token; returns true if there is one. */
export function reportConstructs(session: ParseSession, token: Token, scan: ForeignScan): boolean {
  const { type, content } = token;
  if (type === 'inline') return note(session, { token, scan, constructs: CONSTRUCTS });
  const isCode = type === 'fence' && (content.includes('{{') || content.includes('8<'));
  if (isCode && !ABOUT_MARKUP.test(token.info))
    return note(session, { token, scan, constructs: IN_CODE });
  const isComment = type === 'html_block' && /@include:|tabs:start/.test(content);
  return isComment && note(session, { token, scan, constructs: IN_HTML });
}

interface Noting {
  readonly token: Token;
  readonly scan: ForeignScan;
  readonly constructs: readonly Construct[];
}

function note(session: ParseSession, { token, scan, constructs }: Noting): boolean {
  const text = token.type === 'inline' ? blankCode(token.content) : token.content;
  let isFound = false;
  let shown: string | undefined;
  for (const { name, pattern, remedy, dialects, reportedBy, reportedAs, isJsx } of constructs) {
    const [dialect] = dialects;
    if (reportedBy?.some((one) => scan.dialects.includes(one)) === true) continue;
    if (isJsx === true && session.isMdx) continue;
    if (dialect !== undefined && scan.dialects.includes(dialect)) continue;
    const tool = dialect === undefined ? '' : LAYOUTS[dialect].name;
    for (const match of text.matchAll(pattern)) {
      if (reportedAs !== undefined && isReported(session, reportedAs)) break;
      shown ??= shownText(token);
      // A plug-in may have made something of it.
      if (!shown.includes(match[0].trimStart().slice(0, 2))) continue;
      isFound = true;
      const known = session.foreign.get(`${tool} ${name}`);
      if (known !== undefined) {
        known.count += 1;
        continue;
      }
      // On a site with variables, each unknown one is reported already, before anything else.
      if (
        name === 'variable' &&
        session.diagnostics.some(({ code }) => code === 'unknown-variable')
      )
        continue;
      reportForeign(session, `${tool} ${name}`, {
        span: scan.spanOf(token, match),
        message:
          `the ${tool} ${name} is ${token.type === 'html_block' ? 'left out' : 'shown as text'}`.replace(
            '  ',
            ' ',
          ),
        hint:
          dialect === undefined
            ? remedy(match)
            : `looks like ${tool}: add '${dialect}' to markdown.dialects, or ${remedy(match)}`,
      });
    }
  }
  return isFound;
}

/** True if a file has a finding that includes the one of a construct; the first construct of a file decides. */
function isReported({ diagnostics, foreign }: ParseSession, reportedAs: DiagnosticCode): boolean {
  return !foreign.has(' variable') && diagnostics.some(({ code }) => code === reportedAs);
}

/** The text that is left of a token's Markdown. */
function shownText({ children, content }: Token): string {
  const texts = children?.filter(({ type }) => type === 'text' || type === 'text_special') ?? [];
  return texts.length === 0 ? content : texts.map((token) => token.content).join('');
}

/** The file that a name of a page most likely means. */
function fileOf(target: string): string {
  return `${slugify(target.replace(/\.mdx?$/, ''))}.md`;
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
