import { describe, expect, it } from 'vitest';
import { site } from '../../support/site.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';

/** The images of a page, without their alternative texts and addresses. */
async function images(page: string): Promise<readonly string[]> {
  const built = await site({
    'site.config.ts': `export default { title: 'A', url: 'https://docs.example.com' };\n`,
    'content/index.md': page,
    'content/own.svg': SVG,
    'static/img.svg': SVG,
  }).build();
  expect(built.diagnostics()).toEqual([]);
  const html = built.page('/');
  built.dispose();
  const [article = ''] = /<article[^]*<\/article>/.exec(html) ?? [];
  return [...article.matchAll(/<img\b[^>]*>/g)].map(([tag]) =>
    tag.replace(/ (?:src|alt)="[^"]*"/g, ''),
  );
}

const LAZY = 'loading="lazy" decoding="async"';

describe('images of an article', () => {
  it('have their size, and only the first one is loaded at once', async () => {
    expect(
      await images('# A\n\n![a](./own.svg)\n\n![b](/img.svg)\n\n## B\n\n![c](own.svg)\n'),
    ).toEqual([
      '<img width="30" height="20" fetchpriority="high">',
      `<img width="30" height="20" ${LAZY}>`,
      `<img width="30" height="20" ${LAZY}>`,
    ]);
  });

  it('are not loaded at once below the second heading', async () => {
    expect(await images('# A\n\n## B\n\n![c](own.svg)\n')).toEqual([
      `<img width="30" height="20" ${LAZY}>`,
    ]);
    expect(await images('---\ntitle: A\n---\n\n## B\n\n![c](own.svg)\n')).toEqual([
      `<img width="30" height="20" ${LAZY}>`,
    ]);
  });

  it('keep what the author has written', async () => {
    expect(
      await images(
        '# A\n\n<img src="own.svg" alt="" width="60">\n\n<img loading="eager" src="/img.svg" alt="">\n',
      ),
    ).toEqual([
      '<img width="60" fetchpriority="high">',
      '<img loading="eager" width="30" height="20">',
    ]);
  });

  it('for one color mode are loaded when they are shown', async () => {
    const page =
      '---\nlayout: home\nhero:\n  title: A\n  image: { src: own.svg, dark: /img.svg, alt: x }\n---\n\nText.\n';
    expect(await images(page)).toEqual([
      `<img class="light-only" width="30" height="20" ${LAZY}>`,
      `<img class="dark-only" width="30" height="20" ${LAZY}>`,
    ]);
  });
});
