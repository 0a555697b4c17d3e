import type { ModuleDeclaration, Pattern, Program, Statement } from 'acorn';
import { type ParseSession, report } from '../parse-session.ts';
import type { PageText } from './page-code.ts';
import { loadCodeParser } from './read-code.ts';

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
  for (const module of modules) {
    for (const node of parseModule(session, module)?.body ?? []) {
      const code = part(module, node);
      if (node.type !== 'ImportDeclaration') {
        statements.push(code);
        declare(node, declared);
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

function part({ text, span }: PageText, { start, end }: { start: number; end: number }): PageText {
  return {
    text: text.slice(start, end),
    span: { start: span.start + start, end: span.start + end },
  };
}

function parseModule(session: ParseSession, { text, span }: PageText): Program | undefined {
  try {
    return loadCodeParser().parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('pos' in error)) throw error;
    const at = span.start + Math.min(Number(error.pos), text.length);
    report(session, 'mdx-syntax', {
      span: { start: at, end: at + 1 },
      message: `the import or export cannot be read: ${plainReason(error)}`,
      hint: 'write JavaScript without types, and a blank line after it',
    });
    return undefined;
  }
}

/** acorn's message without its line and column. */
function plainReason({ message }: Error): string {
  const text = message.replace(/ \(\d+:\d+\)$/, '');
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function declare(node: Statement | ModuleDeclaration, names: Set<string>): void {
  if (node.type === 'ExportNamedDeclaration' && node.declaration) declare(node.declaration, names);
  else if (node.type === 'VariableDeclaration')
    for (const { id } of node.declarations) declarePattern(id, names);
  else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    names.add(node.id.name);
}

function declarePattern(pattern: Pattern, names: Set<string>): void {
  switch (pattern.type) {
    case 'Identifier':
      names.add(pattern.name);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties)
        declarePattern(property.type === 'Property' ? property.value : property.argument, names);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element !== null) declarePattern(element, names);
      break;
    case 'RestElement':
      declarePattern(pattern.argument, names);
      break;
    case 'AssignmentPattern':
      declarePattern(pattern.left, names);
      break;
    default:
      break;
  }
}
