import { instance } from '@viz-js/viz';
import { definePlugin } from 'docwright';

/** Draws code blocks of the language `dot` with Graphviz, as SVG, when the site is built. */
export const graphs = definePlugin({
  name: 'graphs',
  fences: {
    dot: async ({ code, title }) => {
      const viz = await instance();
      const { output, errors } = viz.render(code, { format: 'svg' });
      if (output === undefined) throw new Error(errors.map(({ message }) => message).join(', '));
      const svg = output.slice(output.indexOf('<svg'));
      const label = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      const named = label === '' ? 'aria-hidden="true"' : `role="img" aria-label="${label}"`;
      return `<figure>${svg.replace('<svg', `<svg ${named}`)}</figure>`;
    },
  },
});
