/**
 * What a verification says: one line a window for scripts, a few words for people, and the exit code.
 */
import { violatedFlags, type WindowReport } from '../../audit/index.ts';
import { complain, say, sayJson } from '../terminal/say.ts';

/** How it is said. */
export interface ReportOptions {
  readonly json: boolean;
  readonly strict: boolean;
}

const SHOWN_MAX = 20;
/** What is there is intact, and nothing proves that it is all. */
const UNPROVEN_END = 3;

/** Collects what a verification finds and says it. */
export class AuditReport {
  readonly #options: ReportOptions;
  #windows = 0;
  #violated = 0;
  #broken = 0;
  #shown = 0;
  #firstProblem: string | null = null;
  #unproven = 0;

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  window(report: WindowReport, more: readonly string[] = []): void {
    const problems = [...report.problems, ...more];
    const { window_id, asc_root, flags, ok, ok_chain } = report;
    this.#windows += 1;
    if (problems.length > 0) this.#broken += 1;
    if (!ok_chain) this.#violated += 1;
    const where = `window ${report.index} (${window_id ?? 'without id'})`;
    this.#firstProblem ??= problems[0] === undefined ? null : `${where}: ${problems[0]}`;
    if (this.#options.json) {
      const found = problems.length === 0 ? {} : { problems };
      sayJson({ window_id, asc_root, flags, ok, ok_chain, ...found });
    } else if (problems.length > 0 || !ok_chain) {
      this.#show(where, flags, problems);
    }
  }

  /** Something about the record as a whole is broken. */
  problem(problem: string): void {
    this.#broken += 1;
    this.#firstProblem ??= problem;
    if (this.#options.json) sayJson({ problem });
    else say(`broken: ${problem}`);
  }

  /** Something worth knowing that breaks nothing. */
  note(note: string): void {
    if (this.#options.json) sayJson({ note });
    else say(note);
  }

  /** What is there is intact, but its end is not proven. */
  unproven(unproven: string): void {
    this.#unproven += 1;
    if (this.#options.json) sayJson({ unproven });
    else say(`not proven: ${unproven}`);
  }

  get isBroken(): boolean {
    return this.#broken > 0;
  }

  /** Says how it ended; returns the exit code. */
  end(): number {
    const failed = this.#broken > 0 || (this.#options.strict && this.#violated > 0);
    const code = failed ? 1 : this.#unproven > 0 ? UNPROVEN_END : 0;
    if (this.#options.json) {
      if (this.#firstProblem !== null) complain(`tripwire: ${this.#firstProblem}`);
      return code;
    }
    const counts = `${this.#windows} windows, ${this.#violated} violated`;
    if (this.#firstProblem === null && this.#windows === 0) {
      // Nothing was checked of any agent, and that must not read like a good result.
      say('the log is intact, but holds no window yet: one is closed some seconds after its 48 s');
    } else if (this.#firstProblem === null) {
      const end = this.#unproven === 0 ? '' : '; its end is not proven (exit 3)';
      say(`intact: ${counts}${end}`);
    } else say(`BROKEN: ${counts}; first: ${this.#firstProblem}`);
    return code;
  }

  #show(where: string, flags: number | null, problems: readonly string[]): void {
    this.#shown += 1;
    if (this.#shown > SHOWN_MAX) {
      if (this.#shown === SHOWN_MAX + 1) say('… more; --json shows all');
      return;
    }
    const down = flags === null ? [] : violatedFlags(flags);
    if (down.length > 0) say(`violated: ${where}: ${down.join(', ')}`);
    for (const problem of problems) say(`broken: ${where}: ${problem}`);
  }
}
