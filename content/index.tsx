import { Link } from 'docwright/theme';
import type { ReactNode } from 'react';

export const meta = {
  title: 'Put what players achieve on chain',
  description:
    'Mint badges and items, draw signed randomness, gate by NFT and act across chains with the Achievo API and SDKs.',
};

interface Entry {
  title: string;
  text: string;
  to: string;
  more?: { label: string; to: string }[];
}

const request = `curl "$ACHIEVO_BASE_URL/badges/bdg_2p6w9y3k7m1s/mint" \\
  --header "Authorization: $ACHIEVO_API_KEY" \\
  --header "Idempotency-Key: $(uuidgen)" \\
  --json '{"to": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}'`;

const answer = `HTTP/1.1 202 Accepted

{
  "requestId": "3f6c1b9e-5d2a-4c87-9a10-7e4b2d8f6c35",
  "status": "queued",
  "chainId": 11155111,
  "contractAddress": "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "txHash": null,
  "createdAt": "2026-02-03T14:05:12Z"
}`;

const offers: Entry[] = [
  {
    title: 'Badges',
    text: 'Reward an achievement with a token that stays with the player.',
    to: '/docs/getting-started/concepts#badge',
  },
  {
    title: 'Items',
    text: 'Mint swords, skins and tickets that players own and trade.',
    to: '/docs/getting-started/concepts#item',
  },
  {
    title: 'Randomness',
    text: 'Draw loot and raffle winners with a signature that a contract can check.',
    to: '/docs/randomness/overview',
  },
  {
    title: 'NFT gating',
    text: 'Let players in because of the tokens they hold, on any EVM chain.',
    to: '/docs/nft-gating/overview',
  },
  {
    title: 'Levels',
    text: 'Keep the level of a player on chain, and check it before you act.',
    to: '/docs/api/achievo-api#tag-levels',
  },
  {
    title: 'Cross-chain actions',
    text: 'Read balances, move tokens and run quest steps between chains.',
    to: '/docs/api/achievo-api#tag-cross-chain',
  },
  {
    title: 'Game summaries',
    text: 'Turn what a player did in a game into a token with its own metadata.',
    to: '/docs/api/achievo-api#tag-game-summary',
  },
  {
    title: 'Gasless capsules',
    text: 'Mint to players without coins: the paymaster pays the gas.',
    to: '/docs/getting-started/concepts#capsule',
  },
];

const path: Entry[] = [
  {
    title: 'Quick start',
    text: 'From an empty account to a first badge on a test chain, request by request.',
    to: '/docs/getting-started/overview#quick-start',
  },
  {
    title: 'Concepts',
    text: 'Tenant, template, badge, item, and the life of a chain write in a diagram.',
    to: '/docs/getting-started/concepts',
  },
  {
    title: 'Guides',
    text: 'Whole tasks with code for your back end and your front end.',
    to: '/docs/nft-gating/overview',
    more: [
      { label: 'Check ownership in the back end', to: '/docs/nft-gating/backend' },
      { label: 'Log in with an NFT', to: '/docs/nft-gating/frontend' },
      { label: 'Draw items and raffles', to: '/docs/randomness/backend' },
    ],
  },
  {
    title: 'Going live',
    text: 'Production addresses, keys and chains, with a checklist.',
    to: '/docs/getting-started/environments',
    more: [
      { label: 'Webhooks', to: '/docs/getting-started/webhooks' },
      { label: 'Errors', to: '/docs/getting-started/errors' },
      { label: 'Rate limits and retries', to: '/docs/getting-started/rate-limits' },
    ],
  },
];

const sdks: Entry[] = [
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

export default function Home() {
  return (
    <>
      <section className="home-hero" aria-labelledby="home-title">
        <div>
          <h1 id="home-title">Put what players achieve on chain</h1>
          <p className="home-lead">
            One HTTP API and seven SDKs to mint badges and items, draw signed randomness, gate by
            NFT and act across chains. You send requests; the platform sends the transactions.
          </p>
          <p className="home-actions">
            <Link className="button button-primary" to="/docs/getting-started/overview#quick-start">
              Mint a first badge
            </Link>
            <Link className="button" to="/docs/api/achievo-api">
              API reference
            </Link>
          </p>
        </div>
        <div className="home-image">
          <Code label="Request that mints a badge" text={request} />
          <Code label="Answer: 202 Accepted" text={answer} />
        </div>
      </section>
      <Cards id="path" title="From a test chain to launch" entries={path} />
      <Cards id="offers" title="What you can build with" entries={offers} />
      <Cards id="sdks" title="SDKs" entries={sdks}>
        <Link to="/docs/sdk/overview">SDK overview</Link>: when to use which.
      </Cards>
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

function Code({ label, text }: { label: string; text: string }) {
  return (
    <pre className="home-code" role="region" aria-label={label} tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}

interface CardsProps {
  id: string;
  title: string;
  entries: Entry[];
  children?: ReactNode;
}

function Cards({ id, title, entries, children }: CardsProps) {
  return (
    <section className="home-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children && <p>{children}</p>}
      <ul className="card-grid">
        {entries.map((entry) => (
          <li className="card" key={entry.to}>
            <h3>
              <Link to={entry.to}>{entry.title}</Link>
            </h3>
            <p>{entry.text}</p>
            {entry.more && (
              <ul>
                {entry.more.map(({ label, to }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
