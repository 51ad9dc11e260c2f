/**
 * The target of a request: its path and query, or why it is refused.
 *
 * Where a request goes is read from the path, here and once more by the provider. Everything that two readers may
 * read differently is refused, so that there is no way round: dot segments, encoded slashes and dots, empty
 * segments, backslashes, a second URL in place of a path.
 */

/** Longer targets are refused. */
const TARGET_BYTES_MAX = 8_192;

export interface Target {
  readonly kind: 'target';
  /** Between the slashes, as written. */
  readonly segments: readonly string[];
  /** From `?` on, or nothing. */
  readonly query: string;
}

export interface TargetProblem {
  readonly kind: 'problem';
  readonly status: 400 | 414;
  readonly words: string;
}

/** What is tried in turn: what a target must not have, and the words for it. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/^[^/]/, 'must begin with a slash; whole URLs are not taken'],
  [/[^\x21-\x7e]/, 'holds a space, a control character or a byte that is not ASCII'],
  [/\\/, 'holds a backslash'],
  [/#/, 'holds a fragment (#)'],
];
const refusedInPath: readonly (readonly [RegExp, string])[] = [
  [/\/\//, 'holds an empty segment (//); remove the slash at the end of the base URL'],
  [/%(?![0-9a-f]{2})/i, 'holds a % without two hexadecimal digits'],
  [/%(?:[0189a-f][0-9a-f]|7f)/i, 'holds an encoded control character or byte that is not ASCII'],
  [/%(?:25|2e|2f|5c)/i, 'holds an encoded slash, backslash, dot or percent sign'],
  [/\/\.{1,2}(?:\/|;|%3b|$)/i, 'holds a dot segment (. or ..)'],
];

/** Reads the target as the client wrote it. */
export function targetOf(rawUrl: string): Target | TargetProblem {
  if (rawUrl.length > TARGET_BYTES_MAX) {
    return {
      kind: 'problem',
      status: 414,
      words: `The URL has ${rawUrl.length} bytes; at most ${TARGET_BYTES_MAX} are taken.`,
    };
  }
  if (rawUrl === '') return bad('is empty');
  const mark = rawUrl.indexOf('?');
  const path = mark === -1 ? rawUrl : rawUrl.slice(0, mark);
  const found =
    refused.find(([pattern]) => pattern.test(rawUrl)) ??
    refusedInPath.find(([pattern]) => pattern.test(path));
  if (found !== undefined) return bad(found[1]);
  const query = mark === -1 ? '' : rawUrl.slice(mark);
  return { kind: 'target', segments: path.slice(1).split('/'), query };
}

function bad(what: string): TargetProblem {
  return { kind: 'problem', status: 400, words: `The URL of this request ${what}.` };
}
