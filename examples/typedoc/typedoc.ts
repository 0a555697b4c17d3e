import { type AddedPage, definePlugin } from 'docwright';

/** The parts of TypeDoc's JSON (`typedoc --json api.json`) that the pages show. */
interface Reflection {
  readonly name: string;
  readonly kind: number;
  readonly comment?: Comment;
  readonly sources?: readonly { readonly fileName: string; readonly line: number }[];
  readonly children?: readonly Reflection[];
  readonly signatures?: readonly Reflection[];
  readonly parameters?: readonly Reflection[];
  readonly flags?: { readonly isOptional?: boolean };
  readonly type?: Type;
}

interface Comment {
  readonly summary: readonly { readonly text: string }[];
}

type Type =
  | {
      readonly type: 'intrinsic' | 'reference';
      readonly name: string;
      readonly typeArguments?: readonly Type[];
    }
  | { readonly type: 'array'; readonly elementType: Type }
  | { readonly type: 'union'; readonly types: readonly Type[] }
  | { readonly type: 'literal'; readonly value: string | number | boolean | null }
  | { readonly type: 'other' };

const KINDS: Readonly<Record<number, string>> = {
  8: 'Enumeration',
  32: 'Variable',
  64: 'Function',
  128: 'Class',
  256: 'Interface',
  2097152: 'Type',
};

function printType(type: Type | undefined): string {
  switch (type?.type) {
    case 'array':
      return `${printType(type.elementType)}[]`;
    case 'union':
      return type.types.map(printType).join(' | ');
    case 'literal':
      return JSON.stringify(type.value);
    case 'intrinsic':
    case 'reference': {
      const inner = type.typeArguments?.map(printType).join(', ');
      return inner === undefined ? type.name : `${type.name}<${inner}>`;
    }
    default:
      return 'unknown';
  }
}

function summaryOf({ comment }: Reflection): string {
  return comment?.summary.map(({ text }) => text).join('') ?? '';
}

/** A table of parameters or properties; empty without any. */
function table(title: string, rows: readonly Reflection[] = []): string {
  if (rows.length === 0) return '';
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const lines = rows.map((row) => {
    const name = `\`${row.name}${row.flags?.isOptional === true ? '?' : ''}\``;
    return `| ${name} | \`${cell(printType(row.type))}\` | ${cell(summaryOf(row))} |`;
  });
  return `| ${title} | Type | |\n|---|---|---|\n${lines.join('\n')}\n`;
}

function signature(of: Reflection): string {
  const parameters = (of.parameters ?? []).map(
    ({ name, type, flags }) =>
      `${name}${flags?.isOptional === true ? '?' : ''}: ${printType(type)}`,
  );
  const code = `${of.name}(${parameters.join(', ')}): ${printType(of.type)}`;
  return `\`\`\`ts\n${code}\n\`\`\`\n\n${summaryOf(of)}\n\n${table('Parameter', of.parameters)}`;
}

function pageOf(of: Reflection, base: string, position: number): AddedPage {
  const kind = KINDS[of.kind] ?? 'Export';
  const [source] = of.sources ?? [];
  const methods = (of.children ?? []).filter(({ signatures }) => signatures !== undefined);
  const properties = (of.children ?? []).filter(({ signatures }) => signatures === undefined);
  const parts = [
    `${kind}${source === undefined ? '' : ` in \`${source.fileName}\``}`,
    summaryOf(of),
    ...(of.signatures ?? []).map(signature),
    ...(of.type === undefined ? [] : [`\`\`\`ts\n${printType(of.type)}\n\`\`\``]),
    table('Property', properties),
    ...methods.map(
      (method) => `## ${method.name}\n\n${(method.signatures ?? []).map(signature).join('\n')}`,
    ),
  ];
  return {
    route: `${base}/${of.name}`,
    title: of.name,
    markdown: parts.filter((part) => part !== '').join('\n\n'),
    sidebar: { position },
  };
}

/** Makes a page of each export in TypeDoc's JSON, below a route. */
export function typedoc(file: string, base: string) {
  return definePlugin({
    name: 'typedoc',
    routes({ add, read }) {
      const { name, children = [] } = read.json(file) as Reflection;
      const links = children.map((of) => `- [${of.name}](${base}/${of.name})`);
      add({ route: base, title: name, markdown: links.join('\n'), source: { file } });
      for (const [index, of] of children.entries())
        add({ ...pageOf(of, base, index), source: { file } });
    },
  });
}
