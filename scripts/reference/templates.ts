import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Export, readExports } from './interfaces.ts';
import { code, escapeText, fence, printPage, table } from './markdown.ts';

const FOLDER = 'templates';

/** The page of every template that a site can replace. */
export function templatesPage(): string {
  const sectionsOf = (folder: string): readonly string[] =>
    readdirSync(join(FOLDER, folder))
      .filter((name) => /^[A-Z]\w*\.tsx$/.test(name))
      .toSorted()
      .map((name) => templateSection(folder + name.replace('.tsx', '')));
  const body = `A file in \`templates/\` of a site replaces the template of the same name; no other names exist
([\`unknown-template\`](./diagnostics.md#unknown-template)). How to wrap one is in [Templates and styles](../templates.md#override-a-template).

${fence(
  'tsx title="templates/SkipLink.tsx"',
  `import { SkipLink as DefaultSkipLink } from 'docwright/templates/SkipLink.tsx';

export function SkipLink() {
  return <DefaultSkipLink />;
}
`,
)}
Types such as \`PageInput\` come from \`docwright/theme\`. \`templates/navbar-kinds.tsx\` adds [kinds of navbar
items](../templates.md#navbar-items), \`templates/components/\` [components](../components.mdx#your-own) and
\`templates/styles.css\` [styles](../templates.md#styles).

${sectionsOf('').join('\n')}

## API pages {#api-pages}

The templates in \`templates/api/\` print HTML without React: see [Parts of API pages](../templates.md#parts-of-api-pages). A
\`Child\` is text, HTML or a list of both, or nothing.

${sectionsOf('api/').join('\n')}`;
  return printPage({
    title: 'Templates',
    description: 'Every template that a site can replace, with its properties.',
    position: 7,
    from: 'templates/*.tsx and templates/api/*.tsx',
    body,
  });
}

/** `path` is below the folder of templates. */
function templateSection(path: string): string {
  const exports = readExports(`${FOLDER}/${path}.tsx`);
  const name = basename(path);
  const functions = exports.filter(
    (one) => !/(?:Props|Action)$/.test(one.name) && /^[A-Z]/.test(one.name),
  );
  const main = functions.filter((one) => one.name === name);
  const others = functions.filter((one) => one.name !== name);
  const text = [...main, ...others].map((one) => exportText(one, one.name === name));
  const level = name === path ? '##' : '###';
  return `${level} ${code(path)} {#${path.replace('/', '-').toLowerCase()}}\n\n${text.join('\n')}`;
}

function exportText({ name, comment, fields, input }: Export, isMain: boolean): string {
  const intro = isMain ? comment : comment === '' ? code(name) : `${code(name)}: ${comment}`;
  const whole = fields.length === 0 && input !== '' ? `\n\nProperties: ${code(input)}.` : '';
  return `${escapeText(intro)}${whole}\n\n${fieldTable(fields)}`;
}

/** Prints the fields of an interface; those without `?` are required. */
export function fieldTable(fields: Export['fields']): string {
  return table(
    ['Name', 'Type', 'Description'],
    fields.map(({ name, type, isOptional, comment }) => [
      code(isOptional ? `${name}?` : name),
      code(type),
      escapeText(comment),
    ]),
  );
}

/** The page of every variable of the style sheets. */
export function variablesPage(): string {
  const groups = [
    ...readVariables('tokens.css'),
    ...readVariables('code.css', 'Code blocks and syntax'),
  ];
  const sections = groups.map(
    ({ title, rows }) =>
      `## ${title}\n\n${table(['Variable', 'Default', 'Default in dark mode'], rows)}`,
  );
  const body = `Set these variables in \`templates/styles.css\`; the rest of the design follows. See [Styles](../templates.md#styles).

${fence('css title="templates/styles.css"', ':root {\n  --color-primary: #4f8cff;\n  --color-on-primary: #ffffff;\n  --color-accent: light-dark(#1c5a9e, #8cbdfa);\n}\n')}
\`light-dark()\` takes the colors of light and dark mode. Check the contrast of colors that you change: 4.5:1 for text.

${sections.join('\n')}`;
  return printPage({
    title: 'CSS variables',
    description: 'Every variable of the default styles with its value in light and dark mode.',
    position: 8,
    from: 'templates/styles/tokens.css and code.css',
    body,
  });
}

interface VariableGroup {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

/** The variables of the first rule of a style sheet; a comment in the rule is the title of those below it. */
function readVariables(file: string, title = ''): readonly VariableGroup[] {
  const text = readFileSync(`${FOLDER}/styles/${file}`, 'utf8');
  const [, rule = ''] = /:root \{([^}]*)\}/.exec(text) ?? [];
  const groups: { title: string; rows: string[][] }[] = title === '' ? [] : [{ title, rows: [] }];
  for (const [, heading, name = '', value = ''] of rule.matchAll(
    /\/\* (.*?)\.? \*\/|^ {2}(--[\w-]+):\s*([^;]*);/gm,
  )) {
    if (heading === undefined) groups.at(-1)?.rows.push([code(name), ...values(value)]);
    else groups.push({ title: heading, rows: [] });
  }
  return groups;
}

function values(value: string): readonly string[] {
  const flat = value.replace(/\s+/g, ' ');
  const [, light, dark] = /^light-dark\((.*?[^ ]), (#\w+|rgb\(.*\))\)$/.exec(flat) ?? [];
  return light === undefined || dark === undefined ? [code(flat), ''] : [code(light), code(dark)];
}
