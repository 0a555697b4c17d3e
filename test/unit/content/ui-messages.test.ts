import { describe, expect, it } from 'vitest';
import { type MessagesResult, parseMessages } from '../../../src/content/ui-messages.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

function parse(text: string): MessagesResult {
  return parseMessages(toFilePath('i18n/fr/messages.yml'), text);
}

/** `line:column message (hint)` of each problem. */
function problems(text: string): readonly string[] {
  return parse(text).diagnostics.map(({ code, location, message, hint }) => {
    expect(code).toBe('locale-messages');
    expect(location?.file).toBe('i18n/fr/messages.yml');
    const place = `${location?.line}:${location?.column}`;
    return `${place} ${message}${hint === undefined ? '' : ` (${hint})`}`;
  });
}

describe('a file of UI messages', () => {
  it('has a section for each table, whose names are those of the English one', () => {
    const { messages, diagnostics } = parse(`interface:
  next: Suivant
search:
  close: Fermer
api:
  required: obligatoire
constraints:
  minLength: Longueur minimale
`);
    expect(diagnostics).toEqual([]);
    expect(messages.interface).toEqual({ next: 'Suivant' });
    expect(messages.search).toEqual({ close: 'Fermer' });
    expect(messages.api).toEqual({ required: 'obligatoire' });
    expect(messages.constraints).toEqual({ minLength: 'Longueur minimale' });
    expect(messages.labels.size).toBe(0);
  });

  it('has labels by the text of the configuration, with their locations', () => {
    const { messages, diagnostics } = parse(
      'labels:\n  Guides: Guides pratiques\n  "404": "404 !"\n',
    );
    expect(diagnostics).toEqual([]);
    expect([...messages.labels].map(([label, { text }]) => [label, text])).toEqual([
      ['Guides', 'Guides pratiques'],
      ['404', '404 !'],
    ]);
    const { location } = messages.labels.get('404') ?? {};
    expect([location?.file, location?.line, location?.column]).toEqual([
      'i18n/fr/messages.yml',
      3,
      4,
    ]);
  });

  it.each(['', '# nothing\n', 'interface:\nsearch:\napi:\nconstraints:\nlabels:\n'])(
    'may be empty: %j',
    (text) => {
      const { messages, diagnostics } = parse(text);
      expect(diagnostics).toEqual([]);
      expect([messages.interface, messages.search, messages.api, messages.constraints]).toEqual([
        {},
        {},
        {},
        {},
      ]);
      expect(messages.labels.size).toBe(0);
    },
  );

  it('takes values as they are written', () => {
    expect(
      parse('interface: { next: 1.10, previous: yes, home: null }').messages.interface,
    ).toEqual({
      next: '1.10',
      previous: 'yes',
      home: 'null',
    });
  });

  it('refuses a section that it does not know, and names the nearest, else all', () => {
    expect(problems('interfaces: { next: a }\n')).toEqual([
      '1:1 "interfaces" is not a known key (did you mean "interface"?)',
    ]);
    const [problem] = problems('interface: { next: a }\ntotally: {}\n');
    expect(problem).toMatch(
      /^2:1 "totally" .*\(known keys: interface, search, .*api, request, constraints, labels\)$/,
    );
  });

  it.each([
    ['interface', 'skipToContnet', 'skipToContent'],
    ['search', 'placehoder', 'placeholder'],
    ['api', 'requird', 'required'],
    ['constraints', 'minLenght', 'minLength'],
  ])('refuses a name that %s does not have, and names the nearest: %s', (section, name, near) => {
    expect(problems(`${section}:\n  ${name}: a\n`)).toEqual([
      `2:3 "${name}" is not a known key (did you mean "${near}"?)`,
    ]);
  });

  it('lists the first names if none is near', () => {
    expect(problems('search:\n  zzzzzzzzz: a\n')[0]).toMatch(
      /\(known keys: dialog, placeholder, .* …\)$/,
    );
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'knows no name %s',
    (name) => {
      expect(problems(`api:\n  ${name}: a\n`)).toHaveLength(1);
      expect(Object.keys(parse(`api:\n  ${name}: a\n`).messages.api)).toEqual([]);
    },
  );

  it('keeps the placeholders of the English text, in any order', () => {
    expect(parse('api: { linkPasses: "{name} reçoit {value}" }').messages.api).toEqual({
      linkPasses: '{name} reçoit {value}',
    });
    const wrong =
      'api:\n  linkPasses: passe {nom}\n  showOne: Une propriété\n  onPageOf: "{name}"\n';
    expect(problems(wrong)).toEqual([
      '2:15 "api.linkPasses" must be text with {value} and {name}, but it is the text "passe {nom}" (write linkPasses: text with {value} and {name})',
      '3:12 "api.showOne" must be text with {name}, but it is the text "Une propriété" (write showOne: text with {name})',
      '4:14 "api.onPageOf" must be text with {rows}, but it is the text "{name}" (write onPageOf: text with {rows})',
    ]);
    expect(parse(wrong).messages.api).toEqual({});
  });

  it.each(['""', '[a]', '{ a: b }'])('refuses the value %s', (value) => {
    for (const section of ['interface:\n  next', 'labels:\n  Guides']) {
      const text = `${section}: ${value}\n`;
      expect(problems(text)).toEqual([
        expect.stringMatching(/^2:\d+ "\S+" must (?:be text|not be empty)/),
      ]);
      expect(parse(text).messages.interface).toEqual({});
      expect(parse(text).messages.labels.size).toBe(0);
    }
  });

  it('refuses control characters, which may mean something in pages', () => {
    expect(problems('article:\n  opensInNewTab: "a\\0b"\n')).toEqual([
      '2:19 "article.opensInNewTab" has a control character',
    ]);
    expect(problems('labels:\n  Guides: "a\\e"\n')).toEqual([
      '2:12 "labels.Guides" has a control character',
    ]);
  });

  it('refuses anything but names with values', () => {
    expect(problems('- next\n')).toEqual([
      '1:1 the file must be a group of keys, but it is a list (write lines of the form key: value)',
    ]);
    expect(problems('interface: next\n')).toEqual([
      '1:12 "interface" must be a group of keys, but it is the text "next" (write lines of the form key: value)',
    ]);
    expect(problems('labels: [a]\n')).toEqual([
      '1:9 "labels" must be a group of keys, but it is a list (write lines of the form key: value)',
    ]);
  });

  it.each([
    ['no YAML', 'api: ['],
    ['a name given twice', 'api:\n  required: a\n  required: b\n'],
    ['an alias', 'api:\n  required: &a x\n  optional: *a\n'],
    ['depth', `a: ${'['.repeat(20)}${']'.repeat(20)}\n`],
  ])('refuses %s', (_, text) => {
    expect(problems(text).length).toBeGreaterThan(0);
  });

  it('reports all problems of a file at once', () => {
    expect(
      problems('interface:\n  nxt: a\n  version: b\nsearch: c\napi:\n  requird: d\nother: {}\n'),
    ).toHaveLength(5);
  });
});
