export const data = {
  permalink: '/sitemap.xml',
  layout: false,
  eleventyExcludeFromCollections: true,
};

export function render({ collections }) {
  const urls = collections.pages.map(
    ({ url }) => `<url><loc>https://docs.example.com${url}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>
`;
}
