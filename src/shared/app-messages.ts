/** Of navigation, of pages that fail and of the 404 page; a part of `uiMessages`. */
export const appMessages = {
  searchFor: 'Search:',
  notFoundHome: 'Go to the home page',
  notFoundGuesses: 'These pages may be what you are looking for:',
  crashed: 'This page crashed.',
  tryAgain: 'Try again',
  loadFailed: 'This page could not be loaded.',
  offline: 'You are offline',
  offlineText: 'This page opens by itself when there is a connection again.',
  retry: 'Retry',
  answeredWith: 'The server answered with status {status}.',
  notThisSite: 'The answer is not a page of this site.',
} as const;

export type AppMessages = Readonly<Record<keyof typeof appMessages, string>>;
