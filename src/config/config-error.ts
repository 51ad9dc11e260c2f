/**
 * What is wrong with a configuration: all of it at once, each with its path and, from a file, its line.
 *
 * Nothing of a configuration with a problem takes effect.
 */
import { CodedError } from '../base/coded-error.ts';

/** One thing that is wrong. */
export interface ConfigProblem {
  /** Path as a person would write it, such as `agents.claude.kill_switch.threshold`; empty for the whole file. */
  readonly path: string;
  /** Line in the file, counted from 1; null when it did not come from one. */
  readonly line: number | null;
  readonly message: string;
}

/** A configuration that is refused. */
export class ConfigError extends CodedError<'CONFIG_INVALID'> {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(file: string | null, problems: readonly ConfigProblem[]) {
    super('CONFIG_INVALID', problems.map((problem) => problemText(file, problem)).join('\n'));
    this.problems = Object.freeze(problems.map((problem) => Object.freeze({ ...problem })));
  }
}

function problemText(file: string | null, { path, line, message }: ConfigProblem): string {
  const place = line === null ? [] : [`${file ?? 'line'}:${line}`];
  if (line === null && path === '' && file !== null) place.push(file);
  return [...place, path, message].filter((part) => part !== '').join(': ');
}
