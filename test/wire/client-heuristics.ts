/**
 * What clients look for in an error before they ask again or compact, as data: measured on the programs of
 * docs/clients.md, or read in their sources. Written down apart from the product's own list, which it tests.
 */

/** One thing that a client looks for. */
export interface ClientHeuristic {
  readonly client: string;
  /** Where it looks: in the message of the error, or in the bytes of the body as well. */
  readonly looksAt: 'message' | 'message and body';
  readonly does: 'asks again' | 'compacts';
  readonly pattern: RegExp;
}

export const CLIENT_HEURISTICS: readonly ClientHeuristic[] = [
  ...asksAgain('OpenCode', 'message and body', [
    /429|500|502|503|504|524/,
    /terminated/i,
    /rate[ _-]?limit/i,
    /too[ _-]many[ _-]requests/i,
    /overloaded|unavailable|exhausted/i,
    /(?:server|internal)[ _-]error/i,
    /(?:request|response|connection|network|stream|read) time[d ]*out/i,
    /(?:network|connection)[ _-]error|fetch failed/i,
    /(?:try|retry) your request/i,
  ]),
  ...compacts('OpenCode', 'message', [
    /prompt is too long/i,
    /exceeds the (?:context|limit|available)/i,
    /context[_ ]length/i,
    /token limit/i,
  ]),
  ...compacts('Claude Code', 'message', [/prompt is too long/i]),
  ...compacts('goose', 'message', [/too long|context length|token count|exceeds|max_tokens/i]),
  ...compacts('Roo Code', 'message', [/token|context length/i]),
  ...asksAgain('LangChain', 'message', [/quota|billing|credit balance/i]),
];

function asksAgain(
  client: string,
  looksAt: ClientHeuristic['looksAt'],
  patterns: readonly RegExp[],
): readonly ClientHeuristic[] {
  return patterns.map((pattern) => ({ client, looksAt, does: 'asks again', pattern }));
}

function compacts(
  client: string,
  looksAt: ClientHeuristic['looksAt'],
  patterns: readonly RegExp[],
): readonly ClientHeuristic[] {
  return patterns.map((pattern) => ({ client, looksAt, does: 'compacts', pattern }));
}

/** What a client would be provoked by, in words; empty when nothing is. */
export function provokedBy(message: string, body: string): readonly string[] {
  return CLIENT_HEURISTICS.filter(
    ({ looksAt, pattern }) =>
      pattern.test(message) || (looksAt === 'message and body' && pattern.test(body)),
  ).map(({ client, does, pattern }) => `${client} ${does}: ${pattern.source}`);
}
