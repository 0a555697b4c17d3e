/**
 * True if an `Accept` header (RFC 9110, 12.5.1) names Markdown and weighs it as much as HTML or more. Browsers never name it.
 */
export function prefersMarkdown(accept: string | null | undefined): boolean {
  const weights = new Map<string, number>();
  for (const range of (accept ?? '').slice(0, LONGEST).toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(type, Number(weight) || 0);
  }
  const markdown = weights.get('text/markdown') ?? 0;
  const html = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0;
  return markdown > 0 && markdown >= html;
}

/** Characters of a header that are read. */
const LONGEST = 4000;

/**
 * The same for servers that only have regular expressions: Markdown without a weight below 1. Of PCRE and RE2, regardless
 * of case.
 */
export const PREFERS_MARKDOWN =
  '(?:^|,)\\s*text/markdown(?:\\s*;\\s*(?:q=1(?:\\.0*)?|charset=[\\w-]+))*\\s*(?:,|$)';

/** The link of a page to its Markdown version (RFC 8288). */
export function markdownLink(href: string): string {
  return `<${href}>; rel="alternate"; type="text/markdown"`;
}
