import { definePlugin } from 'docwright';

interface Term {
  readonly name: string;
  readonly text: string;
}

/** The terms of a collection on one page, each with the pages that link to it; reports those that no page links to. */
export function glossary(name: string, route: string) {
  const anchor = (id: string): string => id.replace('#', '-');
  return definePlugin({
    name: 'glossary',
    blocks: {
      // `::term[tide]` links to its entry.
      term: ({ label }, { collection }) => {
        const found = collection<Term>(name).find(({ data }) => data.name === label);
        if (found === undefined) throw new Error(`there is no term "${label}"`);
        return `<p><a href="${route}#${anchor(found.id)}">${label}</a>: ${found.data.text}</p>`;
      },
    },
    routes({ add, collection, read }) {
      const pages = read.list('content').filter((file) => file.endsWith('.md'));
      const sections = collection<Term>(name).map(({ id, data }) => {
        const users = pages.filter((file) => read.file(file).includes(`::term[${data.name}]`));
        const links = users.map((file) => {
          const address = file.replace(/^content|(?:\/index)?\.md$/g, '');
          return `[${address}](${address})`;
        });
        const used = links.length === 0 ? '' : `\n\nUsed in ${links.join(', ')}`;
        return `## ${data.name} {#${anchor(id)}}\n\n${data.text}${used}`;
      });
      add({ route, title: 'Glossary', markdown: sections.join('\n\n') });
    },
    check({ pages, collection, report }) {
      const used = new Set(pages.flatMap(({ links }) => links.map(({ href }) => href)));
      for (const { id, data, file, line } of collection<Term>(name))
        if (!used.has(`${route}#${anchor(id)}`))
          report({
            code: 'unused-term',
            message: `no page has the term "${data.name}"`,
            file,
            line,
          });
    },
  });
}
