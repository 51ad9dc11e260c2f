/**
 * What a person says about a stop, as a case on the disk: a line in the format that `bench:judgement` reads.
 *
 * One file for each stop, so that saying something else about it replaces what was said before.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../base/node/whole-file.ts';
import type { StoredEvent } from '../../store/index.ts';
import { caseOfRun, type Label } from '../../transcripts/index.ts';
import type { StoppedStep } from './explained-steps.ts';
import { incidentId } from './incident-list.ts';
import { recordedRun } from './recorded-run.ts';

/** What was written. */
export interface MarkedCase {
  readonly file: string;
  readonly steps: number;
  readonly contentFree: boolean;
  /** Whether the detector stops the run of the case, as it did the agent. */
  readonly isStopped: boolean;
}

const FOLDER = 'cases';
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Writes the case of a stop into the data folder. */
export function writeCase(
  dataDir: string,
  event: Pick<StoredEvent, 'agent' | 'seq'>,
  stopped: readonly StoppedStep[],
  { label, contentFree }: { readonly label: Label; readonly contentFree: boolean },
): MarkedCase {
  // An opinion is no step of the agent, and a case is about what the agent did.
  const steps = stopped.flatMap(({ digest, at, text }) =>
    digest === null ? [] : [{ digest, at, text }],
  );
  const { run, hasTexts } = recordedRun(incidentId(event), steps);
  const isFree = contentFree || !hasTexts;
  const { made, isStopped } = caseOfRun(run, label, { contentFree: isFree });
  const folder = join(dataDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const file = join(folder, `${event.seq}-${encodeURIComponent(event.agent)}.jsonl`);
  writeWhole(file, `${JSON.stringify(made)}\n`, { mode: PRIVATE_FILE });
  const count = run.threads.reduce((sum, { events }) => sum + events.length, 0);
  return { file, steps: count, contentFree: isFree, isStopped };
}
