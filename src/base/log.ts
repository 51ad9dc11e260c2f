/**
 * Where a running Tripwire says what went wrong without stopping anything: the port that its parts are handed.
 *
 * Whoever cannot do something and goes on says so here. What stops or refuses something is an answer, not a log line.
 */
import { errorWords } from './error-words.ts';

/** The parts that can have a problem. They are the label of a counter, so the list is closed. */
export const LOG_PLACES = [
  'alerts',
  'audit',
  'control',
  'figures',
  'gate',
  'hooks',
  'proxy',
  'server',
  'store',
] as const;
export type LogPlace = (typeof LOG_PLACES)[number];

/** From what must be looked at to what only a developer reads. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a line is about: the agent, and the ids by which its records are found in the journal. */
export interface LogAbout {
  readonly agent?: string;
  readonly session?: string;
  /** The id of the call, as the journal has it. */
  readonly call?: string;
  /** The id of the request, which is also in the answer's head. */
  readonly request?: string;
  readonly [more: string]: string | number | boolean | undefined;
}

/** Takes what is to be told. Never throws and never makes anybody wait. */
export interface Log {
  /** Something failed that nobody else is told of: counted, and shown by `tripwire status`. */
  error(where: LogPlace, doing: string, error: unknown, about?: LogAbout): void;
  /** The same for what passes by itself, or is tried again. */
  warn(where: LogPlace, doing: string, error: unknown, about?: LogAbout): void;
  info(where: LogPlace, what: string, about?: LogAbout): void;
  debug(where: LogPlace, what: string, about?: LogAbout): void;
}

/** A problem, as people look back at it. */
export interface LoggedProblem {
  readonly at: number;
  readonly where: LogPlace;
  /** What was being done, and what went wrong with it. */
  readonly problem: string;
  readonly agent: string | null;
  readonly call: string | null;
}

/** What was told so far. */
export interface LoggedProblems {
  /** How many problems each part had. */
  counts(): ReadonlyMap<LogPlace, number>;
  /** The newest first. */
  last(): readonly LoggedProblem[];
}

/** A log that nobody reads: for a gate without a server, whose caller hears of every failure itself. */
export const NO_LOG: Log = Object.freeze({
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
});

/** Nothing was told. */
export const NO_PROBLEMS: LoggedProblems = Object.freeze({
  counts: () => new Map(),
  last: () => [],
});

/** For `.catch`: tells the log, and goes on with nothing. */
export function toLog(
  log: Log,
  where: LogPlace,
  doing: string,
  about?: LogAbout,
): (error: unknown) => undefined {
  return (error) => {
    log.warn(where, doing, error, about);
    return undefined;
  };
}

/** What was being done, and what went wrong with it, in one line. */
export function problemLine(doing: string, error: unknown): string {
  return `${doing}: ${errorWords(error)}`;
}
