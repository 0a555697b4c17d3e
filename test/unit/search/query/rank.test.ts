import { describe, expect, it } from 'vitest';
import type { SectionKind } from '../../../../src/shared/page.ts';
import { openSections, searchSection, titlesOf } from '../../../support/search.ts';
import { askSections, findTitles, type Section } from '../../../support/search-outcomes.ts';

/** A section of a page. */
function under(pageTitle: string, title: string, text = ''): Section {
  const sectionRoute = `/docs/${pageTitle.toLowerCase()}#${title.toLowerCase().replace(/\W+/g, '-')}`;
  return [title, text, { pageTitle, sectionRoute }];
}

function page(title: string, text = ''): Section {
  return [title, text, { sectionRoute: `/docs/${title.toLowerCase()}` }];
}

describe('a title', () => {
  const install: readonly Section[] = [
    ['Command line', 'How to install docwright, and install docwright again.'],
    ['Docwright install'],
    ['Install docwright globally and later'],
    ['Install docwright'],
  ];

  it.each([
    ['install docwright', 'Install docwright'],
    [' INSTALL: docwright! ', 'Install docwright'],
    ['install docw', 'Install docwright'],
    ['install', 'Install docwright'],
    ['docwright install', 'Docwright install'],
    ['install docwright globally', 'Install docwright globally and later'],
  ])('is found first by its words: %s', async (query, first) => {
    expect((await findTitles(install, query))[0]).toBe(first);
  });

  it('is found before a text that has the words', async () => {
    expect((await findTitles(install, 'install docwright')).at(-1)).toBe('Command line');
  });

  it.each([
    ['npm install', ['npm-install', 'npm-install-test', 'npm-install-ci-test']],
    ['npm-install', ['npm-install', 'npm-install-test', 'npm-install-ci-test']],
    ['dist-tag', ['npm-dist-tag']],
    ['dist tag', ['npm-dist-tag']],
    ['peerDependencies', ['peerDependencies', 'peerDependenciesMeta']],
    ['peerdependencies', ['peerDependencies', 'peerDependenciesMeta']],
    ['peer dependencies', ['peerDependencies', 'peerDependenciesMeta']],
  ])('comes before longer forms of it, and mentions: %s', async (query, first) => {
    const titles = await findTitles(
      [
        ['npm-install-ci-test', 'Install with a clean slate, then test: npm install npm install.'],
        ['npm-install-test', 'Install, then test: npm install npm install.'],
        ['npm-install', 'Install a package.'],
        ['Getting started', 'First, npm install. Then npm install again, set a dist-tag.'],
        ['npm-dist-tag', 'Modify tags.'],
        ['peerDependenciesMeta', 'Which of peerDependencies are optional; peerDependencies.'],
        ['package.json', 'It has peerDependencies. As peer dependencies, the dependencies.'],
        ['peerDependencies', 'Packages of the host.'],
      ],
      query,
    );
    expect(titles.slice(0, first.length)).toEqual(first);
  });
});

describe('a compound', () => {
  const sections: readonly Section[] = [
    under('Install', 'Lockfile', 'The lockfile: --frozen-lockfile, a frozen lockfile.'),
    under('Lockfile', 'Text', 'A frozen lockfile, with --frozen-lockfile.'),
    under('Settings', 'Set install.frozenLockfile there', 'Whether it may change.'),
  ];

  it.each(['--frozen-lockfile', 'frozenLockfile'])(
    'comes before sections whose titles have a part of it: %s',
    async (query) => {
      expect((await findTitles(sections, query))[0]).toBe('Set install.frozenLockfile there');
    },
  );
});

describe('a page', () => {
  it('comes before a section of another page that repeats its name', async () => {
    const sections = [
      page('Reference', 'All of it.'),
      under('Reference', 'Plugins', 'What plugins are.'),
      page('Plugins', 'Plugins add to a site. A plugin is a package.'),
      under('Plugins', 'Order', 'Plugins run in order.'),
    ];
    const { hits } = await askSections(sections, 'plugins');
    expect(hits[0]?.document.sectionRoute).toBe('/docs/plugins');
  });

  it('comes before a section with the same title and text', async () => {
    const text = 'Plugins add to a site.';
    const sections = [
      page('Reference', 'All of it.'),
      under('Reference', 'Plugins', text),
      page('Plugins', text),
    ];
    const { hits } = await askSections(sections, 'plugins');
    expect(hits[0]?.document.sectionRoute).toBe('/docs/plugins');
  });

  it('is about the words of its title that few others have', async () => {
    const names = ['Tools', 'Words', 'Plans', 'Prices', 'People', 'Places', 'Clocks', 'Doors'];
    const titles = await findTitles(
      [
        page('Webhooks retries', 'Acme retries webhooks.'),
        page('Acme webhooks', 'Webhooks of Acme.'),
        ...names.map((name) => page(`Acme ${name.toLowerCase()}`, 'Acme.')),
      ],
      'webhooks',
    );
    expect(titles[0]).toBe('Acme webhooks');
  });

  const logger = [
    page('Server', 'Listens.'),
    under('Server', 'Options', 'Port and host.'),
    page('Logger', 'Writes what happens.'),
    under('Logger', 'Options', 'Level and name.'),
    under('Logger', 'Transport', 'Where to.'),
  ];

  it.each([
    ['logger options', '/docs/logger#options'],
    ['options logger', '/docs/logger#options'],
    ['logger transport', '/docs/logger#transport'],
    ['server options', '/docs/server#options'],
    ['server port', '/docs/server#options'],
    ['logger', '/docs/logger'],
  ])('gives its sections the words of its title: %s', async (query, route) => {
    const { hits } = await askSections(logger, query);
    expect(hits[0]?.document.sectionRoute).toBe(route);
    expect(hits[0]?.missing).toEqual([]);
  });

  it('does not lack the words of the title above it', async () => {
    const { hits } = await askSections(logger, 'logger transport unicorns');
    expect(hits[0]).toMatchObject({ missing: ['unicorns'], document: { title: 'Transport' } });
  });
});

describe('the kind of a section', () => {
  it('leads to guides first, then to operations, then to their parts and schemas', async () => {
    const kinds: readonly (SectionKind | undefined)[] = [
      'schema',
      'property',
      'parameter',
      'operation',
      undefined,
    ];
    const sections = kinds.map(
      (kind, at): Section => [
        'Badge',
        'Players earn a badge.',
        { ...(kind === undefined ? {} : { kind }), sectionRoute: `/docs/${at}` },
      ],
    );
    const { hits } = await askSections(sections, 'badge');
    const found = hits.map(({ document }) => document.kind ?? 'guide');
    expect(found.slice(0, 2)).toEqual(['guide', 'operation']);
    expect(found.indexOf('schema')).toBeGreaterThan(2);
  });

  it('leads to a guide whose title has another form of the word', async () => {
    const sections: readonly Section[] = [
      ['Badge', 'A badge of a player.', { kind: 'schema', tags: ['Badge'] }],
      ['Award', 'The award of a badge.', { kind: 'schema', tags: ['Award'] }],
      ['Badges', 'Players earn a badge for what they do. Create a badge, and award it.'],
    ];
    for (const query of ['badges', 'badg', 'create badge'])
      expect((await findTitles(sections, query))[0], query).toBe('Badges');
  });

  it('does not matter for the name of a schema as it is written', async () => {
    const schemas: readonly Section[] = [
      ['Badge award', 'How a badge is awarded to a player.'],
      ['Badges', 'Players earn a badge for what they do.'],
      ['BadgeAward', 'An award of a badge.', { kind: 'schema', tags: ['BadgeAward'] }],
      ['Badge', 'A badge.', { kind: 'schema', tags: ['Badge'] }],
    ];
    expect((await askSections(schemas, 'Badge')).hits[0]?.document.kind).toBe('schema');
    expect((await askSections(schemas, 'BadgeAward')).hits[0]?.document.kind).toBe('schema');
    expect((await askSections(schemas, 'badge')).hits[0]?.document.kind).toBeUndefined();
  });

  it('puts a reference below guides, unless the query has a compound', async () => {
    const sections: readonly Section[] = [
      ['Read files', 'To read files: readFile.', { kind: 'reference' }],
      ['Read many files', 'To read files, call readFile.'],
    ];
    expect((await findTitles(sections, 'read files'))[0]).toBe('Read many files');
    expect((await findTitles(sections, 'readFile'))[0]).toBe('Read files');
  });

  it('puts release notes below guides, unless they are asked for', async () => {
    const sections: readonly Section[] = [
      ['Webhooks in 2.4', 'Webhooks have retries.', { kind: 'news' }],
      ['Webhooks', 'Webhooks tell you what happens.'],
    ];
    expect((await findTitles(sections, 'webhooks'))[0]).toBe('Webhooks');
    expect((await findTitles(sections, 'webhooks 2.4'))[0]).toBe('Webhooks in 2.4');
  });
});

describe('a word of the query that a section lacks', () => {
  it('lowers the section', async () => {
    const titles = await findTitles(
      [
        ['Wallets', 'A wallet.'],
        ['Wallets of players', 'Each player has a wallet.'],
      ],
      'wallet player',
    );
    expect(titles).toEqual(['Wallets of players', 'Wallets']);
  });

  it('does not bury it below a section that only mentions all words', async () => {
    const titles = await findTitles(
      [
        [
          'Contributing',
          'Change what you like: start the dev server, see the port in the log, then change the code, the tests of the server and everything that the reviewers of this project want to see before they merge it.',
        ],
        ['server.port', 'The port of the dev server.'],
      ],
      'change dev server port',
    );
    expect(titles[0]).toBe('server.port');
  });

  it('is missing unless the section has it or its parts', async () => {
    const { hits } = await askSections([['Foo bar'], ['Foo'], ['The foo']], 'the foo-bar');
    const found = new Map(hits.map(({ document, missing }) => [document.title, missing]));
    expect(found.get('Foo bar')).toEqual([]);
    expect(found.get('Foo')).toEqual(['foobar']);
    expect(found.get('The foo')).toEqual(['foobar']);
  });
});

describe('the words of a query', () => {
  it('count more as typed than in another inflection', async () => {
    const sections: readonly Section[] = [['Mints'], ['Minting'], ['Guide', 'mints']];
    expect(await findTitles(sections, 'minting')).toEqual(['Minting', 'Mints', 'Guide']);
  });

  it('rank a frequent inflection above a rare one, as the words mean the same', async () => {
    const sections: readonly Section[] = [
      ['One', 'Here the wallet charging.'],
      ['Two', 'Here the wallet charges.'],
      ...Array.from(
        { length: 9 },
        (_, index): Section => [
          `More ${index}`,
          'It charges and charges for all the months that follow.',
        ],
      ),
    ];
    const found = await findTitles(sections, 'charged wallet');
    expect(found.slice(0, 2)).toEqual(['Two', 'One']);
  });

  it('have inflections from four letters on, unless they are stop words', async () => {
    expect(await findTitles([['Coding'], ['Code']], 'code')).toEqual(['Code', 'Coding']);
    const others = openSections([searchSection('Having', ''), searchSection('Have tests', '')]);
    expect(titlesOf(await others.search('have tests'))).toEqual(['Have tests']);
  });

  it('count little if they are stop words among others', async () => {
    const sections: readonly Section[] = [['There'], ['Guide book'], ['The guide'], ['Guide']];
    const titles = await findTitles(sections, 'the guide');
    expect(new Set(titles.slice(0, 2))).toEqual(new Set(['The guide', 'Guide']));
    expect(titles).not.toContain('There');
  });

  it.each(['how', 'why', 'how do', 'what '])(
    'always have results for the beginning of a question: %j',
    async (query) => {
      const sections: readonly Section[] = [['Horses'], ['Whales'], ['Dogs']];
      expect(await findTitles(sections, query)).not.toEqual([]);
    },
  );

  it('are found if all are stop words', async () => {
    expect(await findTitles([['Howto'], ['What is it']], 'what is')).toEqual(['What is it']);
  });

  it('are continued where they are last or unknown', async () => {
    const sections: readonly Section[] = [['Api'], ['Apis'], ['Golang'], ['Go'], ['Guide']];
    const find = async (query: string): Promise<string> =>
      (await findTitles(sections, query)).toSorted().join(' ');
    expect(await find('api guide')).toBe('Api Apis Guide');
    expect(await find('guide ap')).toBe('Api Apis Guide');
    expect(await find('go guide')).toBe('Go Guide');
    expect(await find('gola guide')).toBe('Golang Guide');
  });

  it('that are rare count more than frequent ones', async () => {
    const sections: readonly Section[] = [
      ['Signing', 'A request has a signature.'],
      ...Array.from({ length: 20 }, (_, at): Section => [`Request ${at}`, 'A request.']),
    ];
    expect((await findTitles(sections, 'request signature'))[0]).toBe('Signing');
  });

  it('are highlighted where they are', async () => {
    const sections = [['Alpha'], ['Alpine alphas'], ['Alps', 'alpha']] as const;
    const made = sections.map(([title, text = '']) => searchSection(title, text));
    const { hits } = await openSections(made).search('alp');
    const found = hits.map(({ document, terms }) => [document.title, ...terms].join(' '));
    expect(found.toSorted()).toEqual([
      'Alpha alpha',
      'Alpine alphas alphas alpine',
      'Alps alpha alps',
    ]);
  });
});

describe('names with marks', () => {
  const names: readonly Section[] = [
    ['Environment', 'Set env and env again, in the env of the process: env.'],
    ['Secrets', 'They are in the file .env of the project.'],
    ['Letters', 'g G g, a g.'],
    ['Global packages', 'Use -g for all projects.'],
    ['Versions', 'Version 1.2.3 is 1.2.3, after 1.2.2.'],
    ['Ranges', 'The range ~1.2.3 allows patches.'],
    ['Protocols', 'Clone by git, by ssh, or by git and ssh.'],
    ['Sources', 'Install from git+ssh://host/repository.'],
    ['Saving', 'We save and save.'],
    ['Flags', 'The flag --save saves.'],
  ];

  it.each([
    ['.env', 'Secrets'],
    ['-g', 'Global packages'],
    ['~1.2.3', 'Ranges'],
    ['git+ssh://', 'Sources'],
    ['git+ssh', 'Sources'],
    ['--save', 'Flags'],
  ])('are found before their parts: %s', async (query, first) => {
    expect((await findTitles(names, query))[0]).toBe(first);
  });

  it.each([
    ['.env', 'Environment'],
    ['~1.2.3', 'Versions'],
    ['git+ssh://', 'Protocols'],
  ])('are found by their parts too: %s', async (query, title) => {
    expect(await findTitles(names, query)).toContain(title);
  });
});

describe('limits', () => {
  it('gives 8 hits unless asked for more or fewer', async () => {
    const sections = Array.from({ length: 30 }, (_, at): Section => [`Same ${at}z`]);
    expect(await findTitles(sections, 'same')).toHaveLength(8);
    expect(await findTitles(sections, 'same', { limit: 3 })).toHaveLength(3);
    expect(await findTitles(sections, 'same', { limit: 30 })).toHaveLength(30);
  });

  it('does not lose the best section among very many equal ones', async () => {
    const index = openSections([
      ...Array.from({ length: 600 }, (_, at) => searchSection(`Part ${at}z`, 'A lighthouse.')),
      searchSection('Keeper', 'Of the lighthouse.'),
    ]);
    for (const query of ['lighthouse keeper', 'keeper lighthouse'])
      expect(titlesOf(await index.search(query))[0]).toBe('Keeper');
  });

  it('reads past the stop words of a long query', async () => {
    const words =
      'it was not the one that I had so now what should we do about all of this for them if';
    const query = `${words} lighthouse or any other is at an end by keeper`;
    const [first] = await findTitles([['Lighthouse keeper']], query);
    expect(first).toBe('Lighthouse keeper');
    const { hits } = await askSections([['Lighthouse keeper']], query);
    expect(hits[0]?.missing).toEqual(['end']);
  });

  it('answers queries of very many words', async () => {
    const words = Array.from(
      { length: 60 },
      (_, at) => `qu${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`,
    );
    const titles = await findTitles(
      words.map((word): Section => [word]),
      words.join(' '),
      { limit: 99 },
    );
    expect(titles.length).toBeGreaterThanOrEqual(20);
  });
});

describe('a page', () => {
  it.each(['plugin', 'plugins'])(
    'that is named like the query comes before longer titles: %s',
    async (query) => {
      const sections = [
        under('TypeScript', 'plugin order', 'A plugin is a plugin; the plugin of a plugin.'),
        under('Command line', 'plugin', 'A plugin is a plugin.'),
        under('Changes', 'The plugin API', 'The plugin and its plugin.'),
        page('Plugins', 'They extend the build.'),
      ];
      const titles = await findTitles(sections, query);
      expect(titles.indexOf('Plugins')).toBeLessThan(titles.indexOf('plugin order'));
      expect(titles.indexOf('Plugins')).toBeLessThan(titles.indexOf('The plugin API'));
    },
  );

  it('comes before its sections if several of them answer equally well', async () => {
    const sections = [
      page('Scope', 'About scoped packages and what they are for.'),
      under('Scope', 'Installing scoped packages', 'Run it.'),
      under('Scope', 'Publishing scoped packages', 'Run it.'),
      under('Scope', 'Requiring scoped packages', 'Run it.'),
    ];
    expect((await findTitles(sections, 'scoped packages'))[0]).toBe('Scope');
  });

  it('comes before a schema of which only a part was typed', async () => {
    const sections: readonly Section[] = [
      [
        'JobCallback',
        'The callback of a job.',
        { kind: 'schema', sectionRoute: '/api/JobCallback' },
      ],
      page('Webhooks', 'A callback to your server, and another callback.'),
    ];
    expect((await findTitles(sections, 'callback'))[0]).toBe('Webhooks');
    expect((await findTitles(sections, 'JobCallback'))[0]).toBe('JobCallback');
  });
});
