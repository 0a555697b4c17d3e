import { readdirSync, readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import Badge from '../../../templates/components/Badge.tsx';
import Card from '../../../templates/components/Card.tsx';
import Code from '../../../templates/components/Code.tsx';
import Frame from '../../../templates/components/Frame.tsx';
import Icon from '../../../templates/components/Icon.tsx';
import Image from '../../../templates/components/Image.tsx';
import Link from '../../../templates/components/Link.tsx';
import LinkButton from '../../../templates/components/LinkButton.tsx';
import LinkCard from '../../../templates/components/LinkCard.tsx';
import Video from '../../../templates/components/Video.tsx';
import { renderComponent as render } from './render-component.tsx';

describe('code', () => {
  it.each<[what: string, component: ReactNode, expected: string]>([
    ['of Starlight', <Code key="" lang="ts" code="a" title='say "b"' />, `ts|title="say 'b'"|a`],
    [
      'of Docusaurus',
      <Code key="" className="language-jsx" metastring="{1}" showLineNumbers>
        {'\n  a\n  b\n'}
      </Code>,
      'jsx|showLineNumbers {1}|  a  b',
    ],
    [
      'with marked lines',
      <Code key="" code="a" mark={[1, '3-5', { range: '7' }]} ins="{2}" del={4} wrap scroll />,
      '|mark={1,3-5,7} ins={2} del={4} wrap scroll|a',
    ],
    [
      'with marked texts',
      <Code key="" code="a" mark={['text']} showLineNumbers={5} />,
      '|showLineNumbers=5|a',
    ],
    ['in parts', <Code key="">{['a', <b key="">b</b>, 1]}</Code>, '||ab1'],
  ])('%s', (_, component, expected) => {
    expect(render(component).html).toBe(`<pre>${escaped(expected)}</pre>`);
  });
});

function escaped(text: string): string {
  return text.replaceAll('"', '&quot;').replaceAll("'", '&#x27;');
}

describe('an icon', () => {
  it('is not noticed by screen readers unless it has a label', () => {
    expect(render(<Icon name="star" />).html).toMatch(/^<svg [^>]*aria-hidden="true"/);
    const labeled = render(<Icon name="star" label="Favorite" />).html;
    expect(labeled).toContain('role="img" aria-label="Favorite"');
    expect(labeled).not.toContain('aria-hidden');
  });

  it.each<[props: { size?: number | string; color?: string }, attributes: string]>([
    [{}, 'width="1em" height="1em" fill="none"'],
    [{ size: 32, color: '#f00' }, 'width="32" height="32" color="#f00" fill="none"'],
    [{ size: '1.5rem' }, 'width="1.5rem" height="1.5rem" fill="none"'],
    [{ color: 'goldenrod' }, 'width="1em" height="1em" color="goldenrod" fill="none"'],
    [{ size: 'calc(1px)', color: 'a;b' }, 'width="1em" height="1em" fill="none"'],
  ])('with %o has safe attributes for size and color', (props, attributes) => {
    expect(render(<Icon name="star" {...props} />).html).toContain(`24" ${attributes} `);
  });

  it('by the name of another tool is the same', () => {
    expect(render(<Icon name="magnifier" />).html).toBe(render(<Icon name="search" />).html);
  });

  it('that is a text is shown as it is', () => {
    expect(render(<Icon name="🚀" />).html).toBe(
      '<span class="icon-text" aria-hidden="true">🚀</span>',
    );
  });

  it('of an unknown name is left out, with a warning that names near ones', () => {
    expect(render(<Icon name="rocket-launch" />)).toEqual({
      html: '',
      warnings: ['there is no icon "rocket-launch": did you mean "rocket"?'],
    });
    expect(render(<Icon name="zzz" />).warnings[0]).toContain('use one of bell, bolt, book');
  });
});

describe('links', () => {
  it('of a card have its title as their name', () => {
    expect(render(<LinkCard title="A" href="./a.md" description="B" />).html).toMatch(
      /^<div class="card link-card"><p class="card-title"><a href="\.\/a\.md">A<\/a><svg .*<p>B<\/p><\/div>$/,
    );
    expect(
      render(
        <Card title="A" href="./a.md" icon="star">
          B
        </Card>,
      ).html,
    ).toMatch(/<svg .*<a href="\.\/a\.md">A<\/a><\/p><div data-flow="">B<\/div><\/div>$/);
  });

  it('take the address from `to`, and keep attributes', () => {
    expect(
      render(
        <Link to="/a" className="b" title="c">
          d
        </Link>,
      ).html,
    ).toBe('<a class="b" title="c" href="/a">d</a>');
  });

  it.each(['start', 'end'] as const)('that look like buttons have their icon at the %s', (side) => {
    const { html } = render(
      <LinkButton href="/a" variant="secondary" icon="right-arrow" iconPlacement={side}>
        Go
      </LinkButton>,
    );
    expect(html).toMatch(
      side === 'start'
        ? /^<a class="button button-secondary" href="\/a"><svg .*<\/svg>Go<\/a>$/
        : /href="\/a">Go<svg .*<\/svg><\/a>$/,
    );
  });
});

describe('a badge', () => {
  it.each<[ReactNode, string]>([
    [<Badge key="" text="New" />, '<span class="label label-info">New</span>'],
    [
      <Badge key="" type="tip">
        2.0
      </Badge>,
      '<span class="label label-tip">2.0</span>',
    ],
    [
      <Badge key="" variant="caution" text="Beta" size="large" />,
      '<span class="label label-warning label-large">Beta</span>',
    ],
    [<Badge key="" variant="success" text="A" />, '<span class="label label-tip">A</span>'],
  ])('%#', (component, html) => {
    expect(render(component).html).toBe(html);
  });
});

describe('an image', () => {
  it('is an address, one for each color mode or an imported file, loaded when it comes into view', () => {
    expect(render(<Image src="./a.png" alt="A" />).html).toBe(
      '<img src="./a.png" alt="A" loading="lazy" decoding="async"/>',
    );
    expect(render(<Image sources={{ light: 'a.png', dark: 'b.png' }} alt="A" />).html).toMatch(
      /src="a\.png" alt="A" class="light-only".*src="b\.png" alt="A" class="dark-only"/,
    );
    expect(render(<Image src={{ src: '/a.png', width: 4, height: 3 }} width={8} />).html).toContain(
      'src="/a.png" alt="" width="8" height="3"',
    );
  });
});

describe('videos and frames', () => {
  const YOUTUBE = 'https://www.youtube-nocookie.com/embed/aBc-123_xyz';

  it.each([
    ['https://www.youtube.com/watch?v=aBc-123_xyz', YOUTUBE],
    ['https://youtube.com/watch?list=a&v=aBc-123_xyz&t=1m5s', `${YOUTUBE}?start=65`],
    ['https://youtu.be/aBc-123_xyz?t=90', `${YOUTUBE}?start=90`],
    ['https://m.youtube.com/shorts/aBc-123_xyz', YOUTUBE],
    ['https://www.youtube.com/embed/aBc-123_xyz', YOUTUBE],
    ['https://vimeo.com/12345', 'https://player.vimeo.com/video/12345?dnt=1'],
    ['https://vimeo.com/12345/ab1', 'https://player.vimeo.com/video/12345?dnt=1&amp;h=ab1'],
  ])('%s is played in a frame', (src, address) => {
    const { html } = render(<Video src={src} title="Tour" />);
    expect(html).toContain(`<iframe src="${address}" title="Tour" class="frame-16-9"`);
    expect(html).toContain('loading="lazy"');
    expect(html).not.toContain('style');
  });

  it('by its id is one of YouTube', () => {
    expect(render(<Video id="aBc-123_xyz" title="Tour" />).html).toContain(`src="${YOUTUBE}"`);
  });

  it('where frames are not allowed is a link to the page of the video', () => {
    const asked: string[] = [];
    const allowsFrame = (address: string): boolean => asked.push(address) === 0;
    const { html } = render(<Video src="https://youtu.be/aBc-123_xyz" title="Tour" />, {
      allowsFrame,
    });
    expect(html).toContain('<a href="https://youtu.be/aBc-123_xyz">Tour</a>');
    expect(html).not.toContain('iframe');
    expect(asked).toEqual([YOUTUBE]);
  });

  it.each(['./tour.mp4', 'https://example.com/tour.webm?a'])(
    '%s is played by the browser',
    (src) => {
      const { html } = render(
        <Video src={src} title="Tour" poster="./tour.png" caption="A tour" />,
      );
      expect(html).toContain(
        `<video controls="" preload="metadata" src="${src}" poster="./tour.png"`,
      );
      expect(html).toContain('aria-label="Tour"');
      expect(html).toContain('<figcaption>A tour</figcaption>');
    },
  );

  it('of another page have a ratio or a height', () => {
    const frame = <Frame src="https://codesandbox.io/embed/a" title="A" ratio="4:3" />;
    expect(render(frame).html).toContain('class="frame-4-3"');
    const high = render(<Frame src="https://codesandbox.io/embed/a" title="A" height={300} />).html;
    expect(high).toContain('height="300"');
    expect(high).not.toContain('frame-16-9');
  });

  it('without a title are reported, and named by their host', () => {
    const { html, warnings } = render(<Frame src="https://codesandbox.io/embed/a" />);
    expect(html).toContain('title="codesandbox.io"');
    expect(warnings).toEqual(['a frame has no title: add title="…" for screen readers']);
  });

  it('without an address show their content in a border', () => {
    expect(
      render(
        <Frame caption="B">
          <b>A</b>
        </Frame>,
      ).html,
    ).toBe(
      '<figure class="frame"><div class="frame-content"><b>A</b></div><figcaption>B</figcaption></figure>',
    );
  });
});

describe('the manual', () => {
  const manual = readFileSync('manual/components.mdx', 'utf8');

  it('has a section for each component that has no other name', () => {
    const names = readdirSync('templates/components').flatMap((name) =>
      /^[A-Z]\w*(?=\.tsx$)/.exec(name) === null ? [] : [name.replace('.tsx', '')],
    );
    const missing = names.filter((name) => !new RegExp(`^### .*\\b${name}\\b`, 'm').test(manual));
    expect(missing).toEqual(['Image', 'Link', 'Tab']);
  });

  it('lists the icons', () => {
    const [, list = ''] = /icons = \[([^\]]*)\]/.exec(manual) ?? [];
    const listed = [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
    const [warning = ''] = render(<Icon name="zzz" />).warnings;
    expect(warning.replace(/^.*use one of /, '').split(', ')).toEqual(listed);
  });
});
