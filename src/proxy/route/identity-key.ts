/**
 * Agent keys: what Tripwire gives an agent in place of a provider's key.
 *
 * Clients show a key in one of three headers or in the query. A key of ours must never reach a provider, so
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

/** Every agent key of a request, from its headers and its query (`?…` or nothing). */
export function agentKeysIn(headers: HeaderPairs, query: string): readonly string[] {
  const inHeaders = CREDENTIAL_HEADERS.flatMap((name) =>
    valuesOf(headers, name).flatMap((value) => agentKeyOf(name, value) ?? []),
  );
  const inQuery = parametersOf(query)
    .filter(({ name, value }) => name === KEY_PARAMETER && isAgentKey(value))
    .map(({ value }) => value.trim());
  return [...inHeaders, ...inQuery];
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

function isAgentKey(text: string): boolean {
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
