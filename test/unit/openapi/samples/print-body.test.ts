import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/openapi/read/description.ts';
import { printBody } from '../../../../src/openapi/samples/print-body.ts';
import { operationOf } from './described.ts';

function print(type: string, value: JsonValue, schema?: object): string {
  const media = schema === undefined ? {} : { schema };
  const { operation, schemas } = operationOf({ requestBody: { content: { [type]: media } } });
  const [content] = operation.body?.contents ?? [];
  return content === undefined ? 'none' : printBody(value, content, schemas).code;
}

describe('printed bodies', () => {
  it('JSON with two spaces', () => {
    expect(print('application/problem+json', { a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  it('forms, lines, sequences and events', () => {
    expect(print('application/x-www-form-urlencoded', { a: 'x y', b: [1, 2] })).toBe(
      'a=x%20y&b=1&b=2',
    );
    expect(print('application/x-ndjson', [{ a: 1 }, 2])).toBe('{"a":1}\n2');
    expect(print('application/json-seq', [1, 2])).toBe('\u241e1\n\u241e2');
    expect(print('text/event-stream', [{ event: 'add', data: 'a\nb' }, { x: 1 }])).toBe(
      'event: add\ndata: a\ndata: b\n\ndata: {"x":1}',
    );
    expect(print('text/plain', 'as it is')).toBe('as it is');
  });

  it('files where every alternative is one', () => {
    const file = { type: 'string', format: 'binary' };
    const image = (second: object): string =>
      print(
        'multipart/form-data',
        { image: 'x' },
        {
          type: 'object',
          properties: { image: { anyOf: [file, second] } },
        },
      );
    expect(image({ type: 'array', items: file })).toContain('name="image"; filename="image.bin"');
    expect(image({ type: 'string', format: 'uri' })).not.toContain('filename');
  });

  it('XML with names, attributes, namespaces and wrapped lists, everything escaped', () => {
    const schema = {
      type: 'object',
      xml: { name: 'pet', namespace: 'https://x.test/?a&b', prefix: 'p' },
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        'full name': { type: 'string' },
        tags: {
          type: 'array',
          xml: { wrapped: true, name: 'labels' },
          items: { type: 'string', xml: { name: 'label' } },
        },
        urls: { type: 'array', items: { type: 'string' } },
        none: { type: 'string' },
      },
    };
    const value = {
      id: 1,
      'full name': '<b> & "c"',
      tags: ['x', ']]>'],
      urls: ['u', 'v'],
      none: '',
    };
    expect(print('application/xml', value, schema)).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<p:pet xmlns:p="https://x.test/?a&amp;b" id="1">',
        '  <full_name>&lt;b&gt; &amp; "c"</full_name>',
        '  <labels>',
        '    <label>x</label>',
        '    <label>]]&gt;</label>',
        '  </labels>',
        '  <urls>u</urls>',
        '  <urls>v</urls>',
        '  <none/>',
        '</p:pet>',
      ].join('\n'),
    );
  });
});
