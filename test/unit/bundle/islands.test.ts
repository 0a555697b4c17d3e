import { describe, expect, it, onTestFinished } from 'vitest';
import { isIsland } from '../../../src/bundle/island-modules.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const SHOWN = `'use client';
export const Shown = (props) => <p>{JSON.stringify(props)}</p>;
export const size = 3;
`;

async function built(files: SiteFiles): Promise<SiteDriver> {
  const made = site({ 'content/index.md': '# Home\n', ...files });
  onTestFinished(made.dispose);
  return made.build();
}

function withPage(page: string): SiteFiles {
  return {
    'templates/components/Shown.tsx': SHOWN,
    'content/x.mdx': `import { Shown, size } from '../templates/components/Shown.tsx';\n\n# X\n\n${page}\n`,
  };
}

/** The properties of the islands of a page, as the browser gets them. */
function propsOf(html: string): readonly unknown[] {
  return [...html.matchAll(/<dw-island[^>]* data-props="([^"]*)"/g)].map(([, text = '']) =>
    JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  );
}

describe('a module of islands', () => {
  it.each([
    ["'use client';", true],
    ['"use client"', true],
    ["// Comment\n/* 'x' */\n\n'use strict';\n'use client';", true],
    ["#!/usr/bin/env node\n'use client'", true],
    ["import x from 'x';\n'use client';", false],
    ["// 'use client'", false],
    ["const text = 'use client';", false],
  ])('begins with the directive: %j', (code, expected) => {
    expect(isIsland(Buffer.from(code), 'tsx')).toBe(expected);
    expect(isIsland(Buffer.from(code), 'css')).toBe(false);
  });

  it('keeps exports that are no components', async () => {
    const made = await built(withPage('Size {size}'));
    expect(made.page('/x')).toContain('Size 3');
    expect(made.page('/x')).not.toContain('dw-island');
  });
});

describe('the HTML of an island', () => {
  it('has the links and images of the page, and no hints for images', async () => {
    const made = await built({
      ...withPage('<Shown to="./index.md" src="./a.png" />'),
      'content/a.png': 'bytes',
      'templates/components/Shown.tsx': `'use client';
        export const size = 0;
        export const Shown = ({ to, src }) => <a href={to}><img src={src} alt="" /></a>;`,
    });
    expect(made.diagnostics()).toEqual([]);
    expect(made.page('/x')).toMatch(
      /<dw-island [^>]*><a href="\/"><img src="\/dw-files\/a-\w+\.png" alt=""\/><\/a><\/dw-island>/,
    );
  });

  it('has no block elements in a paragraph', async () => {
    const made = await built(withPage('Words <Shown /> around.\n\n<Shown />'));
    expect(made.diagnostics()).toEqual(['content/x.mdx:5:8 component-error']);
    expect(made.page('/x')).not.toContain('data-block');
  });
});

describe('a CSS module', () => {
  it('of an island is reported, since its names differ in the browser', async () => {
    const made = await built({
      ...withPage('<Shown />'),
      'templates/components/Shown.tsx': `${SHOWN}import names from './a.module.css';\nconsole.assert(names.x);\n`,
      'templates/components/a.module.css': '.x { color: red }\n',
    });
    expect(made.diagnostics()).toEqual(['templates/components/a.module.css:1:1 bundle-warning']);
  });
});

describe('the properties of an island', () => {
  it('are passed as JSON, and its HTML is made of the same', async () => {
    const made = await built(
      withPage(`<Shown a={'x < "&amp;"'} b={1.5} c={[true, null]} d={{ e: [] }} {...{ g: 2 }} />`),
    );
    expect(made.diagnostics()).toEqual([]);
    const props = { a: 'x < "&amp;"', b: 1.5, c: [true, null], d: { e: [] }, g: 2 };
    expect(propsOf(made.page('/x'))).toEqual([props]);
  });

  it('that are no JSON are left out, with a warning at the element', async () => {
    const made = await built(
      withPage(
        'Text.\n\n<Shown run={() => 1} at={new Date(0)} list={[1, <b>x</b>]} deep={{ n: NaN }} ok />',
      ),
    );
    expect(propsOf(made.page('/x'))).toEqual([{ list: [1, null], deep: {}, ok: true }]);
    expect(made.page('/x')).toContain(
      '{&quot;list&quot;:[1,null],&quot;deep&quot;:{},&quot;ok&quot;:true}</p>',
    );
    expect(made.diagnostics()).toEqual(
      Array.from({ length: 4 }, () => 'content/x.mdx:7:2 component-error'),
    );
    expect(made.result().diagnostics.map(({ message }) => message.split(', ')[0])).toEqual([
      '"at" of the island <Shown> is of the class Date',
      '"deep.n" of the island <Shown> is NaN',
      '"list[1]" of the island <Shown> is an element',
      '"run" of the island <Shown> is a function',
    ]);
  });

  it('include children that are text; Markdown is kept as HTML', async () => {
    const made = await built(
      withPage('<Shown>Text</Shown>\n\n<Shown>\n\nSome *words*.\n\n</Shown>'),
    );
    expect(propsOf(made.page('/x'))).toEqual([{ children: 'Text' }, {}]);
    expect(made.page('/x')).toContain('<dw-slot hidden><p>Some <em>words</em>.</p>');
  });
});

describe('the scripts of islands', () => {
  it('are the same in every folder', async () => {
    const one = await built(withPage('<Shown />'));
    const two = await built(withPage('<Shown />'));
    expect(two.files()).toEqual(one.files());
    for (const path of one.files().filter((name) => /island/.test(name)))
      expect(two.file(path)).toBe(one.file(path));
    expect(two.page('/x')).toBe(one.page('/x'));
  });

  it('change no page without islands', async () => {
    const code = { 'content/y.mdx': '---\nsearch: false\n---\n\n# Y\n\n<Shown />\n' };
    const shown = (text: string): SiteFiles => ({
      ...code,
      'templates/components/Shown.tsx': text.replace(
        /export const (Shown .*)\n.*\n/,
        'const $1\nexport default Shown;\n',
      ),
    });
    const plain = await built(shown(SHOWN.replace("'use client';\n", '')));
    const island = await built(shown(SHOWN));
    expect(island.page('/y')).not.toBe(plain.page('/y'));
    expect(island.page('/')).toBe(plain.page('/'));
  });
});

describe('the summary', () => {
  it('names the pages with a wider policy', async () => {
    const made = await built({
      'templates/components/Drawing.tsx': `'use client';
        export const security = { trustedTypes: ['mermaid'], script: ['https://cdn.example'] };
        export default () => <p>Drawing</p>;`,
      'content/x.mdx': '# X\n\n<Drawing />\n',
      'content/y.mdx': '# Y\n\nText {1}.\n',
    });
    expect(made.diagnostics()).toEqual([]);
    expect(made.result().summary?.notes).toContain(
      'the security policy is wider (script-src https://cdn.example; trusted-types mermaid) for /x/',
    );
    expect(made.page('/y')).not.toContain('"policies"');
  });

  it('is without an invalid policy, which is reported', async () => {
    const made = await built({
      'templates/components/Bad.tsx': `'use client';
        export const security = { trustedTypes: ["'unsafe-inline' *"] };
        export default () => <p>Bad</p>;`,
      'content/x.mdx': '# X\n\n<Bad />\n',
    });
    expect(made.diagnostics()).toEqual(['content/x.mdx:3:2 component-error']);
    expect(made.page('/x')).not.toContain('"policies"');
  });
});

const CLOCK = `'use client';
import { useState } from 'react';
import { usePage } from 'docwright/theme';
export function Clock({ at = 0 }) {
  const [count, setCount] = useState(at);
  return <button type="button" onClick={() => setCount(count + 1)}>{usePage().title}{count}</button>;
}
`;

const FOOTER = (element: string): string => `import { Clock } from './parts/Clock.tsx';
export const Footer = () => (
  <footer>
    ${element}
  </footer>
);
`;

function withFooter(element: string, clock = CLOCK): SiteFiles {
  return { 'templates/Footer.tsx': FOOTER(element), 'templates/parts/Clock.tsx': clock };
}

describe('an island in a template', () => {
  it('is started as its element says, and has the data of the page', async () => {
    const made = await built(withFooter('<Clock at={2} client="load" keep="clock" />'));
    expect(made.diagnostics()).toEqual([]);
    const html = made.page('/');
    expect(html).toMatch(
      /<dw-island data-id="l0" data-module="[^"]*" data-export="Clock" data-props="{&quot;at&quot;:2}" data-client="load" data-keep="clock" data-reads=""><button/,
    );
    expect(html).toContain('id="dw-page-data">{"site":');
    expect(html.match(/<script type="module"/g)).toHaveLength(2);
  });

  it('is reported at its element if its start is unknown or a property is no JSON, once', async () => {
    const made = await built({
      ...withFooter('<Clock at={new Date(0)} client="soon" />'),
      'content/x.md': '# X\n',
    });
    expect(made.diagnostics()).toEqual([
      'templates/Footer.tsx:4:5 component-error',
      'templates/Footer.tsx:4:5 component-error',
    ]);
  });

  it('adds nothing to a page that does not read its data', async () => {
    const made = await built(withFooter('<Clock />', CLOCK.replace('{usePage().title}', '')));
    expect(made.page('/')).not.toContain('dw-page-data');
  });
});

describe('state outside of islands', () => {
  const plain = CLOCK.replace("'use client';", '');

  it('is reported once, at the element in the file of the site', async () => {
    const made = await built({ ...withFooter('<Clock />', plain), 'content/x.md': '# X\n' });
    expect(made.diagnostics()).toEqual(['templates/Footer.tsx:4:5 inert-component']);
    expect(made.result().diagnostics[0]?.message).toContain('useState, onClick');
  });

  it('of a template itself is reported where it is used', async () => {
    const made = await built({
      'templates/Footer.tsx':
        "import { useState } from 'react';\nexport function Footer() {\n  useState(0);\n  return null;\n}\n",
    });
    expect(made.diagnostics()).toEqual(['templates/Footer.tsx:3:3 inert-component']);
  });

  it('is reported in articles', async () => {
    const made = await built({
      'templates/components/Clock.tsx': plain.replace('{usePage().title}', ''),
      'content/x.mdx':
        "import { Clock } from '../templates/components/Clock.tsx';\n\n# X\n\nText <Clock />\n",
    });
    expect(made.diagnostics()).toEqual(['content/x.mdx:5:7 inert-component']);
  });

  it('is not seen in hooks without effect', async () => {
    const hooks = `import { useId, useMemo, useRef } from 'react';
      export function Clock() {
        const ref = useRef(null);
        return <p ref={ref} id={useId()}>{useMemo(() => 1, [])}</p>;
      }`;
    const made = await built(withFooter('<Clock />', hooks));
    expect(made.diagnostics()).toEqual([]);
  });
});

describe('a React page', () => {
  const PAGE = `import { useState } from 'react';
    import { Clock } from '../templates/parts/Clock.tsx';
    export default function Page() {
      const [count] = useState(0);
      return <><h1>Page</h1>{count}<Clock /></>;
    }`;

  it('is one island', async () => {
    const made = await built({ 'templates/parts/Clock.tsx': CLOCK, 'content/p.tsx': PAGE });
    expect(made.diagnostics()).toEqual([]);
    expect(made.page('/p').match(/<dw-island/g)).toHaveLength(1);
    expect(made.page('/p')).toMatch(/<dw-island [^>]*data-client="load" data-page=""[^>]*><h1>/);
  });

  it('that is static is reported for its state, and has islands', async () => {
    const page = `export const meta = { title: 'P', static: true };\n${PAGE}`;
    const made = await built({ 'templates/parts/Clock.tsx': CLOCK, 'content/p.tsx': page });
    expect(made.diagnostics()).toEqual(['content/p.tsx:5:23 inert-component']);
    expect(made.page('/p').match(/<dw-island/g)).toHaveLength(1);
    expect(made.page('/p')).toContain('</h1>0<dw-island data-id="l0"');
  });
});
