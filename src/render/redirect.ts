import { escapeHtml } from '../shared/escape-html.ts';
import { fillText, texts } from '../shared/texts.ts';

/** A page that sends readers on, for hosts without redirects of their own; a link is there for everyone else. */
export function renderRedirect(target: string): string {
  const url = escapeHtml(target);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url=${url}">
<meta name="robots" content="noindex">
<link rel="canonical" href="${url}">
<title>${escapeHtml(fillText(texts.redirectTitle, { target }))}</title>
</head>
<body>
<p><a href="${url}">${escapeHtml(fillText(texts.redirectTitle, { target }))}</a></p>
</body>
</html>
`;
}
