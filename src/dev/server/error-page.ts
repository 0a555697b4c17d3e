import { stripControls } from '../../diagnostics/frame.ts';
import { escapeHtml, type LiveMark, liveTag } from './live-script.ts';

/** What stands where no page can be shown. */
export interface ErrorPage {
  readonly title: string;
  readonly text: string;
  readonly mark: LiveMark;
}

/** A document of plain HTML with the live script, which shows the problems over it and loads it anew in time. */
export function errorPage({ title, text, mark }: ErrorPage): Buffer {
  const paragraphs = stripControls(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>\n`);
  return Buffer.from(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${liveTag(mark)}</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs.join('')}</main>
</body>
</html>
`,
  );
}

/** The message of anything that can be thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
