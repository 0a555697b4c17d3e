import { pick } from './words.ts';

/** A fenced code block in one of four languages; names come from `word`. */
export function codeBlock({ random, word }: CodeVoice): string {
  const { language, lines } = pick(SAMPLES, random);
  const name = word();
  const other = word();
  const body = lines.map((line) => line.replaceAll('NAME', name).replaceAll('OTHER', other));
  return ['```' + language, ...body, '```'].join('\n');
}

interface CodeVoice {
  readonly random: () => number;
  readonly word: () => string;
}

interface Sample {
  readonly language: string;
  readonly lines: readonly string[];
}

const SAMPLES: readonly Sample[] = [
  {
    language: 'ts',
    lines: [
      "import { createClient } from '@example/NAME';",
      '',
      "const client = createClient({ key: process.env['NAME_KEY'], timeout: 5_000 });",
      '',
      '/** Reads every OTHER of a NAME, page by page. */',
      'export async function* read(id: string): AsyncGenerator<Item> {',
      '  let cursor: string | undefined;',
      '  do {',
      '    const page = await client.list(`/NAME/${id}/OTHER`, { cursor, limit: 100 });',
      '    yield* page.items;',
      '    cursor = page.next; // undefined on the last page',
      '  } while (cursor !== undefined);',
      '}',
    ],
  },
  {
    language: 'bash',
    lines: [
      'export NAME_KEY="$(cat ~/.config/NAME/key)"',
      'curl --fail --silent "https://api.example.com/v1/NAME/42" \\',
      '  --header "Authorization: $NAME_KEY" \\',
      '  --data \'{"OTHER": true}\' |',
      "  jq -r '.items[] | .id'",
    ],
  },
  {
    language: 'json',
    lines: [
      '{',
      '  "id": "NAME_42",',
      '  "OTHER": { "enabled": true, "limit": 250, "ratio": 0.75 },',
      '  "labels": ["NAME", "OTHER", null],',
      '  "createdAt": "2026-01-31T12:00:00Z"',
      '}',
    ],
  },
  {
    language: 'python',
    lines: [
      'import json',
      'from urllib.request import Request, urlopen',
      '',
      '',
      'def fetch_NAME(key: str, limit: int = 100) -> list[dict]:',
      '    """Return the newest entries, at most `limit`."""',
      '    url = f"https://api.example.com/v1/NAME?limit={limit}"',
      '    request = Request(url, headers={"Authorization": key})',
      '    with urlopen(request) as response:',
      '        return [entry for entry in json.load(response) if entry["OTHER"]]',
    ],
  },
];
