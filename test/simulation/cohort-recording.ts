/**
 * The recording of a cohort, kept in memory and replayed at its end.
 *
 * The records of all its agents are in it, mixed, as in the recording of a real gate.
 */
import {
  INITIAL_DIGESTS,
  nextDigests,
  recordingHeader,
  recordingLine,
  Replay,
  type AgentRecord,
  type Constitution,
  type Decision,
  type Digests,
} from '../../src/core/index.ts';
import { Violation } from './violation.ts';

/** Records judged records. */
export class CohortRecording {
  readonly #constitution: Constitution;
  readonly #lines: string[] = [];
  readonly #agents: (string | undefined)[] = [];
  #digests: Digests = INITIAL_DIGESTS;

  constructor(constitution: Constitution) {
    this.#constitution = constitution;
  }

  /** Adds a judged record. */
  add(record: AgentRecord, judged: Decision): void {
    const { activity, health, holds, intent, safety, wakeAt } = judged;
    const decision: Decision = { activity, health, holds, intent, safety, wakeAt };
    this.#digests = nextDigests(this.#digests, record, decision);
    this.#lines.push(recordingLine(record, decision, this.#digests));
    this.#agents.push(record.agent);
  }

  /** The first line that a replay judges otherwise, with its agent; null when there is parity. */
  replay(): { readonly agent: string | undefined; readonly violation: Violation } | null {
    const replay = new Replay(recordingHeader(this.#constitution));
    for (const [index, line] of this.#lines.entries()) {
      const [difference] = replay.take(line);
      if (difference === undefined) continue;
      const { field, recorded, computed } = difference;
      const detail = `line ${index + 1}, ${field}: recorded ${recorded}, computed ${computed}`;
      return { agent: this.#agents[index], violation: new Violation('replayHasParity', detail) };
    }
    return null;
  }
}
