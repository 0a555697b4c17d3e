import type { SampleRequest } from '../../../../../src/shared/request/sample-request.ts';

/** UiMessages that a careless writer breaks. */
export const HARD_TEXTS: readonly string[] = [
  "it's \"quoted\" ''",
  'a  b\tc',
  '$HOME ${HOME} $(id) `id` !! !1',
  'line one\nline two\n',
  'carriage\r\nreturn',
  'back\\slash \\n \\\\ \\u0041 end\\',
  '100% %41 %s',
  '@/etc/passwd',
  '-o/tmp/x --next',
  '<script>alert(1)</script> ${x} #{y}',
  'Zürich 日本語 😀 e\u0301',
  '\u2028 \u2029 \u202e \ufeff \u0007',
  '`back` ``quotes``',
  '; rm -rf / && | > < * ? [ ] { } ~ #',
  '=;type=text/html',
  '',
];

/** A request whose body, header and address hold a text. */
export function requestWith(text: string): SampleRequest {
  return {
    method: 'POST',
    url: `https://api.test/v1/things/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}`,
    headers: [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Note', value: text.replace(/[\0-\x1f]/g, ' ').trim() || 'none' },
    ],
    body: {
      kind: 'json',
      value: { [text]: text, list: [text, 1, true, false, null, -0.5], empty: {} },
    },
  };
}
