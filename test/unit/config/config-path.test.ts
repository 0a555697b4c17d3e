import { expect, it } from 'vitest';
import { printConfigPath } from '../../../src/config/problem.ts';

it.each([
  [[], ''],
  [['title'], 'title'],
  [['navbar', 'items', 2, 'to'], 'navbar.items[2].to'],
  [['links', 'rules', 'page-not-found'], 'links.rules["page-not-found"]'],
  [['1x'], '["1x"]'],
  [['größe', '__proto__'], 'größe.__proto__'],
])('prints %j as %s', (path, printed) => {
  expect(printConfigPath(path)).toBe(printed);
});
