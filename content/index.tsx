import { Link } from 'docwright/theme';

export const meta = {
  title: 'Achievo developer documentation',
  description:
    'Integrate badges, items, levels, signed randomness, NFT gating and cross-chain actions into your game with the Achievo API and SDKs.',
};

interface Entry {
  title: string;
  text: string;
}

interface LinkedEntry extends Entry {
  to: string;
}

const offers: Entry[] = [
  { title: 'Badges', text: 'Reward an achievement with a token that stays with the player.' },
  { title: 'Items', text: 'Mint swords, skins and tickets that players own and trade.' },
  { title: 'Levels', text: 'Keep the level of a player on chain, and check it before you act.' },
  {
    title: 'Randomness',
    text: 'Draw loot and raffle winners with a signature that a contract can check.',
  },
  {
    title: 'NFT gating',
    text: 'Let players in because of the tokens they hold, on any EVM chain.',
  },
  {
    title: 'Cross-chain actions',
    text: 'Read balances, move tokens and run quest steps between chains.',
  },
  {
    title: 'Game summaries',
    text: 'Turn what a player did in a game into a token with its own metadata.',
  },
];

const guides: (LinkedEntry & { parts: { label: string; to: string }[] })[] = [
  {
    title: 'NFT gating',
    text: 'Check ownership from your server, and log players in with a token.',
    to: '/docs/nft-gating/overview',
    parts: [
      { label: 'NFT gating in the back end', to: '/docs/nft-gating/backend' },
      { label: 'NFT gating in the front end', to: '/docs/nft-gating/frontend' },
    ],
  },
  {
    title: 'Randomness',
    text: 'Draw items in layers, and hand the signed result to your contract.',
    to: '/docs/randomness/overview',
    parts: [
      { label: 'Randomness in the back end', to: '/docs/randomness/backend' },
      { label: 'Randomness in the front end', to: '/docs/randomness/frontend' },
    ],
  },
];

const sdks: LinkedEntry[] = [
  {
    title: 'API client',
    text: 'Every operation with types, for Node.js and browsers.',
    to: '/docs/sdk/api-client',
  },
  {
    title: 'Deployer React',
    text: 'Deploy contracts of your tenant from a wallet.',
    to: '/docs/sdk/deployer-react',
  },
  { title: 'NFT AI', text: 'Generate art and metadata for items.', to: '/docs/sdk/nft-ai' },
  {
    title: 'NFT connector',
    text: 'Connect a wallet and log in with an NFT.',
    to: '/docs/sdk/nft-connector',
  },
  { title: 'NFT craft', text: 'Combine items into new ones.', to: '/docs/sdk/nft-craft' },
  {
    title: 'NFT inventory',
    text: 'Equip and unequip items with signatures.',
    to: '/docs/sdk/nft-inventory',
  },
  {
    title: 'Soulbounder',
    text: 'Issue badges that cannot be transferred.',
    to: '/docs/sdk/soulbounder',
  },
];

const firstRequest = [
  "curl 'https://sandbox.achievo.example/v1/tenants/ten_4k8d2m9x7q1a' \\",
  '  --header "Authorization: $ACHIEVO_API_KEY"',
].join('\n');

export default function Home() {
  return (
    <>
      <section className="home-hero" aria-labelledby="home-title">
        <h1 id="home-title">Achievo developer documentation</h1>
        <p className="home-lead">
          Reward players for what they achieve, with tokens on chain. One HTTP API and seven SDKs
          for badges, items, levels, randomness, NFT gating, cross-chain actions and game summaries.
        </p>
        <p className="home-actions">
          <Link className="button button-primary" to="/docs/getting-started/overview">
            Get started
          </Link>
          <Link className="button" to="/docs/sdk/api-client">
            Install the API client
          </Link>
          <Link className="button" to="/docs/api/achievo-api">
            Browse the API reference
          </Link>
        </p>
      </section>

      <section className="home-section" aria-labelledby="offers">
        <h2 id="offers">What you can build with</h2>
        <ul className="card-grid">
          {offers.map((offer) => (
            <li className="card" key={offer.title}>
              <h3>{offer.title}</h3>
              <p>{offer.text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className="home-section" aria-labelledby="first-request">
        <h2 id="first-request">Send a first request</h2>
        <ol className="steps">
          <li>
            <Link to="/docs/getting-started/overview#1-log-in-with-a-signature">
              Log in with your wallet
            </Link>{' '}
            and <Link to="/docs/getting-started/overview#2-create-a-tenant">create a tenant</Link>{' '}
            in the sandbox. It works on test chains only.
          </li>
          <li>
            <Link to="/docs/getting-started/overview#3-create-an-api-key">Create an API key</Link>{' '}
            and keep it on your server. It goes into the <code>Authorization</code> header as it is,
            without <code>Bearer</code>.
          </li>
          <li>
            <Link to="/docs/api/get-tenant">Read your tenant</Link> with it:
            <pre
              className="home-code"
              role="region"
              aria-label="First request with curl"
              tabIndex={0}
            >
              <code>{firstRequest}</code>
            </pre>
          </li>
        </ol>
        <p>
          Next,{' '}
          <Link to="/docs/getting-started/overview#5-mint-a-badge">
            mint a badge on a test chain
          </Link>
          .
        </p>
      </section>

      <section className="home-section" aria-labelledby="guides">
        <h2 id="guides">Guides</h2>
        <ul className="card-grid">
          {guides.map((guide) => (
            <li className="card" key={guide.to}>
              <h3>
                <Link to={guide.to}>{guide.title}</Link>
              </h3>
              <p>{guide.text}</p>
              <ul>
                {guide.parts.map((part) => (
                  <li key={part.to}>
                    <Link to={part.to}>{part.label}</Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </section>

      <section className="home-section" aria-labelledby="sdks">
        <h2 id="sdks">SDKs</h2>
        <ul className="card-grid">
          {sdks.map((sdk) => (
            <li className="card" key={sdk.to}>
              <h3>
                <Link to={sdk.to}>{sdk.title}</Link>
              </h3>
              <p>{sdk.text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className="home-section" aria-labelledby="help">
        <h2 id="help">Find your way</h2>
        <p>
          The <Link to="/docs/api/achievo-api">API reference</Link> has one page for each operation.{' '}
          <Link to="/markdown-page">About this documentation</Link> explains placeholders,
          identifiers and address formats. For questions, ask the{' '}
          <Link href="https://community.achievo.example">community</Link>.
        </p>
      </section>
    </>
  );
}
