/**
 * Where a request to the fake provider leads, by its method and its path.
 *
 * Only the providers' own paths are known. A gateway that forwards to a wrong one gets what it would get from
 * the real provider: not found, in the words of the provider it seems to mean.
 */
import { formatOfPath, type WireFormat } from '../../wire/index.ts';
import type { SeenRequest } from './seen.ts';

/** What is asked for. */
export type FakeRoute =
  | { readonly kind: 'turn'; readonly format: WireFormat }
  | { readonly kind: 'count_tokens' | 'models' | 'alive' | 'upgrade' | 'unknown' };

const turnPaths: readonly (readonly [RegExp, WireFormat])[] = [
  [/^\/v1\/messages$/, 'anthropic'],
  [/^\/v1\/chat\/completions$/, 'openai-chat'],
  [/^\/v1\/responses$/, 'openai-responses'],
  [/^\/v1(?:beta)?\/models\/[^/]+:(?:streamGenerateContent|generateContent)$/, 'gemini'],
];

const countPath = /^\/v1\/messages\/count_tokens$|^\/v1(?:beta)?\/models\/[^/]+:countTokens$/;

/** Where a request leads. */
export function fakeRoute({ method, path, headers }: SeenRequest): FakeRoute {
  const plain = plainPath(path);
  if (headers.upgrade !== undefined) return { kind: 'upgrade' };
  if (method === 'HEAD' && plain === '/') return { kind: 'alive' };
  if (method === 'GET' && /^\/v1(?:beta)?\/models$/.test(plain)) return { kind: 'models' };
  if (method !== 'POST') return { kind: 'unknown' };
  if (countPath.test(plain)) return { kind: 'count_tokens' };
  const format = turnPaths.find(([pattern]) => pattern.test(plain))?.[1];
  return format === undefined ? { kind: 'unknown' } : { kind: 'turn', format };
}

/** The provider in whose words a request is answered, even one that leads nowhere. */
export function formatFor({ path, headers }: SeenRequest): WireFormat {
  if (path.startsWith('/v1beta/')) return 'gemini';
  const guess = 'anthropic-version' in headers ? 'anthropic' : 'openai-chat';
  return formatOfPath(path) ?? guess;
}

/** The path without its query. */
export function plainPath(path: string): string {
  return path.replace(/\?.*$/s, '');
}
