import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import syntaxHighlight from '@11ty/eleventy-plugin-syntaxhighlight';
import anchor from 'markdown-it-anchor';

/** Replaces links to Markdown files by the addresses of their pages. */
function resolveLinks(md) {
  md.renderer.rules.link_open = (tokens, index, options, env, renderer) => {
    const [path, hash] = tokens[index].attrGet('href').split('#');
    if (path.endsWith('.md')) {
      const file = join(dirname(env.page.inputPath), path);
      if (!existsSync(file)) throw new Error(`${env.page.inputPath}: no page ${path}`);
      const address = file.replace(/^content/, '').replace(/(?:\/index)?\.md$/, '/');
      tokens[index].attrSet('href', hash === undefined ? address : `${address}#${hash}`);
    }
    return renderer.renderToken(tokens, index, options);
  };
}

export default function configure(config) {
  config.addPlugin(syntaxHighlight);
  config.amendLibrary('md', (md) =>
    md
      .use(resolveLinks)
      .use(anchor, { permalink: anchor.permalink.linkInsideHeader({ symbol: '#' }) }),
  );
  config.addCollection('pages', (api) =>
    api
      .getFilteredByGlob('content/**/*.md')
      .sort((a, b) => (a.data.sidebar_position ?? 0) - (b.data.sidebar_position ?? 0)),
  );
  return { dir: { input: 'content', includes: '../includes', data: '../data' } };
}
