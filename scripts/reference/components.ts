import { readdirSync } from 'node:fs';
import { BLOCK_OPTIONS } from '../../src/markdown/blocks/block-options.ts';
import { ADMONITIONS } from '../../src/shared/admonitions.ts';
import { type Export, type Field, readExports } from './interfaces.ts';
import { anchorOf, code, escapeText, printPage, table } from './markdown.ts';

const FOLDER = 'templates/components';

/** The file that tells the parser the properties of the built-in components. */
export const PROPERTIES_FILE = 'src/markdown/mdx/component-properties.ts';

interface Component {
  readonly name: string;
  readonly comment: string;
  readonly fields: readonly Field[];
  /** It takes other properties too. */
  readonly isOpen: boolean;
}

function components(): readonly Component[] {
  const names = readdirSync(FOLDER).flatMap((file) => /^([A-Z]\w*)\.tsx$/.exec(file)?.[1] ?? []);
  return names.toSorted().map((name) => {
    const exports = readExports(`${FOLDER}/${name}.tsx`);
    const one = (wanted: string): Export | undefined =>
      exports.find((entry) => entry.name === wanted);
    const props = one(`${name}Props`);
    return {
      name,
      comment: one(name)?.comment ?? '',
      fields: props?.fields ?? [],
      isOpen: props?.isExtended === true,
    };
  });
}

/** Prints the properties of the built-in components with what they accept. */
export function componentProperties(): string {
  const all = components();
  const kindOf = (field: Field): string => printKind(withoutUndefined(field.type), all);
  const entries = all.flatMap(({ name, fields, isOpen }) =>
    isOpen
      ? []
      : [`  ${name}: {`, ...fields.map((one) => `    ${one.name}: ${kindOf(one)},`), '  },'],
  );
  return `// Written by npm run reference from templates/components/*.tsx.

/** Values that a property accepts: any, text, a switch, the name of an admonition's kind, or one of some texts. */
export type PropertyKind = 'any' | 'text' | 'switch' | 'admonition' | readonly string[];

/** The properties of the built-in components. One that is not here passes all that it gets to an element. */
export const COMPONENT_PROPERTIES: Readonly<
  Record<string, Readonly<Record<string, PropertyKind>>>
> = {
${entries.join('\n')}
};
`;
}

/** The page of the properties of components, and of the options of blocks. */
export function componentsPage(): string {
  const own = components().map(
    ({ name, comment, fields, isOpen }) =>
      `### ${code(name)} {#${name.toLowerCase()}}\n\n${escapeText(comment)}\n\n${propertyTable(fields)}${
        isOpen ? '\nAnd the attributes of the element.\n' : ''
      }`,
  );
  const blocks = Object.entries(BLOCK_OPTIONS).map(
    ([name, options]) =>
      `### ${blockTitle(name)} {#${anchorOf(`block-${name}`)}}\n\n${table(
        ['Option', 'Description'],
        Object.entries(options).map(([option, { kind, description }]) => [
          code(kind === 'switch' ? option : `${option}="…"`),
          escapeText(description),
        ]),
      )}`,
  );
  const body = `Other properties, and values that a property does not accept, are warnings
([\`component-options\`](./diagnostics.md#component-options)). Your own components take what they want.

## Components

How they look is in [Components](../components.mdx#built-in). In \`.md\` files they are
[blocks](../components.mdx) with the same options: \`:::Card[Title]{icon="rocket"}\`; \`title\` may be in brackets.

${own.join('\n')}
## Blocks

Options are in braces after the title: \`:::details[More]{open}\`, \`:::details More {open}\` or \`:::details{open} More\`.

${blocks.join('\n')}`;
  return printPage({
    title: 'Properties of components and blocks',
    description: 'Every property of the built-in components, and every option of blocks.',
    position: 10,
    from: 'templates/components/*.tsx and src/markdown/blocks/block-options.ts',
    body,
  });
}

function propertyTable(fields: readonly Field[]): string {
  const shown = fields.filter(({ name, comment }) => name !== 'children' || comment !== '');
  return table(
    ['Property', 'Type', 'Description'],
    shown.map(({ name, type, comment }) => {
      const plain = withoutUndefined(type).replace('AdmonitionName', 'string');
      return [code(name), code(plain), escapeText(comment)];
    }),
  );
}

/** The names of a block in the manual. */
function blockTitle(name: string): string {
  const names = name === 'admonition' ? ADMONITIONS : [name];
  return names.map((one) => code(`:::${one}`)).join(', ');
}

const KINDS: Readonly<Record<string, string>> = {
  string: "'text'",
  boolean: "'switch'",
  AdmonitionName: "'admonition'",
};

function printKind(type: string, all: readonly Component[]): string {
  const [, component, key] = /^(\w+)Props\['(\w+)'\]$/.exec(type) ?? [];
  const same = all.find(({ name }) => name === component)?.fields.find(({ name }) => name === key);
  if (same !== undefined) return printKind(withoutUndefined(same.type), all);
  if (/^'[^']*'(?: \| '[^']*')*$/.test(type)) return `[${type.replaceAll(' | ', ', ')}]`;
  return KINDS[type] ?? "'any'";
}

function withoutUndefined(type: string): string {
  return type.replace(/ \| undefined$/, '');
}
