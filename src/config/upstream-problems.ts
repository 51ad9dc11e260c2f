/**
 * What is wrong with the upstreams beyond their shape: names, addresses, secrets in the open.
 *
 * The URL may come from the environment and `insecure` from the file, so this looks at the layers laid
 * over each other. It takes values as they were written and passes over those of a wrong shape, which
 * are told elsewhere: so both kinds of problem are told at once.
 */
import { isObject, type JsonObject } from '../base/json-values.ts';
import { isSecretRef, NO_LITERAL } from './secret.ts';
import type { PlacedProblem } from './shape-problems.ts';
import { upstreamUrlProblem } from './upstream-url.ts';

/** The name is one part of a path in URLs, where `agents`, `hooks` and `v1` have a meaning of their own. */
const UPSTREAM_NAME_PATTERN = /^(?!(?:agents|hooks|v1)$)[a-z0-9][a-z0-9_-]{0,31}$/;

/** Headers that are secrets by their name. */
const SECRET_HEADERS = new Set([
  'api-key',
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-api-key',
  'x-goog-api-key',
]);

export function upstreamProblems(values: JsonObject): PlacedProblem[] {
  return entriesOf(values['upstreams']).flatMap(([name, upstream]) => [
    ...nameProblems(name),
    ...urlProblems(name, upstream),
    ...headerProblems(name, upstream),
  ]);
}

function nameProblems(name: string): PlacedProblem[] {
  if (UPSTREAM_NAME_PATTERN.test(name)) return [];
  const message =
    'an upstream’s name must be 1 to 32 lower-case letters, digits, _ and -, ' +
    'must begin with a letter or digit, and must not be "agents", "hooks" or "v1"';
  return [{ path: ['upstreams', name], message }];
}

function urlProblems(name: string, upstream: unknown): PlacedProblem[] {
  if (!isObject(upstream) || typeof upstream['url'] !== 'string') return [];
  const message = upstreamUrlProblem(upstream['url'], upstream['insecure'] === true);
  return message === null ? [] : [{ path: ['upstreams', name, 'url'], message }];
}

function headerProblems(name: string, upstream: unknown): PlacedProblem[] {
  const headers = isObject(upstream) ? entriesOf(upstream['headers']) : [];
  return headers
    .filter(([header]) => SECRET_HEADERS.has(header.toLowerCase()))
    .filter(([, value]) => typeof value === 'string' && !isSecretRef(value))
    .map(([header]) => ({ path: ['upstreams', name, 'headers', header], message: NO_LITERAL }));
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
