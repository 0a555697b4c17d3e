/** Checks a built site as agents read it: its list of pages, its Markdown versions, and whether questions can be answered. */
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/diagnostic.ts';
import { readArguments } from '../mcp/arguments.ts';
import type { BuiltFolder } from '../mcp/read-folder.ts';
import { type BuiltSite, createBuiltSite, isFailure } from '../mcp/built-site.ts';
import { inDefaultLocale } from '../mcp/find-page.ts';
import { createTools } from '../mcp/tools.ts';
import {
  markdownFile,
  parseUrl,
  pathToRoute,
  readUrlPath,
  routeFile,
  toRoute,
} from '../shared/paths.ts';
import type { SiteFacts } from '../shared/site-facts.ts';
import type { Question } from './read-questions.ts';

export interface AgentsReport {
  readonly pages: number;
  readonly questions: number;
  readonly answered: number;
  /** Median of the tokens that an answer took. */
  readonly tokens: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Characters from which programs cut a page or a list. */
const MOST_CHARACTERS = 50_000;

export interface AgentsInput {
  /** The paths of all files in the folder. */
  readonly files: ReadonlySet<string>;
  /** The name of the folder in findings. */
  readonly shown: string;
  readonly questions: readonly Question[];
}

/** Checks a built folder; undefined if it has no site of this version. */
export async function checkAgents(
  folder: BuiltFolder,
  { files, shown, questions }: AgentsInput,
): Promise<AgentsReport | undefined> {
  const built = createBuiltSite(folder);
  const site = await built.site();
  if (isFailure(site)) return undefined;
  const found: Diagnostic[] = [];
  const report = (code: 'agents-list' | 'agents-page', file: string, message: string): void =>
    void found.push(diagnostic(code, { message, location: startOf(file) }));
  const linked = new Set<string>();
  let pages = 0;
  for (const file of [...files].sort()) {
    const isList = /(?:^|\/)llms(?:\/.*)?\.txt$/.test(file);
    const document = routeFile(
      pathToRoute(toRoute(file.replace(/(?:^index)?\.md$/, ''))),
      site.site,
    );
    // Other files may be static ones, or skills.
    if (!isList && !(file.endsWith('.md') && files.has(document))) continue;
    if (!isList) pages += 1;
    const text = (await folder.read(file)) ?? '';
    const html = isList ? undefined : await folder.read(document);
    for (const problem of checkText(site, { file, text, html, files, linked }))
      report(isList ? 'agents-list' : 'agents-page', `${shown}/${file}`, `${file} ${problem}`);
  }
  if (files.has('llms.txt')) {
    const all = await built.pages({});
    const routes = isFailure(all) ? [] : all.map(({ route }) => route);
    const lost = routes.filter((route) => {
      const file = markdownFile(inDefaultLocale(site, route));
      return files.has(file) && !linked.has(file) && !linked.has(markdownFile(route));
    });
    const names = lost.slice(0, 3).join(', ') + (lost.length > 3 ? ' …' : '');
    if (lost.length > 0)
      report('agents-list', `${shown}/llms.txt`, `no list leads to ${lost.length} pages: ${names}`);
  } else report('agents-list', shown, 'the site has no llms.txt, by which agents find its pages');
  const asked = [];
  for (const question of questions) asked.push(await askQuestion(built, site, question));
  const tokens = asked.flatMap((one) => (one.missing.length === 0 ? [one.tokens] : []));
  return {
    pages,
    questions: questions.length,
    answered: asked.filter((one) => one.problem === undefined).length,
    tokens: tokens.toSorted((one, other) => one - other)[Math.floor(tokens.length / 2)] ?? 0,
    diagnostics: [...found, ...asked.flatMap(({ problem }) => problem ?? [])],
  };
}

interface BuiltText {
  readonly file: string;
  readonly text: string;
  /** The start of the page, for a Markdown version. */
  readonly html: string | undefined;
  readonly files: ReadonlySet<string>;
  /** Receives the files that it links to. */
  readonly linked: Set<string>;
}

/** Lists the problems of a list of pages or a Markdown version. */
function checkText(
  site: SiteFacts,
  { file, text, html, files, linked }: BuiltText,
): readonly string[] {
  const problems: string[] = [];
  if (text.length > MOST_CHARACTERS)
    problems.push(`has ${text.length} characters, and programs cut it after ${MOST_CHARACTERS}`);
  const prose = text.replace(CODE, '');
  if (/^ *(?:`{3,}|~{3,})/m.test(prose)) problems.push('has a code block that does not end');
  if (html === undefined) {
    if (!text.startsWith('# ')) problems.push('does not begin with a title');
    if (!/^- \[/m.test(text)) problems.push('lists no page');
  } else if (files.has('llms.txt')) {
    if (!/^> .*llms\.txt/.test(text))
      problems.push('does not begin with a line that names llms.txt');
    if (!/class="for-agents"[^>]*>[^<]*llms\.txt/.test(html))
      problems.push('has a page whose HTML does not name llms.txt');
  }
  for (const [, href = ''] of prose.matchAll(/(?<!\\)\]\(([^()\s]+)\)/g)) {
    const { url = 'https://docs.invalid' } = site;
    const target = parseUrl(href, `${url}${site.site.baseUrl}${encodeURI(file)}`);
    if (target === undefined || target.origin !== parseUrl(url)?.origin) continue;
    if (site.url !== undefined && !/^(?:[a-z][a-z\d+.-]*:|#)/i.test(href))
      problems.push(`links to ${href}, which leads nowhere from a copy: the host is missing`);
    const path = readUrlPath(target.pathname, site.site)?.slice(1);
    if (path !== undefined) linked.add(path);
    const isFile = path !== undefined && (files.has(path) || !/\.(?:md|txt)$/.test(path));
    if (!isFile) problems.push(`links to ${href}, which is not there`);
  }
  return problems;
}

/** Blocks and spans of code. */
const CODE = /^ *(`{3,}|~{3,}).*?^ *\1[`~]* *$|(?<![\\`])(`+)(?!`).*?(?<!`)\2(?!`)/gms;

/** Results of a search that are read: the first ones of different pages. */
const READS = 2;
/** Characters of a read for a token of the budget, so that the reads and the results of the search are within it. */
const READ_SHARE = 1.6;

/** Searches for a question and reads the first results, as an agent with the tools of `docs mcp` does. */
async function askQuestion(built: BuiltSite, site: SiteFacts, question: Question) {
  const { ask, answer, budget, location } = question;
  const tools = new Map(createTools(site).map((tool) => [tool.name, tool]));
  let tokens = 0;
  let read = '';
  const addresses = new Set<string>();
  const call = async (name: string, given: object): Promise<object> => {
    const tool = tools.get(name);
    const args = tool && readArguments(tool.inputSchema, given);
    if (tool === undefined || args === undefined || isFailure(args)) return {};
    const result = await tool.run(built, args);
    tokens += Math.ceil(JSON.stringify(result).length / 4);
    return result;
  };
  const searched = await call('search', { query: ask });
  const paths = [...JSON.stringify(searched).matchAll(/"path":"([^"]*)"/g)].map(
    ([, path = '']) => path,
  );
  const isMissing = (part: string): boolean =>
    part.startsWith('/') ? !addresses.has(part) : !hasWords(read, part);
  const isOther = (path: string, index: number): boolean =>
    paths.findIndex((one) => one.replace(/#.*/, '') === path.replace(/#.*/, '')) === index;
  const chosen = paths.filter(isOther).slice(0, READS);
  for (const path of chosen) {
    if (!answer.some(isMissing)) break;
    for (const end of ['', /#.*$/]) addresses.add(path.replace(end, '').replace(/\/(?=#|$)/, ''));
    const result = await call('read_page', {
      path,
      limit: Math.max(100, Math.floor(budget * READ_SHARE)),
    });
    if ('texts' in result) read += `\n${JSON.stringify(result.texts)}`;
  }
  const missing = answer.filter(isMissing);
  const isOver = tokens > budget;
  if (missing.length === 0 && !isOver) return { tokens, missing, problem: undefined };
  const message =
    missing.length > 0
      ? `"${ask}" is not answered by the first two results: ${missing.map((part) => JSON.stringify(part)).join(', ')} is not in ${chosen.join(' and ') || 'any result'}`
      : `"${ask}" is answered with ${tokens} tokens, which is more than ${budget}`;
  return { tokens, missing, problem: diagnostic('question-missed', { message, location }) };
}

/** True if a text names all parts of an answer: its words, and its addresses with or without host and final slash. */
export function isAnswered(answer: Question['answer'], text: string): boolean {
  const addresses = text.replace(/\/(?=[#?)\]>"'\s]|$)/g, '');
  return answer.every((part) =>
    part.startsWith('/')
      ? addresses
          .split(part)
          .slice(1)
          .some((rest) => !/^[\w/-]/.test(rest))
      : hasWords(text, part),
  );
}

/** True if a text has words, without regard to case, white space and escapes. */
function hasWords(text: string, words: string): boolean {
  const squeeze = (one: string): string => one.toLowerCase().replace(/\\n|[\s\\]+/g, ' ');
  return squeeze(text).includes(squeeze(words));
}
