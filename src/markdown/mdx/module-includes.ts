import type { IncludeSyntax } from '../expand/include-syntax.ts';

const IMPORT = /^import\s+(\w+)\s+from\s+["']([^"'\n]+)["']/gm;
const SOURCE = /^!!raw-loader!|\?raw$/;

/**
 * The files that a page imports and shows: Markdown by `<Part />`, code by `<CodeBlock>{source}</CodeBlock>` and
 * `<Code code={source} />`.
 */
export function moduleIncludes(body: string): readonly IncludeSyntax[] {
  const hasImports = body.includes('import ') && /\.mdx?["']|raw/.test(body);
  if (!hasImports) return [];
  const imports = new Map(
    [...body.matchAll(IMPORT)].map(([, name = '', path = '']) => [name, path]),
  );
  return [...imports].flatMap(([name, path]) => {
    if (SOURCE.test(path)) return sourceIncludes(name, pathOf(path));
    return /\.mdx?$/.test(path) && /^[A-Z]/.test(name) ? [partInclude(name, pathOf(path))] : [];
  });
}

/** Paths below the site begin with `@site`. */
function pathOf(path: string): string {
  return path
    .replace(/^!!raw-loader!/, '')
    .replace(/\?raw$/, '')
    .replace(/^@site(?=\/)/, '');
}

function partInclude(name: string, path: string): IncludeSyntax {
  return {
    mark: `<${name}`,
    pattern: new RegExp(`<${name}(?:\\s[^<>]*)?/>`, 'g'),
    read: (_, inCode) =>
      inCode ? undefined : { kind: 'file', request: { path }, linksFrom: 'file' },
  };
}

function sourceIncludes(name: string, path: string): readonly IncludeSyntax[] {
  const patterns = [
    `<CodeBlock\\b([^<>]*)>\\s*\\{${name}\\}\\s*</CodeBlock>`,
    `<Code\\b([^<>{]*)code=\\{${name}\\}([^<>{]*)/>`,
  ];
  return patterns.map((pattern) => ({
    mark: name,
    pattern: new RegExp(pattern, 'g'),
    read: ([, before = '', after = ''], inCode) => {
      const fence = codeInfo(`${before} ${after}`, path);
      return inCode ? undefined : { kind: 'file', request: { path }, linksFrom: 'page', fence };
    },
  }));
}

function codeInfo(attributes: string, path: string): string {
  const value = (name: string): string | undefined =>
    new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes)?.slice(1).find(Boolean);
  const language = value('language') ?? value('lang') ?? /\.(\w+)$/.exec(path)?.[1] ?? '';
  const title = value('title');
  return title === undefined ? language : `${language} title="${title.replaceAll('"', "'")}"`;
}
