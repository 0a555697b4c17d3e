import { describe, expect, it } from 'vitest';
import { findings, html, parse, textAt, written } from '../support/parse.ts';

const HOME = `---
layout: home
hero:
  title: Ship faster
  text: One tool for all.
  actions:
    - label: Start
      link: ./start.md
    - { label: Source, link: 'https://example.com' }
  image: { src: ./light.svg, dark: ./dark.svg, alt: A ship }
  code: |
    \`\`\`bash title="Request"
    curl x
    \`\`\`

    :::code-group

    \`\`\`js title="A" {9}
    a()
    \`\`\`

    \`\`\`py title="B"
    b()
    \`\`\`

    :::
features:
  - icon: rocket
    title: Fast
    text: It is.
    link: ./fast.md#why
  - icon: 🪶
    title: Light
---

## More

Text.
`;

function home(yaml: string): ReturnType<typeof parse> {
  return parse(`---\nlayout: home\n${yaml}---\n\nText.\n`);
}

describe('a page with the layout home', () => {
  const doc = parse(HOME);
  const page = html(doc);

  it('begins with the hero and the features', () => {
    expect(page).toContain('<h1>Ship faster</h1>\n<p class="home-lead">One tool for all.</p>');
    expect(page).toContain('<a href="./start.md" class="button button-primary">Start</a>');
    expect(page).toMatch(/<a href="https:\/\/example.com" class="button" target="_blank"/);
    expect(page).toContain(
      '<img class="light-only" src="./light.svg" alt="A ship"><img class="dark-only" src="./dark.svg" alt="A ship">',
    );
    expect(page).toMatch(/<h2><a href="\.\/fast\.md#why">Fast<\/a><\/h2>\n<p>It is\.<\/p>/);
    expect(page).toContain('<p class="card-icon" aria-hidden="true">🪶</p>\n<h2>Light</h2>');
    expect(page).toMatch(/<p class="card-icon" aria-hidden="true"><svg [^>]*><path d="M8\.5 15\.5/);
    expect(page.indexOf('home-hero')).toBeLessThan(page.indexOf('id="more"'));
  });

  it('highlights its code blocks and code groups as those of the text', () => {
    expect(page).toContain('<figcaption>Request</figcaption>');
    expect(page).toContain('<code class="language-bash"><span');
    expect(page).toMatch(/id="tab\.a"/);
    expect(page).toMatch(/id="tab\.b"/);
  });

  it('locates links and problems where they are written', () => {
    expect(written(HOME, doc.links)).toEqual([
      './start.md',
      'https://example.com',
      './light.svg',
      './dark.svg',
      './fast.md#why',
    ]);
    expect(findings(doc)).toEqual(['code-options 18:21']);
    expect(textAt(HOME, doc.diagnostics[0]?.location)).toBe('{9}');
  });

  it('names the page, describes it and is searched', () => {
    expect(doc).toMatchObject({
      title: 'Ship faster',
      description: 'One tool for all.',
      hasTitleHeading: true,
      frontmatter: { layout: 'home', sidebar: false, hide_table_of_contents: true },
    });
    expect(doc.sections[0]?.text).toBe(
      'Ship faster One tool for all. Start Source Fast It is. Light',
    );
  });

  it('marks one action', () => {
    const actions = html(
      home(
        'hero:\n  title: A\n  actions:\n    - { label: b, link: /b }\n    - { label: c, link: /c, primary: true }\n',
      ),
    );
    expect(actions).toContain('<a href="/b" class="button">b</a>');
    expect(actions).toContain('<a href="/c" class="button button-primary">c</a>');
  });

  it.each([
    ['hero:\n  titel: A\n', ['frontmatter-unknown-key 4:3']],
    ['hero: { title: A, actions: [{ label: b }] }\n', ['frontmatter-type 3:29']],
    ['hero: { title: A, actions: [{ label: b, link: [c] }] }\n', ['frontmatter-type 3:47']],
    ['features:\n  - title: A\n    icon: rockett\n', ['frontmatter-type 5:11']],
    ['features:\n  - text: A\n', ['frontmatter-type 4:5']],
    [
      'hero:\n  title: A\n  code: |\n    ```sh\n    a\n    ```\n\n    Text.\n',
      ['frontmatter-type 10:5'],
    ],
    ['hero: { title: A, code: "text" }\n', ['frontmatter-type 3:26']],
    ['hero:\n  title: A\n  code: |\n    ```nope\n    a\n    ```\n', ['unknown-language 6:8']],
  ])('reports mistakes at their place: %j', (yaml, expected) => {
    expect(findings(home(yaml))).toEqual(expected);
  });

  it('reports its keys on other pages', () => {
    expect(findings(parse('---\nhero: { title: A }\n---\n# B\n'))).toEqual([
      'frontmatter-type 2:1',
    ]);
    expect(findings(parse('---\nlayout: post\n---\n# B\n'))).toEqual(['frontmatter-type 2:9']);
  });

  it('has images for both modes that VitePress nests', () => {
    const image =
      'image:\n    light: { src: /light.svg, alt: A ship }\n    dark: { src: /dark.svg }\n';
    expect(html(home(`hero:\n  name: Acme\n  ${image}`))).toContain(
      '<img class="light-only" src="/light.svg" alt="A ship"><img class="dark-only" src="/dark.svg" alt="A ship">',
    );
  });
});

describe('a home page of Starlight', () => {
  const starlight = (yaml: string): ReturnType<typeof parse> =>
    parse(`---\n${yaml}---\n\nText.\n`, { dialects: ['starlight'] });

  it('shows the hero, and with the template splash no sidebar', () => {
    const doc = starlight(
      'title: A\ntemplate: splash\nhero:\n  title: B\n  tagline: c\n  actions:\n    - { text: d, link: /d/, variant: minimal }\n',
    );
    expect(html(doc)).toContain('<h1>B</h1>\n<p class="home-lead">c</p>');
    expect(html(doc)).toContain('<a href="/d/" class="button">d</a>');
    expect(doc.frontmatter).toEqual({
      title: 'A',
      layout: 'home',
      sidebar: false,
      hide_table_of_contents: true,
    });
    expect(doc.diagnostics).toEqual([]);
  });
});
