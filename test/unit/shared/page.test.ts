import { expect, it } from 'vitest';
import { documentTitle } from '../../../src/shared/page.ts';

it.each([
  ['Guide', undefined, 'Guide | Quill'],
  ['', undefined, 'Quill'],
  ['Quill', undefined, 'Quill'],
  ['Guide', false, 'Guide'],
  ['', false, 'Quill'],
  ['Guide', 'Notes', 'Guide | Notes'],
  ['', 'Notes', 'Quill | Notes'],
  ['Guide', ':title - $& Notes', 'Guide - $& Notes'],
] as const)('titles the document of "%s" with the template %s', (title, template, expected) => {
  expect(documentTitle(title, 'Quill', template)).toBe(expected);
});
