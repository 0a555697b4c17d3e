import type { BlogPost } from '../content/source-file.ts';
import { embedJson } from '../shared/escape-html.ts';
import type { PageInput } from '../shared/page.ts';
import type { Url } from '../shared/paths.ts';
import type { SchemaType } from '../site/page-head.ts';

interface JsonLdInput {
  readonly input: PageInput;
  readonly origin: string | undefined;
  readonly type: SchemaType | undefined;
  readonly canonical: Url;
  /** Address of the preview image; empty if there is none. */
  readonly image: string;
  readonly post: BlogPost | undefined;
}

/** Prints structured data: the page, and its breadcrumbs. Empty for sites without an address. */
export function jsonLd(given: JsonLdInput): string {
  const { input, origin } = given;
  if (origin === undefined) return '';
  const graph = [pageData(given, origin), breadcrumbs(input, origin)].filter(
    (node) => node !== undefined,
  );
  if (graph.length === 0) return '';
  const data = { '@context': 'https://schema.org', '@graph': graph };
  return `<script type="application/ld+json">${embedJson(data)}</script>`;
}

function pageData({ input, type, canonical, image, post }: JsonLdInput, origin: string) {
  const { site, page } = input;
  if (type === undefined) return undefined;
  const url = origin + canonical;
  const description = page.description === '' ? {} : { description: page.description };
  const language = { inLanguage: page.untranslated?.htmlLang ?? site.locale.htmlLang };
  if (type === 'WebSite')
    return { '@type': type, name: site.title, url, ...description, ...language };
  return {
    '@type': type,
    headline: page.title,
    url,
    ...description,
    ...language,
    ...(image === '' ? {} : { image }),
    ...(page.lastUpdate?.date === undefined ? {} : { dateModified: page.lastUpdate.date }),
    ...(post === undefined ? {} : postData(post)),
    isPartOf: { '@type': 'WebSite', name: site.title, url: origin + site.navbar.homeHref },
  };
}

function postData({ date, authors, tags }: BlogPost) {
  return {
    ...(date === '' ? {} : { datePublished: date }),
    ...(tags.length === 0 ? {} : { keywords: tags.map(({ label }) => label).join(', ') }),
    author: authors.map(({ name, url }) => ({ '@type': 'Person', name, ...(url && { url }) })),
  };
}

/** Home, the items with an address, the page. */
function breadcrumbs({ site, page }: PageInput, origin: string) {
  if (page.breadcrumbs.length === 0) return undefined;
  const last = page.breadcrumbs.at(-1);
  const steps = page.breadcrumbs.filter((step) => step.href !== undefined || step === last);
  const trail = [{ label: site.title, href: site.navbar.homeHref }, ...steps];
  const items = trail.map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    ...(href === undefined ? {} : { item: origin + href }),
  }));
  return { '@type': 'BreadcrumbList', itemListElement: items };
}
