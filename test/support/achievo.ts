/** One page of each kind below `/docs/api`. */
export const API_PAGES = {
  /** Query parameters; the sidebar, but no body. */
  list: '/docs/api/get-tenants/',
  /** A body with alternatives that hold themselves. */
  circular: '/docs/api/post-contract-rule/',
  /** A callback, and a response of each class. */
  callback: '/docs/api/post-job-status/',
  /** Two kinds of credentials, with scopes and roles. */
  credentials: '/docs/api/get-tenant/',
  /** An answer without a body. */
  empty: '/docs/api/delete-tenant/',
  webhook: '/docs/api/webhook-chain-request-finished/',
  info: '/docs/api/achievo-api/',
  schemas: '/docs/api/schemas/',
  schema: '/docs/api/schemas/RuleCondition/',
  allOfSchema: '/docs/api/schemas/ContractRule/',
} as const;
