import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * @typedef {{ readonly from: string, readonly name: string, readonly isType?: boolean }} Imported
 * @typedef {{
 *   readonly text: string,
 *   readonly words: ReadonlySet<string>,
 *   readonly inline: readonly Imported[],
 * }} Statement
 * @typedef {{
 *   readonly statements: Map<string, Statement>,
 *   readonly imports: Map<string, Imported>,
 *   readonly exports: Map<string, Imported>,
 * }} Module by local and exported names; a `from` without path is a package
 */

/**
 * Copies the declarations that the exports of some modules need, so that the package has no types of its inner parts.
 * @param {{ readonly from: string, readonly to: string, readonly entries: readonly string[] }} folders
 */
export function publishDeclarations({ from, to, entries }) {
  /** @type {Map<string, Module>} */
  const modules = new Map();
  /** @type {Map<string, Set<string>>} */
  const needed = new Map();

  const load = (/** @type {string} */ file) => {
    const known = modules.get(file) ?? readModule(file);
    modules.set(file, known);
    return known;
  };

  const need = (/** @type {string} */ file, /** @type {string} */ name) => {
    const names = needed.get(file) ?? new Set();
    needed.set(file, names);
    if (names.has(name)) return;
    names.add(name);
    const { statements, imports, exports } = load(file);
    const next = exports.get(name) ?? imports.get(name);
    if (next?.from.startsWith('/')) need(next.from, next.name);
    for (const inner of statements.get(name)?.inline ?? [])
      if (inner.from.startsWith('/')) need(inner.from, inner.name);
    for (const word of statements.get(name)?.words ?? [])
      if (statements.has(word) || imports.has(word)) need(file, word);
  };

  for (const entry of entries.map((file) => resolve(from, file))) {
    const { statements, exports } = load(entry);
    needed.set(entry, needed.get(entry) ?? new Set());
    for (const name of [...statements.keys(), ...exports.keys()]) need(entry, name);
  }
  for (const [file, names] of needed) {
    const target = join(to, relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, printModule(file, load(file), names));
  }
}

/**
 * @param {string} file
 * @returns {Module}
 */
function readModule(file) {
  const text = readFileSync(file, 'utf8');
  /** @type {Module} */
  const module = { statements: new Map(), imports: new Map(), exports: new Map() };
  let end = 0;
  for (const node of parseSync(file, text).program.body) {
    const whole = text.slice(end, node.end).trim();
    end = node.end;
    if (node.type === 'ImportDeclaration') {
      const from = moduleFile(node.source.value, file);
      for (const part of node.specifiers) {
        const name =
          part.type === 'ImportSpecifier'
            ? nameOf(part.imported)
            : part.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '*';
        module.imports.set(part.local.name, { from, name });
      }
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      const from = node.source === null ? undefined : moduleFile(node.source.value, file);
      for (const part of node.specifiers) {
        const name = nameOf(part.local);
        const isType = node.exportKind === 'type' || part.exportKind === 'type';
        if (from !== undefined) module.exports.set(nameOf(part.exported), { from, name, isType });
        else if (name !== nameOf(part.exported)) throw new Error(`${file}: renamed export ${name}`);
      }
    } else {
      const declared = 'declaration' in node && node.declaration ? node.declaration : node;
      const words = new Set(text.slice(node.start, node.end).match(/[\w$]+/g));
      const names = namesOf(declared, node.type === 'ExportDefaultDeclaration');
      if (names.length === 0) throw new Error(`${file}: cannot be read: ${whole}`);
      const inline = [...whole.matchAll(INLINE)].map(([, from = '', name = '']) => ({
        from: moduleFile(from, file),
        name,
      }));
      const statement = { text: whole.replaceAll(INLINE, scriptOf), words, inline };
      for (const name of names) module.statements.set(name, statement);
    }
  }
  return module;
}

const INLINE = /\bimport\("([^"]+)"\)\.(\w+)/g;

/**
 * @param {string} _
 * @param {string} from
 * @param {string} name
 */
function scriptOf(_, from, name) {
  return `import("${from.replace(/^(\.[^"]*)\.tsx?$/, '$1.js')}").${name}`;
}

/**
 * @param {object} declared
 * @param {boolean} isDefault
 * @returns {readonly string[]}
 */
function namesOf(declared, isDefault) {
  if (isDefault) return ['default'];
  const all = 'declarations' in declared ? declared.declarations : [declared];
  return [Object(all)].flat().flatMap(({ id }) => (id ? [nameOf(id)] : []));
}

/** @param {object} node an identifier, or a string */
function nameOf(node) {
  return String('name' in node ? node.name : 'value' in node ? node.value : '');
}

/**
 * @param {string} specifier
 * @param {string} file
 */
function moduleFile(specifier, file) {
  if (!specifier.startsWith('.')) return specifier;
  return resolve(dirname(file), specifier.replace(/\.tsx?$/, '.d.ts'));
}

/**
 * @param {string} file
 * @param {Module} module
 * @param {ReadonlySet<string>} names
 */
function printModule(file, { statements, imports, exports }, names) {
  const address = (/** @type {string} */ from) => {
    if (!from.startsWith('/')) return from;
    const path = relative(dirname(file), from)
      .replaceAll('\\', '/')
      .replace(/\.d\.ts$/, '.js');
    return path.startsWith('.') ? path : `./${path}`;
  };
  const line = (/** @type {string} */ verb, /** @type {[string, Imported]} */ [local, of]) => {
    const name = of.name === local ? local : `${of.name} as ${local}`;
    return `${verb} ${of.name === '*' ? name : `{ ${name} }`} from '${address(of.from)}';`;
  };
  const isNeeded = (/** @type {[string, unknown]} */ [name]) => names.has(name);
  return `${[
    ...[...imports].filter(isNeeded).map((one) => line('import type', one)),
    ...[...exports]
      .filter(isNeeded)
      .map((one) => line(one[1].isType ? 'export type' : 'export', one)),
    ...new Set([...statements].filter(isNeeded).map(([, { text }]) => text)),
    'export {};',
  ].join('\n')}\n`;
}
