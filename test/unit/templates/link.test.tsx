import { Link } from 'docwright/theme';
import { describe, expect, it } from 'vitest';
import { renderInPage } from './render.tsx';

describe('Link', () => {
  it.each([
    ['/', '/base/'],
    ['/docs/a', '/base/docs/a/'],
    ['/docs/a/', '/base/docs/a/'],
    ['/docs/a?x=1#y', '/base/docs/a/?x=1#y'],
    ['/docs/a#y?z', '/base/docs/a/#y?z'],
    ['/docs/ä', '/base/docs/%C3%A4/'],
  ])('prints %s with base path and final slash', (to, href) => {
    expect(renderInPage(<Link to={to}>x</Link>)).toBe(`<a href="${href}">x</a>`);
  });

  it('leaves the slash off where the site does', () => {
    const html = renderInPage(<Link to="/a#b">x</Link>, { site: { trailingSlash: false } });
    expect(html).toBe('<a href="/base/a#b">x</a>');
  });

  it('prints a finished address as it is', () => {
    expect(renderInPage(<Link href="#part">x</Link>)).toBe('<a href="#part">x</a>');
  });

  it('marks web addresses as external, but not mail', () => {
    expect(renderInPage(<Link href="//x.test/">x</Link>)).toContain('target="_blank"');
    expect(renderInPage(<Link href="mailto:a@x.test">x</Link>)).not.toContain('target');
  });
});
