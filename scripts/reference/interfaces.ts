import { readFileSync } from 'node:fs';
import {
  type Comment,
  parseSync,
  type Statement,
  type TSInterfaceDeclaration,
  type TSSignature,
} from 'oxc-parser';

/** A field of an interface. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly comment: string;
}

/** A function or interface that a module exports. */
export interface Export {
  readonly name: string;
  readonly comment: string;
  /** Fields of the interface, or of the properties of a component. */
  readonly fields: readonly Field[];
  /** The type of the first parameter, as written. */
  readonly input: string;
  /** True for an interface with fields of others. */
  readonly isExtended: boolean;
}

/** Reads the exported functions and interfaces of a module, with their comments. */
export function readExports(path: string): readonly Export[] {
  const text = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, text);
  const source = { text, comments };
  const interfaces = new Map<string, TSInterfaceDeclaration>();
  for (const statement of program.body) {
    const declared = declarationOf(statement);
    if (declared?.type === 'TSInterfaceDeclaration') interfaces.set(declared.id.name, declared);
  }
  return program.body.flatMap((statement) => {
    const declared = exportedBy(statement);
    if (declared === undefined) return [];
    const comment = commentBefore(statement.start, source);
    if (declared.type === 'TSInterfaceDeclaration') {
      const fields = fieldsOf(declared.body.body, source);
      const isExtended = declared.extends.length > 0;
      return [{ name: declared.id.name, comment, fields, input: '', isExtended }];
    }
    if (declared.type !== 'FunctionDeclaration' || declared.id === null) return [];
    const [parameter] = declared.params;
    const annotation =
      parameter !== undefined && 'typeAnnotation' in parameter
        ? parameter.typeAnnotation?.typeAnnotation
        : undefined;
    const input = annotation === undefined ? '' : text.slice(annotation.start, annotation.end);
    const members =
      annotation?.type === 'TSTypeLiteral'
        ? annotation.members
        : (interfaces.get(input)?.body.body ?? []);
    const fields = fieldsOf(members, source);
    return [{ name: declared.id.name, comment, fields, input, isExtended: false }];
  });
}

/** The function, interface or other declaration that a statement exports. */
function exportedBy(statement: Statement) {
  if (statement.type === 'ExportNamedDeclaration') return statement.declaration ?? undefined;
  const isDefault = statement.type === 'ExportDefaultDeclaration';
  return isDefault && statement.declaration.type === 'FunctionDeclaration'
    ? statement.declaration
    : undefined;
}

interface Source {
  readonly text: string;
  readonly comments: readonly Comment[];
}

function declarationOf(statement: Statement) {
  if (statement.type !== 'ExportNamedDeclaration') {
    return statement.type === 'TSInterfaceDeclaration' ? statement : undefined;
  }
  return statement.declaration ?? undefined;
}

function fieldsOf(members: readonly TSSignature[], source: Source): readonly Field[] {
  return members.flatMap((member) => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return [];
    const type = member.typeAnnotation?.typeAnnotation;
    return [
      {
        name: member.key.name,
        type: type === undefined ? '' : plainType(source.text.slice(type.start, type.end)),
        isOptional: member.optional,
        comment: commentBefore(member.start, source),
      },
    ];
  });
}

/** A type without the words that say nothing to a reader. */
function plainType(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\breadonly /g, '')
    .replace(/\bReadonly<(.*)>/, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^\| /, '');
}

/** The comment that ends right before a declaration. */
function commentBefore(start: number, { text, comments }: Source): string {
  const comment = comments.findLast(({ end }) => end <= start);
  if (comment === undefined || text.slice(comment.end, start).trim() !== '') return '';
  return comment.value
    .replace(/^\*|^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
