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
import { setIds } from './site-checks.ts';

interface Checked {
  readonly item: NavbarEntryConfig;
  readonly path: ConfigPath;
  readonly type: string;
  readonly kind: NavbarKind;
}

const KNOWN_KEYS = [...Object.keys(NAVBAR_ITEM_KEYS), 'items'];

/** Checks that the keys of each navbar item fit together. */
export function checkNavbar(config: AcceptedConfig): Problem[] {
  const ids = setIds(config);
  const check = (
    item: NavbarItemConfig | NavbarEntryConfig,
    path: ConfigPath,
    isNested: boolean,
  ): Problem[] => {
    const { items } = item;
    const { type = items === undefined ? 'default' : 'dropdown' } = item;
    if (isCustomKind(type)) return [];
    const kind = NAVBAR_KINDS.get(type);
    if (kind === undefined) return [unknownType(type, path)];
    const checked = { item, path, type, kind };
    const entries = Array.isArray(items) && type === 'dropdown' && !isNested ? items : undefined;
    const below = [...path, 'items'];
    const example = "add an entry: { label: 'Guide', to: '/docs/guide' }";
    return [
      ...(isNested && !kind.nests ? [misplaced(checked)] : []),
      ...requiredKeys(checked),
      ...exclusiveKeys(checked),
      ...foreignKeys(checked),
      ...(kind.isLink ? attributes(checked) : unknownKeys(checked)),
      ...docsSet(checked, ids),
      ...(entries?.length === 0 ? [valueProblem(below, 'must not be empty', example)] : []),
      ...(entries ?? []).flatMap((entry, index) => check(entry, [...below, index], true)),
    ];
  };
  return (config.navbar?.items ?? []).flatMap((item, index) =>
    check(item, ['navbar', 'items', index], false),
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
  const problems = kind.required.flatMap((key) => {
    const hint = `an item of type "${type}" needs it: add ${key}: ${EXAMPLES[key] ?? '…'}`;
    return has(key) ? [] : [missingProblem(path, key, hint)];
  });
  const [strange] = furtherKeys(item).filter((key) => !isLinkAttribute(key));
  // The target has the key of another tool, which is reported.
  const isNamed = strange !== undefined && typeof item[strange] === 'string';
  const pairs = EXCLUSIVE.flatMap(([first, second, needing]): Problem[] => {
    if (type !== needing || has(first) || has(second) || (first === 'to' && isNamed)) return [];
    const message = `${printConfigPath(path)} needs "${first}" or "${second}"`;
    const hint = `add ${first}: ${EXAMPLES[first]}, or ${second}: ${EXAMPLES[second]}`;
    return [{ code: 'config-missing', path, message, hint }];
  });
  return [...problems, ...pairs];
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

/** Keys that exclude each other, and the type of items that need one of them. */
const EXCLUSIVE = [
  ['to', 'href', 'default'],
  ['label', 'html', 'default'],
  ['value', 'html', 'html'],
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
  const allowed = allowedKeys(kind);
  const foreign = KNOWN_KEYS.filter((key) => item[key] !== undefined && !allowed.includes(key));
  const reason = `has no meaning on an item of type "${type}"`;
  return foreign.map((key) =>
    keyProblem([...path, key], reason, `its keys: ${allowed.join(', ')}`),
  );
}

function allowedKeys({ required, optional }: NavbarKind): readonly string[] {
  return ['type', 'position', 'className', ...required, ...optional];
}

function unknownKeys({ item, path, kind }: Checked): Problem[] {
  const allowed = allowedKeys(kind);
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
