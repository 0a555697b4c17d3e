/** Exit codes of every command. */
export const EXIT = { fine: 0, siteErrors: 1, usage: 2, internal: 3, interrupted: 130 } as const;
