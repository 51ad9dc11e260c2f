/** What is written after an event was recorded, by whoever judged it. */
import type { LoopAnswer } from '../clients/hook-event.ts';
import type { LoopFiles, LoopWrites } from './files/loop-files.ts';
import type { LoopState } from './files/loop-state.ts';
import type { SafetyEvent } from './files/safety-log.ts';
import type { RecordedHold } from './holds/loop-journal.ts';
import type { KeptManifest } from './manifest/known-manifest.ts';
import type { Applied } from './rules/apply-rules.ts';
import type { FileChange } from './rules/situation.ts';

/** What became of an event. */
export interface Outcome {
  readonly files: LoopFiles;
  readonly applied: Applied;
  /** After the rules; left out, what they made of it. */
  readonly state?: LoopState;
  readonly answer: LoopAnswer;
  readonly recorded: readonly RecordedHold[];
  readonly kept: KeptManifest;
  /** The manifest's file is a person's to correct. */
  readonly isManifestTheirs?: boolean;
  readonly log: readonly SafetyEvent[];
  /** Files besides those of the rules, before them. */
  readonly more: readonly FileChange[];
}

export function loopWrites(outcome: Outcome): LoopWrites {
  const { files, applied, answer, recorded, kept, log } = outcome;
  const { manifest: _, ...remembered } = outcome.state ?? applied.state;
  // A call that the gate turns down does not run, whatever the rules thought of it.
  const isTurnedDown = answer.kind === 'deny' && applied.answer.kind !== 'deny';
  const flights = isTurnedDown ? files.remembered.flights : remembered.flights;
  return {
    files: [...outcome.more, ...applied.files],
    log,
    remembered: { ...remembered, flights },
    recorded,
    manifestText: kept.text,
    manifestKnown: kept.known,
    manifestOnDisk: outcome.isManifestTheirs === true ? null : kept.text,
  };
}
