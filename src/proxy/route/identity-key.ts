/**
 * Agent keys: what Tripwire gives an agent in place of a provider's key.
 *
 * Clients show a key in one of three headers or in the query; who sends a provider's key there has a header of ours. A key of ours must never reach a provider, so
 * whatever begins like one is taken for one, also when nobody knows it.
 */
import { valuesOf, type HeaderPairs } from '../../base/header-pairs.ts';

const KEY_START = 'tw_';
/** The parameter in which one provider's clients send their key. */
const KEY_PARAMETER = 'key';

/** Headers that carry a key, in lower case. */
export const CREDENTIAL_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'] as const;

/** The agent key that a header carries; null when it carries none. */
export function agentKeyOf(name: string, value: string): string | null {
  const lower = name.toLowerCase();
  if (!CREDENTIAL_HEADERS.some((one) => one === lower)) return null;
  const shown = lower === 'authorization' ? value.trim().replace(/^bearer\s+/i, '') : value;
  return isAgentKey(shown) ? shown.trim() : null;
}

/** For a key beside that of the provider; like all headers of this prefix it goes no further. */
const KEY_HEADER = 'x-tripwire-key';

/** Every agent key of a request, from its headers and its query (`?…` or nothing). */
export function agentKeysIn(headers: HeaderPairs, query: string): readonly string[] {
  // Whatever is in this header is meant for a key, also when it does not look like one.
  const inOwn = valuesOf(headers, KEY_HEADER).map((value) => value.trim());
  const inHeaders = CREDENTIAL_HEADERS.flatMap((name) =>
    valuesOf(headers, name).flatMap((value) => agentKeyOf(name, value) ?? []),
  );
  const inQuery = parametersOf(query)
    .filter(({ name, value }) => name === KEY_PARAMETER && isAgentKey(value))
    .map(({ value }) => value.trim());
  return [...inOwn, ...inHeaders, ...inQuery];
}

/** The query without agent keys, or without any key at all; every other byte stays. */
export function queryWithoutKeys(query: string, which: 'agent' | 'all'): string {
  const parameters = parametersOf(query);
  const kept = parameters.filter(
    ({ name, value }) => name !== KEY_PARAMETER || (which === 'agent' && !isAgentKey(value)),
  );
  if (kept.length === parameters.length) return query;
  return kept.length === 0 ? '' : `?${kept.map(({ written }) => written).join('&')}`;
}

/** Whether a text looks like a key of ours, known or not. */
export function isAgentKey(text: string): boolean {
  return text.trimStart().startsWith(KEY_START);
}

interface Parameter {
  readonly written: string;
  readonly name: string;
  readonly value: string;
}

/** The parameters of a query (`?…` or nothing), as written and decoded. */
export function parametersOf(query: string): readonly Parameter[] {
  if (query.length <= 1) return [];
  return query
    .slice(1)
    .split('&')
    .map((written) => {
      const [name = '', ...rest] = written.split('=');
      return { written, name: decoded(name), value: decoded(rest.join('=')) };
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
