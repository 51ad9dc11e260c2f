/**
 * How a tool call ended: an error or not, of which kind, and what it says.
 *
 * Whoever ran the tool knows best, so flags and exit codes come first; words are only believed at
 * the beginning of a line, because file contents are full of the word "error".
 */
import type { ToolEvent } from './transcript.ts';

/** What the text of an outcome amounts to. */
export interface OutcomeKind {
  readonly isError: boolean;
  /** "No results": an answer, but one that brings nothing. */
  readonly negative: boolean;
  /** Rate limits and outages: not the agent's doing. */
  readonly infrastructure: boolean;
  /** Nothing but an exit code. */
  readonly bare: boolean;
}

const errorStart =
  /^\s*(?:error\b|fatal\b|traceback \(most recent|exception\b|[a-z]*error:|command failed|failed to |permission denied|no such file|cannot |could not |unable to |usage: |curl: \(\d+\)|npm err(?:or|!)|mcp error|(?:http\/[\d.]+ |http |status )?[45]\d\d [a-z]|.{0,60} not found in |.{0,80}: (?:command not found|no such file or directory|permission denied|syntax error))/i;
const exitCode = /\bexit(?:ed with)?(?: code| status)?[: ]+(-?\d+)/i;
const outage =
  /\b(?:429|50[0234]|529)\b.{0,40}\b(?:too many|rate|unavailable|gateway|overloaded|internal)|rate.?limit|too many requests|service unavailable|overloaded|econnrefused|etimedout|temporarily/i;
const nothing =
  /^(?:\(?no (?:results?|matches|files?|output|new output|such|entries|items|data)\b|0 (?:results|matches|rows|files)|not found|nothing (?:found|to)|empty\b|\[\]|\{\}|none$|null$)/i;

/** The kind of an outcome. */
export function outcomeKind(event: ToolEvent): OutcomeKind {
  const text = event.error ?? event.result;
  const start = text.slice(0, 400);
  const hinted = (hint: string) => event.hints?.some((one) => one === hint) === true;
  const code = exitCode.exec(start)?.[1];
  const isError =
    event.error !== undefined ||
    (event.isError ?? ((code !== undefined && code !== '0') || errorStart.test(start)));
  return {
    isError,
    negative: hinted('neg') || nothing.test(start.trim()),
    infrastructure: hinted('infra') || (isError && outage.test(start)),
    bare: hinted('bare') || (code !== undefined && start.trim().length < 24),
  };
}
