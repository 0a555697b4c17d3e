import { commandsPage } from './commands.ts';
import { componentsPage } from './components.ts';
import { categoryPage, configurationPage, frontmatterPage } from './configuration.ts';
import { diagnosticsPage } from './diagnostics.ts';
import { messagesPage } from './messages.ts';
import { pluginsPage } from './plugins.ts';
import { templatesPage, variablesPage } from './templates.ts';

/** The pages of the manual's reference by path, as they are written. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['manual/reference/configuration.md', configurationPage()],
    ['manual/reference/frontmatter.md', frontmatterPage()],
    ['manual/reference/category-files.md', categoryPage()],
    ['manual/reference/messages.md', messagesPage()],
    ['manual/reference/commands.md', await commandsPage()],
    ['manual/reference/diagnostics.md', diagnosticsPage()],
    ['manual/reference/templates.md', templatesPage()],
    ['manual/reference/css-variables.md', variablesPage()],
    ['manual/reference/plug-ins.md', pluginsPage()],
    ['manual/reference/components.md', componentsPage()],
  ]);
}
