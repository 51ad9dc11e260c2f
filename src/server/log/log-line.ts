/**
 * One entry of the log as text: a JSON object for programs, a short line for a terminal.
 *
 * Both are free of secrets and bounded, whatever was thrown: an error quotes requests, addresses and keys, and its
 * message may be as long as the body that caused it.
 */
import { cleanLine } from '../../base/clean-text.ts';
import { errorWords } from '../../base/error-words.ts';
import type { LogAbout, LogLevel, LogPlace } from '../../base/log.ts';
import { redactSecrets } from '../../base/secrets/redact-secrets.ts';

/** What is told. */
export interface LogEntry {
  readonly at: number;
  readonly level: LogLevel;
  readonly where: LogPlace;
  readonly what: string;
  /** What was thrown; absent when nothing was. */
  readonly error?: unknown;
  readonly about?: LogAbout;
}

const TEXT_CHARACTERS_MAX = 1_000;
const STACK_LINES_MAX = 12;
const CAUSES_MAX = 3;

/** The entry as one line of JSON. */
export function jsonLine({ at, level, where, what, error, about }: LogEntry): string {
  const said = Object.entries(about ?? {}).filter(([, value]) => value !== undefined);
  return JSON.stringify({
    time: new Date(at).toISOString(),
    level,
    where,
    what: safe(what),
    ...Object.fromEntries(
      said.map(([key, value]) => [key, typeof value === 'string' ? safe(value) : value]),
    ),
    ...(error === undefined ? {} : { error: errorFields(error) }),
  });
}

/** The entry as a person reads it on a terminal. */
export function terminalLine({ at, level, where, what, error, about }: LogEntry): string {
  const time = new Date(at).toTimeString().slice(0, 8);
  const why = error === undefined ? '' : `: ${errorWords(error)}`;
  const ids = [about?.agent, about?.call ?? about?.request].filter((one) => one !== undefined);
  const whose = ids.length === 0 ? '' : ` (${cleanLine(ids.join(' '))})`;
  return `${time} ${level} ${where}: ${safe(`${what}${why}`)}${whose}`;
}

/** A text without secrets, line ends and marks that turn the order of what is read, of bounded length. */
export function safe(text: string): string {
  const start = text.slice(0, TEXT_CHARACTERS_MAX * 2);
  const plain = cleanLine(redactSecrets(start).replace(/[\s\p{Cc}]+/gu, ' '));
  const cut = plain.length > TEXT_CHARACTERS_MAX;
  return `${plain.slice(0, TEXT_CHARACTERS_MAX)}${cut ? '…' : ''}`.toWellFormed();
}

function errorFields(error: unknown, depth = 0): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: safe(String(error)) };
  const { name, stack = '', cause } = error;
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, STACK_LINES_MAX)
    .map((line) => safe(line.trim()));
  return {
    name,
    message: safe(errorWords(error)),
    ...('code' in error ? { code: String(error.code) } : {}),
    stack: frames,
    ...(cause === undefined || depth >= CAUSES_MAX ? {} : { cause: errorFields(cause, depth + 1) }),
  };
}
