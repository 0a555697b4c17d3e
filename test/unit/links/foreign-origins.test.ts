import { expect, it, onTestFinished } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const REFUSED = 'the security policy does not allow';

function config(body = ''): string {
  return `export default { title: 'A', url: 'https://a.example', ${body} };\n`;
}

async function built(files: SiteFiles): Promise<SiteDriver> {
  const driver = site(files);
  onTestFinished(driver.dispose);
  return driver.build();
}

function foreign(driver: SiteDriver): readonly string[] {
  return driver
    .result()
    .diagnostics.filter(({ code }) => code === 'foreign-origin')
    .map(({ location, message }) => `${location?.file}:${location?.line} ${message}`)
    .toSorted();
}

it('reports each origin once for each way of loading, with the number of places', async () => {
  const driver = await built({
    'site.config.ts': config(),
    'index.md': [
      '# A',
      '![b](https://img.example/b.svg) [![c](https://img.example/c.svg)](https://link.example/)',
      '<video src="https://img.example/d.mp4" poster="//p.example/d.png">',
      '<source src="https://s.example/d.webm"></video> <audio src="https://s.example/d.mp3"></audio>',
      '<img src="b.png" srcset="https://set.example/b.png 2x">',
      '<img src="https://a.example/own.png"> ![d](data:image/png;base64,AAAA)',
    ].join('\n\n'),
    'b.md': '# B\n\n![b](https://img.example/b.svg)\n',
    'b.png': '',
    'static/own.png': '',
  });
  expect(foreign(driver)).toEqual([
    `b.md:3 ${REFUSED} images from https://img.example (2 more places)`,
    `index.md:5 ${REFUSED} audio and video from https://img.example`,
    `index.md:5 ${REFUSED} images from https://p.example`,
    `index.md:7 ${REFUSED} audio and video from https://s.example (1 more place)`,
    `index.md:9 ${REFUSED} images from https://set.example`,
  ]);
  const [first] = driver.result().diagnostics.filter(({ code }) => code === 'foreign-origin');
  expect(first?.hint).toBe(
    "add 'https://img.example' to security.origins.img in the configuration",
  );
});

it('reports origins in the configuration, components, React pages, trusted HTML and descriptions', async () => {
  const driver = await built({
    'site.config.ts': config(
      [
        `head: [{ tag: 'link', attributes: { rel: 'stylesheet', href: 'https://style.example/a.css' } },`,
        `{ tag: 'link', attributes: { rel: 'canonical', href: 'https://link.example/' } }],`,
        `footer: { copyright: '<img src="https://footer.example/a.png">' },`,
        `markdown: { html: 'trusted' }, openapi: [{ spec: 'api.yaml' }]`,
      ].join(' '),
    ),
    'index.md':
      '# A\n\n<iframe src="https://frame.example/"></iframe>\n\n<link rel="license" href="https://link.example/">\n',
    'b.mdx': '# B\n\n<video src="https://mdx.example/a.mp4" />\n',
    'c.tsx': 'export default () => <img src="https://react.example/a.png" alt="" />;\n',
    'api.yaml':
      "openapi: 3.1.0\ninfo: { title: A, version: '1', description: '![b](https://api.example/b.png)' }\npaths: {}\n",
  });
  expect(foreign(driver)).toEqual([
    `api.yaml:2 ${REFUSED} images from https://api.example`,
    `b.mdx:3 ${REFUSED} audio and video from https://mdx.example`,
    `c.tsx:1 ${REFUSED} images from https://react.example`,
    `index.md:3 ${REFUSED} frames from https://frame.example`,
    `site.config.ts:1 ${REFUSED} images from https://footer.example`,
    `site.config.ts:1 ${REFUSED} style sheets from https://style.example`,
  ]);
});

it('accepts listed origins, and all where no policy is sent', async () => {
  const page = { 'index.md': '# A\n\n![b](https://img.example/b.svg)\n' };
  const listed = config(`security: { origins: { img: ['https://img.example'] } }`);
  for (const text of [listed, config(`hosting: 'none'`)])
    expect(foreign(await built({ 'site.config.ts': text, ...page }))).toEqual([]);
});
