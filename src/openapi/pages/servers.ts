import { escapeHtml } from '../../shared/escape-html.ts';
import type { ApiMessages } from '../../shared/ui-messages.ts';
import type { Operation, Server, ServerVariable } from '../model/api-model.ts';
import type { ApiContext } from './api-page.ts';
import { code, fillInline, type Inline, inlineHtml, joinInline, listHtml } from './elements.ts';

export function serverList(messages: ApiMessages, servers: readonly Server[]): string {
  const items = servers.map(({ url, description, variables }) => {
    const words = description === '' ? '' : ` ${escapeHtml(description)}`;
    const list = variables.map((variable) => inlineHtml(variableWords(messages, variable)));
    return code(url) + words + listHtml(list);
  });
  return listHtml(items);
}

/** `Variable region`: its default, allowed values and description. */
export function variableWords(messages: ApiMessages, variable: ServerVariable): readonly Inline[] {
  const parts: (readonly Inline[])[] = [
    fillInline(messages.serverVariable, { name: { code: variable.name } }),
  ];
  if (variable.default !== '') parts.push([`${messages.default}: `, { code: variable.default }]);
  if (variable.enum.length > 0) {
    const values = joinInline(
      variable.enum.map((value) => ({ code: value })),
      ', ',
    );
    parts.push(fillInline(messages.allowedValues, { values }));
  }
  const words = variable.description === '' ? [] : [`. ${variable.description}`];
  return [...joinInline(parts, ', '), ...words];
}

/** Returns the servers of an operation that overrides those of the description. */
export function ownServers({ model }: ApiContext, operation: Operation): readonly Server[] {
  const { servers } = operation;
  if (operation.kind === 'webhook' || servers === model.servers) return [];
  const key = (list: readonly Server[]): string => list.map(({ url }) => url).join('\n');
  return key(servers) === key(model.servers) ? [] : servers;
}

export function serversTitle(messages: ApiMessages, servers: readonly Server[]): string {
  return servers.length === 1 ? messages.server : messages.servers;
}
