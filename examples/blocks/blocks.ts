import { definePlugin } from 'docwright';

/** `:::bars` draws its lines as a bar chart, `:::compare` shows its content in a frame, `::swatch` is a color. */
export const blocks = definePlugin({
  name: 'blocks',
  blocks: {
    bars: ({ label, source }) => bars(label, source),
    compare: ({ label, content }) =>
      `<section class="compare"><p class="compare-title">${escape(label)}</p>${content}</section>`,
    // #region swatch
    swatch: ({ label, options: { color } }) => {
      if (typeof color !== 'string') throw new Error('the option "color" is missing');
      return `<p><span class="swatch" style="background-color: ${escape(color)}"></span> ${escape(label)}</p>`;
    },
    // #endregion
  },
});

const BAR = 24;

/** An SVG image of lines `Name, 12`. */
function bars(title: string, source: string): string {
  const rows = source.split('\n').filter((line) => line.trim() !== '');
  const values = rows.map((row) => {
    const [name = '', number = ''] = row.split(',').map((part) => part.trim());
    if (number === '' || Number.isNaN(Number(number))) throw new Error(`"${row}" has no number`);
    return { name, number: Number(number) };
  });
  const highest = Math.max(...values.map(({ number }) => number));
  const drawn = values.map(({ name, number }, index) => {
    const width = Math.round((number / highest) * 300);
    const y = index * BAR;
    return `<rect x="100" y="${y + 2}" width="${width}" height="${BAR - 4}" fill="currentColor" opacity="0.4"/><text x="0" y="${y + 17}" fill="currentColor">${escape(name)}</text><text x="108" y="${y + 17}" fill="currentColor">${number}</text>`;
  });
  const height = values.length * BAR;
  return `<svg role="img" aria-label="${escape(title)}" viewBox="0 0 400 ${height}" width="400" height="${height}">${drawn.join('')}</svg>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
