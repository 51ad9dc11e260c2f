/**
 * A family of runs: agents of one kind doing one thing, healthy or stuck.
 *
 * Families are written before anybody looks at what the judge makes of them; only so do they say something about runs
 * that nobody has seen. A family that has been measured is kept as it is.
 */
import type { ScriptedAgent } from './scripted-agent.ts';

export interface Family {
  /** `s_` stuck, `h_` healthy. */
  readonly name: string;
  /** What the agent does, in a line. */
  readonly what: string;
  /** Which batch it was written in; a batch is measured once before anything is mended for it. */
  readonly batch:
    | 1
    | 2
    | 3
    | 4
    | 5
    | 6
    | 7
    | 8
    | 9
    | 10
    | 11
    | 12
    | 13
    | 14
    | 15
    | 16
    | 17
    | 18
    | 19
    | 20
    | 21
    | 22
    | 23
    | 24
    | 25
    | 26
    | 27
    | 28;
  /** By how many calls or answers of the loop a sensible person would have stopped it; absent for healthy families. */
  readonly limit?: number;
  /** What the loop is counted in; calls, unless said otherwise. */
  readonly unit?: 'call' | 'answer';
  readonly play: (agent: ScriptedAgent) => void;
}
