import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../../src/diagnostics/format.ts';
import { codeFrame, sourceLines } from '../../../src/diagnostics/frame.ts';

const SOURCE = 'one\nSee [the draw](./overview.md#draws) for more.\nthree\n';
const finding = diagnostic('anchor-not-found', {
  message: 'no heading "#draws" on /docs/overview',
  location: { file: 'content/a.md', line: 2, column: 16, endLine: 2, endColumn: 35 },
  hint: 'the nearest heading there is "#draw"',
});
const input = { diagnostics: [finding], read: () => SOURCE, complete: true };

describe('pretty', () => {
  it('prints location, message, frame and hint', () => {
    expect(formatDiagnostics('pretty', input)).toBe(
      [
        'content/a.md:2:16  error  anchor-not-found',
        '  no heading "#draws" on /docs/overview',
        '  2 | See [the draw](./overview.md#draws) for more.',
        '    |                ^^^^^^^^^^^^^^^^^^^',
        '  hint: the nearest heading there is "#draw"',
        '',
      ].join('\n'),
    );
  });

  it('names the configuration path', () => {
    const entry = diagnostic('config-type', {
      message: 'expected a string',
      location: { file: 'site.config.ts', line: 1, column: 1, pointer: 'navbar.items[2].to' },
    });
    const text = formatDiagnostics('pretty', {
      ...input,
      diagnostics: [entry],
      read: () => undefined,
    });
    expect(text).toContain('site.config.ts:1:1  error  config-type  navbar.items[2].to');
  });

  it('sorts by file, line and column', () => {
    const at = (file: string, line: number, column: number) =>
      diagnostic('empty-href', { message: 'm', location: { file, line, column } });
    const text = formatDiagnostics('pretty', {
      ...input,
      read: () => undefined,
      diagnostics: [at('b.md', 1, 1), at('a.md', 10, 1), at('a.md', 9, 7), at('a.md', 9, 2)],
    });
    expect(text.match(/^\S+:\d+:\d+/gm)).toEqual(['a.md:9:2', 'a.md:9:7', 'a.md:10:1', 'b.md:1:1']);
  });

  it('folds equal warnings of many files, but never errors', () => {
    const at = (code: 'empty-href' | 'page-not-found', line: number) =>
      diagnostic(code, { message: 'the same', location: { file: 'a.md', line, column: 1 } });
    const warnings = Array.from({ length: 20 }, (_, line) => at('empty-href', line + 1));
    const errors = Array.from({ length: 20 }, (_, line) => at('page-not-found', line + 1));
    const text = formatDiagnostics('pretty', {
      ...input,
      read: () => undefined,
      diagnostics: [...warnings, ...errors],
    });
    expect(text.match(/ {2}error {2}/g)).toHaveLength(20);
    expect(text.match(/^a.md.* {2}warning {2}/gm)).toHaveLength(5);
    expect(text).toContain('  15 more  warning  empty-href  from a.md:6:1\n');
  });

  it('lists a frontmatter key once, with the number of files', () => {
    const at = (file: string, message: string) =>
      diagnostic('frontmatter-unknown-key', { message, location: { file, line: 2, column: 1 } });
    const diagnostics = [at('a.md', 'k'), at('a.md', 'l'), at('b.md', 'k'), at('c.md', 'k')];
    const settings = { ...input, read: () => undefined, diagnostics };
    const text = formatDiagnostics('pretty', settings);
    expect(text.match(/^[a-c]\.md.*\n.*/gm)).toEqual([
      'a.md:2:1  warning  frontmatter-unknown-key\n  k (in 3 files)',
      'a.md:2:1  warning  frontmatter-unknown-key\n  l',
    ]);
    expect(text).not.toContain('Not shown');
    const all = formatDiagnostics('pretty', { ...settings, isVerbose: true });
    expect(all.match(/^[a-c]\.md/gm)).toEqual(['a.md', 'a.md', 'b.md', 'c.md']);
  });

  it('lists names that are not known in one line for the site', () => {
    const at = (file: string, line: number, name: string) =>
      diagnostic('code-options', {
        message: `the option "${name}" is not known`,
        location: { file, line, column: 1 },
      });
    const names = ['x', 'y', 'x', ...Array.from({ length: 14 }, (_, index) => `n${index}`)];
    const diagnostics = names.flatMap((name, line) => [at('a.md', line + 1, name)]);
    const others = [at('b.md', 1, 'y'), at('b.md', 2, 'x'), at('c.md', 3, 'y')];
    const settings = { ...input, read: () => undefined };
    const all = [...diagnostics, ...others];
    const text = formatDiagnostics('pretty', { ...settings, diagnostics: all });
    expect(text).toBe(
      'a.md:1:1  warning  code-options\n  the option "x" is not known (in 2 files); the same for "y" (3), ' +
        `${Array.from({ length: 11 }, (_, index) => `"n${index}" (1)`).join(', ')}, 3 more\n`,
    );
  });

  it('counts the files that have the same construct, however often each has it', () => {
    const at = (file: string, code: 'foreign-syntax' | 'html-dropped', message: string) =>
      diagnostic(code, { message, location: { file, line: 1, column: 1 } });
    const diagnostics = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name, index) => [
      at(
        `${name}.md`,
        'foreign-syntax',
        `x${index > 0 ? ` (${index + 1} times in this file)` : ''}`,
      ),
      at(`${name}.md`, 'html-dropped', 'many'),
      ...(index < 2 ? [at(`${name}.md`, 'html-dropped', 'few')] : []),
    ]);
    const text = formatDiagnostics('pretty', { ...input, read: () => undefined, diagnostics });
    expect(text.match(/^[a-f]\.md.*\n.*/gm)).toEqual([
      'a.md:1:1  warning  foreign-syntax\n  x (in 6 files)',
      'a.md:1:1  warning  html-dropped\n  few',
      'a.md:1:1  warning  html-dropped\n  many (in 6 files)',
      'b.md:1:1  warning  html-dropped\n  few',
    ]);
  });

  it('lets no control character through to the terminal', () => {
    const entry = diagnostic('empty-href', {
      message: 'evil \u001B[2J \u202E text',
      location: { file: 'a.md', line: 1, column: 1 },
    });
    const text = formatDiagnostics('pretty', {
      ...input,
      diagnostics: [entry],
      read: () => 'x\u001B[31m',
    });
    expect(text).not.toContain('\u001B');
    expect(text).not.toContain('\u202E');
  });
});

describe('source files', () => {
  it('are read once, however many problems they have', () => {
    const reads: string[] = [];
    const diagnostics = ['a.md', 'b.md', 'a.md', 'b.md'].map((file, line) =>
      diagnostic('page-not-found', {
        message: `problem ${line}`,
        location: { file, line: 1, column: 1 },
      }),
    );
    const read = (file: string): string => {
      reads.push(file);
      return `the line of ${file}`;
    };
    const text = formatDiagnostics('pretty', { diagnostics, complete: true, read });
    expect(reads).toEqual(['a.md', 'b.md']);
    expect(text.match(/the line of [ab]\.md/g)).toHaveLength(4);
  });
});

describe('json', () => {
  it('contains locations, counts and whether the run was complete', () => {
    const report = JSON.parse(formatDiagnostics('json', { ...input, complete: false }));
    expect(report).toEqual({
      schemaVersion: 1,
      complete: false,
      findings: [
        {
          code: 'anchor-not-found',
          severity: 'error',
          file: 'content/a.md',
          line: 2,
          column: 16,
          endLine: 2,
          endColumn: 35,
          message: 'no heading "#draws" on /docs/overview',
          hint: 'the nearest heading there is "#draw"',
        },
      ],
      counts: { error: 1, warning: 0, info: 0, known: 0, suppressed: 0, lowered: [] },
    });
  });
});

describe('github', () => {
  it('is a workflow command with everything escaped', () => {
    const entry = diagnostic('empty-href', {
      message: '100% of\nlines',
      location: { file: 'a,b:c.md', line: 3, column: 4 },
    });
    expect(formatDiagnostics('github', { ...input, diagnostics: [entry] })).toBe(
      '::warning file=a%2Cb%3Ac.md,line=3,col=4,title=empty-href::100%25 of%0Alines\n',
    );
  });
});

describe('codeFrame', () => {
  it('cuts long lines around the location', () => {
    const line = `${'a'.repeat(150)}HERE${'b'.repeat(150)}`;
    const [shown = '', carets = ''] = (
      codeFrame([line], { file: 'x', line: 1, column: 151, endLine: 1, endColumn: 155 }) ?? ''
    ).split('\n');
    const at = carets.indexOf('^');
    expect(shown.slice(at, at + 4)).toBe('HERE');
    expect(carets.endsWith('^^^^')).toBe(true);
    expect(shown.length).toBeLessThan(110);
  });
  it('aligns carets after tabs and a byte order mark', () => {
    const frame =
      codeFrame(sourceLines('\uFEFF\t[x](y)'), {
        file: 'x',
        line: 1,
        column: 6,
        endLine: 1,
        endColumn: 7,
      }) ?? '';
    const [shown = '', carets = ''] = frame.split('\n');
    expect(shown[carets.indexOf('^')]).toBe('y');
  });
  it('shows nothing for a line that does not exist', () => {
    expect(codeFrame(['a'], { file: 'x', line: 7, column: 1 })).toBeUndefined();
  });
});
