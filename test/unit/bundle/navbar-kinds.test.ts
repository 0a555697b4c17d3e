import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const KINDS = `import { useSite } from 'docwright/theme';
const Status = ({ item }) => <b>{item.config.text}, {useSite().title}</b>;
const Broken = () => {
  throw new TypeError('no status');
};
export const navbarKinds = { 'custom-status': Status, 'custom-broken': Broken };
`;

let built: SiteDriver | undefined;

afterEach(() => built?.dispose());

async function build(type: string, files: SiteFiles): Promise<SiteDriver> {
  const items = [
    { label: 'Start', to: '/' },
    { label: 'More', items: [{ type, text: 'Up' }] },
  ];
  const config = { title: 'Site', url: 'https://docs.example.com', navbar: { items } };
  built = await site({
    'site.config.ts': `export default ${JSON.stringify(config)};\n`,
    'content/index.md': '# Start\n',
    ...files,
  }).build();
  return built;
}

const messages = (driver: SiteDriver): string =>
  driver
    .result()
    .diagnostics.map(({ message }) => message)
    .join('\n');

describe('navbar items of a kind of the site', () => {
  it('are rendered by the components that the site registers', async () => {
    const driver = await build('custom-status', { 'templates/navbar-kinds.tsx': KINDS });
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.page('/').replaceAll('<!-- -->', '')).toContain('<b>Up, Site</b>');
  });

  it('fail the build where there is no component, which names the item', async () => {
    const driver = await build('custom-status', {});
    expect(driver.diagnostics()).toEqual(['template-error']);
    expect(messages(driver)).toContain(
      'No NavbarItem component found for type "custom-status". The item is navbar.items[1].items[0] {"type":"custom-status","text":"Up"}',
    );
  });

  it('fail the build where the component throws, which names the item, the cause and its place', async () => {
    const driver = await build('custom-broken', { 'templates/navbar-kinds.tsx': KINDS });
    expect(driver.diagnostics()).toEqual(['templates/navbar-kinds.tsx:4:9 template-error']);
    expect(messages(driver)).toContain('navbar.items[1].items[0] {"type":"custom-broken"');
    expect(messages(driver)).toContain('caused by: TypeError: no status');
  });
});
