/**
 * Joins a provider's base URL and a client's path where people write the version in one, in both or in neither.
 *
 * Some SDKs want `/v1` in their base URL and some add it; compatible servers print theirs with it. A path that would
 * name it twice, or not at all, is meant to name it once.
 */

/** What the paths of providers with a version begin with, when it is left out. */
const unversioned: ReadonlySet<string> = new Set(
  'chat responses completions embeddings models files images audio batches moderations vector_stores uploads messages'.split(
    ' ',
  ),
);
const VERSION = /^v\d+(?:beta\d*)?$/;
const DOUBLED = /^\/(v\d+(?:beta\d*)?)\/\1(?=\/)/;

/** The path to ask a provider for; `base` is the path of its base URL, without a slash at its end. */
export function upstreamPath(base: string, asked: string, format: string): string {
  const path = asked.replace(DOUBLED, '/$1');
  const first = /^\/([^/?]*)/.exec(path)?.[1] ?? '';
  const last = base.slice(base.lastIndexOf('/') + 1);
  if (VERSION.test(first) && first === last) return `${base}${path.slice(first.length + 1)}`;
  if (base === '' && format !== 'gemini' && unversioned.has(first)) return `/v1${path}`;
  return `${base}${path}`;
}
