import { apiTexts } from '../../../shared/texts.ts';
import type { SchemaNode } from '../model/types.ts';
import { fillInline, type Inline, inlineHtml, joinInline } from './elements.ts';

/** Sentences about an object beside its rows. */
export function objectSentences(node: SchemaNode): readonly (readonly Inline[])[] {
  const sentences = node.dependentRequired.map(({ property, requires }) => {
    const others = joinInline(
      requires.map((name) => ({ code: name })),
      ', ',
      ` ${apiTexts.and} `,
    );
    const verb = requires.length === 1 ? apiTexts.isSingle : apiTexts.isPlural;
    const values = { name: { code: property }, others: [...others, ` ${verb}`] };
    return fillInline(apiTexts.requiresOthers, values);
  });
  if (node.kind !== 'map' && node.additional === true) sentences.push([apiTexts.othersAllowed]);
  if (node.additional === false && node.properties.length > 0) sentences.push([apiTexts.noOthers]);
  return sentences;
}

/** The sentences as paragraphs. */
export function objectNotes(node: SchemaNode): string {
  return objectSentences(node)
    .map((sentence) => `<p class="prop-note">${inlineHtml(sentence)}</p>`)
    .join('');
}
