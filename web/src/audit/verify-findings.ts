/**
 * What a check in the browser found, in words: whether the record is intact, the first thing that is wrong, and the rest.
 *
 * A violated window is a finding and breaks nothing. That nothing could be checked must not look like a good result.
 */
import { violatedFlags, type AuditWindow, type WindowReport } from '../../../src/audit/verify.ts';

/** How a check ended. */
export interface Verdict {
  readonly outcome: 'intact' | 'unsigned' | 'broken' | 'nothing';
  /** What was looked at, whatever came of it. */
  readonly checked: readonly string[];
  /** What is wrong, the first first; at most some. */
  readonly problems: readonly string[];
  readonly problemCount: number;
  /** What is worth knowing and breaks nothing. */
  readonly notes: readonly string[];
  /** The windows of a picked file that can be read; null when none was picked. */
  readonly trace: { readonly name: string; readonly windows: readonly AuditWindow[] } | null;
}

/** How far a check is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

export type Tell = (progress: Progress) => void;

const SHOWN_MAX = 20;

/** Collects what a check finds. */
export class Findings {
  readonly #checked: string[] = [];
  readonly #problems: string[] = [];
  readonly #notes: string[] = [];
  readonly #violated: string[] = [];
  trace: Verdict['trace'] = null;
  /** Why nothing shows who made what was checked; null when a log's signature does. */
  unsigned: string | null = null;

  /** Something that was looked at to its end. */
  checked(what: string): void {
    this.#checked.push(what);
  }

  problem(problem: string): void {
    this.#problems.push(problem);
  }

  note(note: string): void {
    this.#notes.push(note);
  }

  window(report: WindowReport, more: readonly string[] = []): void {
    const where = `window ${report.index} (${report.window_id ?? 'without id'})`;
    for (const problem of [...report.problems, ...more]) this.problem(`${where}: ${problem}`);
    if (report.flags === null || report.ok_chain) return;
    this.#violated.push(`${where}: ${violatedFlags(report.flags).join(', ')}`);
  }

  verdict(): Verdict {
    const isBroken = this.#problems.length > 0;
    const violated = this.#violated.length;
    const shown = this.#violated.slice(0, SHOWN_MAX).join('; ');
    const findings =
      violated === 0
        ? []
        : [
            `${violated === 1 ? '1 window is' : `${violated} windows are`} violated: ${shown}` +
              (violated > SHOWN_MAX ? '; …' : ''),
          ];
    const agreed = this.unsigned === null ? 'intact' : 'unsigned';
    const whole = this.#checked.length === 0 ? 'nothing' : agreed;
    return {
      outcome: isBroken ? 'broken' : whole,
      checked: this.#checked,
      problems: this.#problems.slice(0, SHOWN_MAX),
      problemCount: this.#problems.length,
      notes: [...(this.unsigned === null ? [] : [this.unsigned]), ...findings, ...this.#notes],
      trace: this.trace,
    };
  }
}
