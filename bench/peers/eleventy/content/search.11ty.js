export const data = {
  permalink: '/search.json',
  layout: false,
  eleventyExcludeFromCollections: true,
};

export function render({ collections }) {
  return JSON.stringify(
    collections.pages.map(({ url, data: { title }, templateContent }) => ({
      title,
      url,
      text: templateContent.replaceAll(/<[^>]*>/g, ''),
    })),
  );
}
