import type { ModuleDeclaration, Pattern, Statement } from 'acorn';
import { type ParseSession, report } from '../parse-session.ts';
import type { PageText } from './page-code.ts';
import { loadCodeParser, parseModule } from './read-code.ts';

/** A name that a page imports. */
export interface ImportedName {
  readonly local: string;
  /** `default`, `*` for the whole module, else the exported name. */
  readonly imported: string;
}

export interface PageImport {
  readonly specifier: string;
  /** Empty if the module is only run. */
  readonly names: readonly ImportedName[];
  /** The whole declaration. */
  readonly code: PageText;
}

/** The imports and exports of a page. */
export interface PageModules {
  readonly imports: readonly PageImport[];
  /** The other statements as written. */
  readonly statements: readonly PageText[];
  /** Names at the top level of the module. */
  readonly declared: ReadonlySet<string>;
}

/** Parses the modules of a page (ECMAScript with JSX); those with a syntax error are reported and left out. */
export function readModules(session: ParseSession, modules: readonly PageText[]): PageModules {
  const imports: PageImport[] = [];
  const statements: PageText[] = [];
  const declared = new Set<string>();
  for (const { text, span } of modules) {
    const program = parseModule(loadCodeParser(), text);
    if ('reason' in program) {
      const at = span.start + Math.min(program.at, text.length);
      report(session, 'mdx-syntax', {
        span: { start: at, end: at + 1 },
        message: `the import or export cannot be read: ${program.reason}`,
        hint: 'write JavaScript without types, and a blank line after it',
      });
      continue;
    }
    for (const node of program.body) {
      const code = {
        text: text.slice(node.start, node.end),
        span: { start: span.start + node.start, end: span.start + node.end },
      };
      if (node.type !== 'ImportDeclaration') {
        const names = declaredBy(node);
        for (const name of names) declared.add(name);
        const isLate = code.text.includes('await') && waits(node);
        if (isLate) reportWaiting(session, code);
        const empty = names.length === 0 ? '' : `export let ${names.join(', ')};`;
        statements.push(isLate ? { ...code, text: empty } : code);
        continue;
      }
      const names = node.specifiers.map((specifier) => ({
        local: specifier.local.name,
        imported: importedName(specifier),
      }));
      // A page and a file that it includes may import the same.
      const fresh = names.filter(({ local }) => !declared.has(local));
      for (const { local } of fresh) declared.add(local);
      if (names.length === 0 || fresh.length > 0)
        imports.push({ specifier: String(node.source.value), names: fresh, code });
    }
  }
  return { imports, statements, declared };
}

/** Whether code waits for a promise outside of functions. */
function waits(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(waits);
  if (typeof node !== 'object' || node === null) return false;
  const type: unknown = Reflect.get(node, 'type');
  if (type === 'AwaitExpression') return true;
  const isFunction = typeof type === 'string' && /Function|MethodDefinition/.test(type);
  return !isFunction && Object.values(node).some(waits);
}

function reportWaiting(session: ParseSession, { span }: PageText): void {
  report(session, 'mdx-syntax', {
    span,
    message: 'the page waits for a value with `await`, which pages cannot: it is undefined',
    hint: 'write the value, or import it from a file that a script writes before the build',
  });
}

type Specifier = Extract<
  ModuleDeclaration,
  { readonly type: 'ImportDeclaration' }
>['specifiers'][number];

function importedName(specifier: Specifier): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  const { imported } = specifier;
  return imported.type === 'Identifier' ? imported.name : String(imported.value);
}

function declaredBy(node: Statement | ModuleDeclaration): readonly string[] {
  if (node.type === 'ExportNamedDeclaration')
    return node.declaration ? declaredBy(node.declaration) : [];
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) => namesIn(id));
  const isNamed = node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration';
  return isNamed ? [node.id.name] : [];
}

function namesIn(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        namesIn(property.type === 'Property' ? property.value : property.argument),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : namesIn(element)));
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    default:
      return [];
  }
}
