import type { ApiTexts } from '../../shared/texts.ts';
import type { SchemaNode } from '../model/api-model.ts';
import { fillInline, type Inline, inlineHtml, joinInline } from './elements.ts';

/** Sentences about an object beside its rows. */
export function objectSentences(texts: ApiTexts, node: SchemaNode): readonly (readonly Inline[])[] {
  const sentences = node.dependentRequired.map(({ property, requires }) => {
    const others = joinInline(
      requires.map((name) => ({ code: name })),
      ', ',
      ` ${texts.and} `,
    );
    const verb = requires.length === 1 ? texts.isSingle : texts.isPlural;
    const values = { name: { code: property }, others: [...others, ` ${verb}`] };
    return fillInline(texts.requiresOthers, values);
  });
  if (node.kind !== 'map' && node.additional === true) sentences.push([texts.othersAllowed]);
  if (node.additional === false && node.properties.length > 0) sentences.push([texts.noOthers]);
  return sentences;
}

/** The sentences as paragraphs. */
export function objectNotes(texts: ApiTexts, node: SchemaNode): string {
  return objectSentences(texts, node)
    .map((sentence) => `<p class="prop-note">${inlineHtml(sentence)}</p>`)
    .join('');
}
