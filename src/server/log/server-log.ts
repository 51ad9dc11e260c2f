/**
 * The log of a running server: one line for each entry, the problems counted, and the last of them remembered.
 */
import {
  LOG_LEVELS,
  problemLine,
  type Log,
  type LogAbout,
  type LoggedProblem,
  type LoggedProblems,
  type LogLevel,
  type LogPlace,
} from '../../base/log.ts';
import { jsonLine, safe, terminalLine, type LogEntry } from './log-line.ts';
import { fileSink, streamSink, type LogSink } from './log-sink.ts';

/** What a log is made of. */
export interface ServerLogParts {
  readonly level: LogLevel;
  readonly sink: LogSink;
  /** Lines for a person; without it they are JSON. */
  readonly isTerminal?: boolean;
  readonly nowMs?: () => number;
}

/** A log that can be asked what went wrong, and closed. */
export interface ServerLog extends Log, LoggedProblems {
  close(): void;
}

const PROBLEMS_KEPT = 10;
const LINES_PER_SECOND_MAX = 100;
const SECOND_MS = 1_000;

/** Opens a log on a sink. */
export function serverLog(parts: ServerLogParts): ServerLog {
  const { level, sink, isTerminal = false, nowMs = Date.now } = parts;
  const counts = new Map<LogPlace, number>();
  let last: readonly LoggedProblem[] = [];
  const flow = lineFlow(sink, nowMs);
  const told = LOG_LEVELS.indexOf(level);
  const write = (entry: LogEntry) => {
    if (LOG_LEVELS.indexOf(entry.level) > told) return;
    flow(isTerminal ? terminalLine(entry) : jsonLine(entry));
  };
  const problem =
    (of: 'error' | 'warn') =>
    (where: LogPlace, doing: string, error: unknown, about: LogAbout = {}) => {
      const at = nowMs();
      counts.set(where, (counts.get(where) ?? 0) + 1);
      const words = safe(problemLine(doing, error));
      const { agent = null, call = null } = about;
      last = [{ at, where, problem: words, agent, call }, ...last].slice(0, PROBLEMS_KEPT);
      write({ at, level: of, where, what: doing, error, about });
    };
  const line =
    (of: 'info' | 'debug') =>
    (where: LogPlace, what: string, about: LogAbout = {}) =>
      write({ at: nowMs(), level: of, where, what, about });
  return {
    error: problem('error'),
    warn: problem('warn'),
    info: line('info'),
    debug: line('debug'),
    counts: () => counts,
    last: () => last,
    close: () => sink.close(),
  };
}

/** Lets so many lines of a second through, and says how many it did not. */
function lineFlow(sink: LogSink, nowMs: () => number): (line: string) => void {
  let second = 0;
  let lines = 0;
  let dropped = 0;
  return (line) => {
    const now = Math.floor(nowMs() / SECOND_MS);
    if (now !== second) {
      if (dropped > 0) {
        const what = `${dropped} lines were left out: more than ${LINES_PER_SECOND_MAX} in a second`;
        sink.write(jsonLine({ at: nowMs(), level: 'warn', where: 'server', what }));
      }
      [second, lines, dropped] = [now, 0, 0];
    }
    lines += 1;
    if (lines > LINES_PER_SECOND_MAX) dropped += 1;
    else sink.write(line);
  };
}

/**
 * The log that a configuration asks for: a file, or else the error output. On a terminal a command shows other things
 * as well, so there it says the lines itself.
 */
export function configuredLog(
  { level, file }: { readonly level: LogLevel; readonly file?: string },
  stderr: NodeJS.WriteStream,
  say: (line: string) => void,
): ServerLog {
  if (file !== undefined) return serverLog({ level, sink: fileSink(file, say) });
  const isTerminal = stderr.isTTY;
  const sink = isTerminal ? { write: say, close: () => undefined } : streamSink(stderr);
  return serverLog({ level, sink, isTerminal });
}
