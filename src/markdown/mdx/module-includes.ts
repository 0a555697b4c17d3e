import type { IncludeSyntax } from '../expand/include-syntax.ts';
import { PROPS } from './page-code.ts';

const IMPORT = /^import\s+([A-Z]\w*)\s+from\s+["']([^"'\n]+\.mdx?)["']/gm;

/** The Markdown files that a page imports and shows by `<Part />`, with attributes that are the `props` in them. */
export function moduleIncludes(body: string): readonly IncludeSyntax[] {
  if (!body.includes('import ')) return [];
  return [...body.matchAll(IMPORT)].map(([, name = '', path = '']) =>
    // Paths below the site begin with `@site`.
    partInclude(name, path.replace(/^@site(?=\/)/, '')),
  );
}

function partInclude(name: string, path: string): IncludeSyntax {
  return {
    mark: `<${name}`,
    pattern: new RegExp(`<${name}(\\s[^<>]*)?/>`, 'g'),
    read: ([, attributes = ''], inCode) => {
      if (inCode) return undefined;
      const include = { kind: 'file', request: { path }, linksFrom: 'file' } as const;
      if (attributes.trim() === '') return include;
      return { ...include, tags: [`<${PROPS}${attributes}>`, `</${PROPS}>`] };
    },
  };
}
