import { describedSchema } from '../json-schemas.ts';
import { code, escapeText, fence, printPage, table } from './markdown.ts';
import type { Schema } from './schema-page.ts';

/** The page of the keys of `i18n/<locale>/messages.yml`. */
export function messagesPage(): string {
  const schema: Schema = describedSchema('messages');
  const example = `interface:
  next: Suivant
search:
  placeholder: 'Rechercher dans {title}'
labels:
  Docs: Documentation
`;
  const sections = Object.entries(schema.properties ?? {}).map(([section, part]) => {
    const rows = Object.entries(part.properties ?? {}).map(([key, { description = '' }]) => [
      code(key),
      escapeText(description.replace(/^English: /, '')),
    ]);
    return `## \`${section}\` {#${section}}\n\n${escapeText(part.description ?? '')}\n\n${table(['Key', 'English'], rows)}`;
  });
  const body = `Messages ship in [many languages](../versions-and-locales.md#ui-messages); the file of a locale replaces them. In other
languages, missing messages are shown in English. A wrong name or a missing placeholder such as \`{title}\` is an error.

${fence('yaml title="i18n/fr/messages.yml"', example)}
${sections.join('\n')}`;
  return printPage({
    title: 'UI messages',
    description:
      'Every message of the layout, the search, articles and API pages that a locale can translate.',
    position: 4,
    from: 'src/shared/ui-messages.ts',
    body,
  });
}
