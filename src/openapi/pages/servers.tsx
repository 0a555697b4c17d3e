/** @jsxImportSource docwright/html */
import { firstSentence } from '../../shared/cut-text.ts';
import type { Child, Html } from '../../shared/jsx-runtime.ts';
import type { ApiMessages } from '../../shared/ui-messages.ts';
import type { Operation, Server, ServerVariable } from '../model/api-model.ts';
import { serverVariants } from '../model/servers.ts';
import { baseAddress } from '../samples/request.ts';
import type { ApiContext } from './api-page.ts';
import { codeList, fillInline, fragment, joinInline, listOf } from './elements.tsx';

export function serverList(messages: ApiMessages, servers: readonly Server[]): Html | undefined {
  return listOf(
    servers.map(({ url, description, variables }) => [
      <code>{url}</code>,
      description !== '' && ` ${description}`,
      listOf(variables.map((variable) => variableWords(messages, variable))),
    ]),
  );
}

/** `Variable region`: its default, allowed values and description. */
function variableWords(messages: ApiMessages, variable: ServerVariable): Child {
  const { name, default: value, enum: values, description } = variable;
  const parts = [
    fillInline(messages.serverVariable, { name: <code>{name}</code> }),
    value !== '' && [`${messages.default}: `, <code>{value}</code>],
    values.length > 0 && fillInline(messages.allowedValues, { values: codeList(values) }),
  ];
  return [joinInline(parts.filter(Boolean), ', '), description !== '' && `. ${description}`];
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

/** Returns the address before the path of an operation; a path if the description names no host. */
export function baseOf({ servers, path, fullPath }: Operation): string {
  return hasHost(servers[0])
    ? baseAddress({ servers })
    : fullPath.slice(0, fullPath.length - path.length);
}

export function hasHost(server: Server | undefined): boolean {
  return /^(?:[a-z][a-z\d+.-]*:)?\/\/|^\{/i.test(server?.resolvedUrl ?? '');
}

interface ServerChoice {
  readonly address: string;
  readonly label: string;
}

/** Lists the servers that readers can choose from, with each combination of the values of variables. */
export function serverChoices(servers: readonly Server[]): readonly ServerChoice[] {
  const shown = servers.slice(0, MOST_SERVERS);
  const variants = shown.flatMap(serverVariants);
  const labels = new Set<string>();
  const choices = new Map<string, string>();
  for (const variant of variants.length > MOST_CHOICES ? shown : variants) {
    const address = baseAddress({ servers: [variant] });
    if (choices.has(address)) continue;
    const words = choiceLabel(variant, address);
    const label = labels.has(words) ? `${words}: ${address}` : words;
    labels.add(label);
    choices.set(address, label);
  }
  return [...choices].map(([address, label]) => ({ address, label }));
}

const MOST_SERVERS = 100;
const MOST_CHOICES = 60;

/** `Production (v2)`: the first sentence of the description, with the values of variables. */
function choiceLabel({ description, variables }: Server, address: string): string {
  const [line = ''] = description.trim().split('\n', 1);
  const words = firstSentence(line, line.length).replace(/[.!?]+$/, '');
  const values = variables.flatMap((variable) =>
    variable.enum.length > 1 ? [variable.default] : [],
  );
  if (words === '') return address;
  return values.length === 0 ? words : `${words} (${values.join(', ')})`;
}

/**
 * Renders the choice among several servers; scripts apply it to the samples. The link to the list of servers is shown
 * without scripts.
 */
export function serverPicker(scope: ApiContext, operation: Operation): Child {
  const { messages, model, pageHref } = scope;
  const choices = serverChoices(operation.servers);
  if (choices.length < 2) return undefined;
  const list = ownServers(scope, operation).length > 0 ? '' : pageHref(model.info.slug);
  return [
    <select data-server aria-label={messages.server}>
      {choices.map(({ address, label }) => (
        <option value={address}>{label}</option>
      ))}
    </select>,
    <a href={list + fragment('servers')}>{messages.servers}</a>,
  ];
}
