/** Phrases that readers have to decode and British spelling, each with a replacement. */
export const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\banew\b/i, 'again'],
  [/\bbeyond doubt\b/i, 'unambiguous'],
  [/\bwhoever\b/i, 'any, or the person who'],
  [/\banybody\b/i, 'anyone'],
  [/\blets? go\b/i, 'release, drop'],
  [/\b(?:is|are|be|was|were|been) told\b/i, 'is reported, gets'],
  [/\bof (?:its|their|his|your) own\b/i, 'its own …, separate'],
  [/\b(?:is|are|be|was) said\b|\bsays? of\b/i, 'is reported'],
  [/\basked for\b/i, 'requested'],
  [/\bfor ever\b/i, 'forever'],
  [/\bin the place of\b/i, 'instead of'],
  [/\bnone for nothing\b/i, 'all needed'],
  [
    /\b(?:stands|stood)\b(?! (?:in )?for\b)|\bstand (?:in(?! for\b)|at|on|beside|behind|before|between|after)\b/i,
    'is',
  ],
  [
    /(?:^|[.:;] |\/\*\*? |\/\/ |\* |['"`])What (?!(?:is|are|was|does|do|if|changed)\b[^.]*\?)[^?]*$/,
    'a noun',
  ],
  [/\b(?:twins?|shelf|errands?|kin|akin)\b/i, 'alternate, cache, request, inflection'],
  [
    /\b\w*(?:colour|behaviour|neighbour|favour|honour|flavour)\w*/i,
    '-or (color, behavior, neighbor)',
  ],
  [
    // MCP has a method `notifications/cancelled`.
    /(?<!notifications\/)\b(?:licence|catalogue|programme|centre|grey|artefact|whilst|learnt|spelt|misspelt|labelled|labelling|cancelled|modelled|travelled)s?\b/i,
    'US spelling',
  ],
  [
    /\b(?:un|de|re)?(?:sanit|normal|serial|initial|organ|recogn|optim|minim|maxim|capital|memo|synchron|token|local|custom|summar|util|categor|emphas|general)is(?:e[sdr]?|ing|ation)\b/i,
    '-ize',
  ],
  [/\banaly(?:se|ses|sed|sing)\b/i, 'analyze'],
];

/** A line with a listed phrase. */
export interface PhraseUse {
  /** 1-based. */
  readonly line: number;
  readonly phrase: string;
  readonly instead: string;
}

/** Finds listed phrases in a text. */
export function findPhrases(text: string): readonly PhraseUse[] {
  return text.split('\n').flatMap((content, at) =>
    PHRASES.flatMap(([pattern, instead]) => {
      const match = pattern.exec(content);
      return match === null ? [] : [{ line: at + 1, phrase: match[0].trim(), instead }];
    }),
  );
}
