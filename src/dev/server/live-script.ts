import { escapeHtml } from '../../shared/escape-html.ts';
import { LIVE_FOLDER, type LiveState } from '../../shared/live.ts';

/** What a document says of itself to the live script. */
export interface LiveMark {
  readonly baseUrl: string;
  readonly state: LiveState;
  readonly status: 200 | 404 | 500;
}

/** The state that a document is made of as long as there is no site: every other one is newer. */
export const NO_STATE: LiveState = { version: -1, shell: '', styles: { href: '', integrity: '' } };

/** The element that loads the live script. */
export function liveTag({ baseUrl, state, status }: LiveMark): string {
  const src = `${baseUrl}${LIVE_FOLDER}/live.js`;
  return `<script type="module" src="${escapeHtml(src)}" data-state="${escapeHtml(JSON.stringify(state))}" data-status="${status}"></script>`;
}

/** A document of the site with the live script at the end of its head; all other bytes stay. Redirect pages get none. */
export function withLiveScript(content: string | Uint8Array, mark: LiveMark): Uint8Array {
  const bytes = Buffer.from(content);
  const end = bytes.includes('<div id="dw-root">') ? bytes.indexOf('</head>') : -1;
  if (end < 0) return bytes;
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(liveTag(mark)), bytes.subarray(end)]);
}
