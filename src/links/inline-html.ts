/** A range of a text; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

// CommonMark 6.6: a tag in a line of text is well-formed or no tag.
const TAG =
  /<\/?[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|"[^"]*"|'[^']*'))?)*\s*\/?>/iy;
// CommonMark 6.5.
const AUTOLINK = /<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>/iy;

/**
 * Finds the raw HTML in the inline content of a Markdown block: comments and tags that are not inside a code span, a
 * tag's attribute or an autolink. Reads from left to right as CommonMark does; linear in the text's length.
 */
export function inlineHtml(content: string): readonly TextRange[] {
  const found: TextRange[] = [];
  const closing = createCodeSpans(content);
  const htmlEnd = createHtmlEnds(content);
  const autolinkEnd = stickyEnd(AUTOLINK, content);
  const special = /[\\`<]/g;
  for (let match = special.exec(content); match !== null; match = special.exec(content)) {
    const at = match.index;
    const end = match[0] === '<' ? htmlEnd(at) : undefined;
    if (end !== undefined) found.push({ start: at, end });
    if (match[0] === '\\') special.lastIndex = at + 2;
    else if (match[0] === '`') special.lastIndex = closing(at);
    else special.lastIndex = end ?? autolinkEnd(at) ?? at + 1;
  }
  return found;
}

/** Tells where something that begins at a place ends. */
type EndFinder = (at: number) => number | undefined;

function createHtmlEnds(content: string): EndFinder {
  const tagEnd = stickyEnd(TAG, content);
  const lastClose = content.lastIndexOf('-->');
  return (at) => {
    if (!content.startsWith('<!--', at)) return tagEnd(at);
    // `<!-->` and `<!--->` are whole comments.
    return lastClose < at + 2 ? undefined : content.indexOf('-->', at + 2) + 3;
  };
}

function stickyEnd(pattern: RegExp, content: string): EndFinder {
  const sticky = new RegExp(pattern);
  return (at) => {
    sticky.lastIndex = at;
    return sticky.test(content) ? sticky.lastIndex : undefined;
  };
}

/** Tells where a run of backticks ends what it opens: after the next run of the same length, else after itself. */
function createCodeSpans(content: string): (at: number) => number {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of content.matchAll(/`+/g)) {
    const starts = runs.get(run.length) ?? [];
    starts.push(index);
    runs.set(run.length, starts);
  }
  for (const starts of runs.values()) starts.reverse();
  return (at) => {
    let end = at;
    while (content[end] === '`') end += 1;
    const starts = runs.get(end - at) ?? [];
    // Runs are asked for from left to right, so what lies behind is of no use any more.
    while ((starts.at(-1) ?? end) < end) starts.pop();
    const close = starts.at(-1);
    return close === undefined ? end : close + end - at;
  };
}
