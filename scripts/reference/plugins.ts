import { describedSchema } from '../json-schemas.ts';
import { type Export, readExports } from './interfaces.ts';
import { code, escapeText, fence, printPage } from './markdown.ts';
import { keyTables, type Schema } from './schema-page.ts';
import { fieldTable } from './templates.ts';

const TYPES: readonly (readonly [name: string, heading: string])[] = [
  ['BlockInput', 'Argument of `blocks`'],
  ['FenceInput', 'Argument of `fences`'],
  ['BlockComponent', 'A component as the result of `blocks` and `fences`'],
  ['PluginLanguage', 'Entry of `languages`'],
  ['HeadInput', 'Argument of `head`'],
  ['HeadTag', 'Entry of the result of `head`'],
  ['PluginContext', 'Last argument of all functions'],
  ['AddedPage', 'Argument of `add` of `routes`'],
  ['PluginPage', 'Argument of `page`, and entry of `pages` of `check`'],
  ['PageAdditions', 'Result of `page`'],
  ['PluginFinding', 'Argument of `report` of `check`'],
  ['DoneContext', 'Argument of `done`'],
];

/** The page of every key of a plug-in and of what its functions get and return. */
export function pluginsPage(): string {
  const config: Schema = describedSchema('site-config');
  const schema = config.properties?.['plugins']?.items ?? {};
  const exports = new Map(readExports('src/config/plugins.ts').map((one) => [one.name, one]));
  const sections = TYPES.map(([name, heading]) => typeSection(exports.get(name), name, heading));
  const body = `A plug-in is an object that \`definePlugin\` checks. The guide is [Plug-ins](../plug-ins.md).

${fence('ts', "import { definePlugin } from 'docwright';\n\nexport const marks = definePlugin({\n  name: 'marks',\n  blocks: { mark: ({ label }) => `<mark>${label}</mark>` },\n});\n")}
## Keys

${keyTables({ path: '', schema }, 2)}
${sections.join('\n')}`;
  return printPage({
    title: 'Plug-in points',
    description: 'Every key of a plug-in, and the arguments and results of its functions.',
    position: 9,
    from: 'src/config/plugins.ts',
    body,
  });
}

function typeSection(type: Export | undefined, name: string, heading: string): string {
  if (type === undefined) throw new Error(`src/config/plugins.ts exports no ${name}`);
  return `## ${heading} {#${name.toLowerCase()}}\n\n${code(name)}: ${escapeText(type.comment)}\n\n${fieldTable(type.fields)}`;
}
