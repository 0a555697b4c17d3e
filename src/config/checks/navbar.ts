import {
  isCustomKind,
  isLinkAttribute,
  LINK_ATTRIBUTES_HINT,
  NAVBAR_KINDS,
  type NavbarKind,
} from '../navbar-kinds.ts';
import {
  type ConfigPath,
  didYouMean,
  keyProblem,
  missingProblem,
  type Problem,
  printConfigPath,
  unknownKey,
  valueProblem,
} from '../problem.ts';
import {
  type AcceptedConfig,
  NAVBAR_ITEM_KEYS,
  type NavbarEntryConfig,
  type NavbarItemConfig,
} from '../schema.ts';
import { docsIds } from './site-checks.ts';

interface Checked {
  readonly item: NavbarEntryConfig;
  readonly path: ConfigPath;
  readonly type: string;
  readonly kind: NavbarKind;
}

const KNOWN_KEYS = [...Object.keys(NAVBAR_ITEM_KEYS), 'items'];
const KEYS_OF_ALL = ['type', 'position', 'className'];

/** Checks that the keys of each navbar item fit together. */
export function checkNavbar(config: AcceptedConfig): Problem[] {
  const ids = docsIds(config);
  return (config.navbar?.items ?? []).flatMap((item, index) =>
    checkItem(item, { path: ['navbar', 'items', index], ids, isNested: false }),
  );
}

interface ItemContext {
  readonly path: ConfigPath;
  readonly ids: readonly string[];
  readonly isNested: boolean;
}

function checkItem(item: NavbarItemConfig | NavbarEntryConfig, context: ItemContext): Problem[] {
  const { items } = item;
  const { type = items === undefined ? 'default' : 'dropdown' } = item;
  if (isCustomKind(type)) return [];
  const kind = NAVBAR_KINDS.get(type);
  if (kind === undefined) return [unknownType(type, context.path)];
  const checked = { item, path: context.path, type, kind };
  return [
    ...(context.isNested && !kind.nests ? [misplaced(checked)] : []),
    ...requiredKeys(checked),
    ...exclusiveKeys(checked),
    ...foreignKeys(checked),
    ...(kind.isLink ? attributes(checked) : unknownKeys(checked)),
    ...docsSet(checked, context.ids),
    ...(Array.isArray(items) && type === 'dropdown' && !context.isNested
      ? entries(items, context)
      : []),
  ];
}

function entries(items: readonly NavbarEntryConfig[], context: ItemContext): Problem[] {
  const path = [...context.path, 'items'];
  if (items.length === 0)
    return [
      valueProblem(
        path,
        'must not be empty',
        "add an entry: { label: 'Guide', to: '/docs/guide' }",
      ),
    ];
  return items.flatMap((entry, index) =>
    checkItem(entry, { ...context, path: [...path, index], isNested: true }),
  );
}

function unknownType(type: string, path: ConfigPath): Problem {
  const types = Array.from(NAVBAR_KINDS.keys());
  return {
    code: 'navbar-item',
    path: [...path, 'type'],
    message: `No NavbarItem component found for type "${type}".`,
    hint: didYouMean(type, types) ?? `types: ${types.join(', ')} and custom-…`,
  };
}

function misplaced({ path, type }: Checked): Problem {
  const reason =
    type === 'dropdown' ? 'dropdowns do not nest' : `"${type}" cannot stand inside a dropdown`;
  const hint = 'move it to navbar.items';
  return { code: 'navbar-item', path, message: `${printConfigPath(path)}: ${reason}`, hint };
}

function requiredKeys({ item, path, type, kind }: Checked): Problem[] {
  const has = (key: string): boolean => item[key] !== undefined;
  const missing = kind.required.filter((key) => !has(key));
  const problems = missing.map((key) =>
    missingProblem(
      path,
      key,
      `an item of type "${type}" needs it: add ${key}: ${EXAMPLES[key] ?? '…'}`,
    ),
  );
  const [strange] = furtherKeys(item).filter((key) => !isLinkAttribute(key));
  // The target has the key of another tool, which is reported.
  const isNamed = strange !== undefined && typeof item[strange] === 'string';
  if (type === 'default' && !has('to') && !has('href') && !isNamed) {
    problems.push(oneMissing(path, 'to', 'href'));
  }
  if (type === 'default' && !has('label') && !has('html')) {
    problems.push(oneMissing(path, 'label', 'html'));
  }
  if (type === 'html' && !has('value') && !has('html')) {
    problems.push(oneMissing(path, 'value', 'html'));
  }
  return problems;
}

/** Reports that one of two keys is missing. */
function oneMissing(path: ConfigPath, first: string, second: string): Problem {
  const message = `${printConfigPath(path)} needs "${first}" or "${second}"`;
  const hint = `add ${first}: ${EXAMPLES[first] ?? '…'}, or ${second}: ${EXAMPLES[second] ?? '…'}`;
  return { code: 'config-missing', path, message, hint };
}

const EXAMPLES: Readonly<Record<string, string>> = {
  docId: "'guide'",
  href: "'https://example.com'",
  html: "'<b>Guide</b>'",
  items: "[{ label: 'Guide', to: '/docs/guide' }]",
  label: "'Guide'",
  sidebarId: "'docs'",
  to: "'/docs/guide'",
  value: "'<b>Guide</b>'",
};

const EXCLUSIVE = [
  ['to', 'href'],
  ['label', 'html'],
  ['value', 'html'],
] as const;

function exclusiveKeys({ item, path }: Checked): Problem[] {
  return EXCLUSIVE.flatMap(([first, second]) => {
    if (item[first] === undefined || item[second] === undefined) return [];
    const reason = `cannot be combined with "${first}"`;
    return [keyProblem([...path, second], reason, 'remove one of them')];
  });
}

/** Reports keys of other kinds, which would be ignored. */
function foreignKeys({ item, path, type, kind }: Checked): Problem[] {
  const allowed = [...KEYS_OF_ALL, ...kind.required, ...kind.optional];
  const foreign = KNOWN_KEYS.filter((key) => item[key] !== undefined && !allowed.includes(key));
  const reason = `has no meaning on an item of type "${type}"`;
  return foreign.map((key) =>
    keyProblem([...path, key], reason, `its keys: ${allowed.join(', ')}`),
  );
}

function unknownKeys({ item, path, kind }: Checked): Problem[] {
  const allowed = [...KEYS_OF_ALL, ...kind.required, ...kind.optional];
  return furtherKeys(item).map((key) => unknownKey([...path, key], key, allowed));
}

function attributes({ item, path }: Checked): Problem[] {
  return furtherKeys(item).flatMap((key): Problem[] => {
    const at = [...path, key];
    if (!isLinkAttribute(key)) {
      const hint = didYouMean(key, KNOWN_KEYS) ?? targetHint(item, key) ?? LINK_ATTRIBUTES_HINT;
      return [keyProblem(at, 'is neither a key of a link nor an attribute that it may have', hint)];
    }
    if (typeof item[key] === 'string') return [];
    const message = `${printConfigPath(at)}: expected a string, found a ${typeof item[key]}`;
    return [{ code: 'config-type', path: at, message, hint: 'write it in quotes' }];
  });
}

/** Of an item without a target: the key that the value belongs to. */
function targetHint(item: NavbarEntryConfig, key: string): string | undefined {
  const value = item[key];
  if (typeof value !== 'string' || item.to !== undefined || item.href !== undefined)
    return undefined;
  return `did you mean "${/^[a-z]+:/i.test(value) ? 'href' : 'to'}"?`;
}

function docsSet({ item, path }: Checked, ids: readonly string[]): Problem[] {
  const id = item.docsPluginId;
  if (id === undefined || ids.includes(id)) return [];
  const hint = didYouMean(id, ids) ?? `docs sets: ${ids.join(', ') || 'none'}`;
  const reason = `names the docs set "${id}", which does not exist`;
  return [valueProblem([...path, 'docsPluginId'], reason, hint)];
}

function furtherKeys(item: NavbarEntryConfig): string[] {
  return Object.keys(item).filter((key) => item[key] !== undefined && !KNOWN_KEYS.includes(key));
}
