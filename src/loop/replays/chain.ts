/**
 * The hash chain of a trajectory, and the exact bytes that a step and a frozen replay are written as.
 *
 * Each step's digest covers the one before it, the first covers whose session it is, and the seal covers the head and
 * the end. So a step that is changed, removed, added or moved does not fit, and neither does a head.
 */
import { sha256, type TrajectoryStep } from './step.ts';

/** Whose trajectory it is. */
export interface TrajectoryHead {
  readonly session_id: string;
  /** A session that goes on after its end goes on in a next part. */
  readonly part: number;
  /** The hash of the frozen file of the part before; null for the first. */
  readonly continues: string | null;
}

/** What stands before the steps of a frozen replay. */
export interface FrozenHead extends TrajectoryHead {
  /** The model that was named last. */
  readonly model_version: string | null;
  /** The hash of the first prompt. */
  readonly prompt_hash: string | null;
  readonly frozen: boolean;
}

/** The keys of a step in the order they are written. */
export const STEP_KEYS = [
  'state',
  'action',
  'next_state',
  'step',
  'at',
  'event',
  'agent',
  'tool',
  'signature',
  'call',
  'purpose',
  'failed',
  'passed',
  'answer',
  'ends_session',
  'reason',
  'logged',
  'holds',
  'prompt_hash',
  'model',
  'notes',
] as const satisfies readonly (keyof TrajectoryStep)[];

/** What the first step's digest follows. */
export function chainStart({ session_id, part, continues }: TrajectoryHead): string {
  return sha256(`tripwire trajectory 1\n${JSON.stringify([session_id, part, continues])}`);
}

/** The digest of a step that follows another. */
export function stepDigest(before: string, step: Omit<TrajectoryStep, 'digest'>): string {
  return sha256(`${before}\n${JSON.stringify(STEP_KEYS.map((key) => step[key]))}`);
}

/** A step as it is written. */
export function stepLine(step: TrajectoryStep): string {
  return JSON.stringify(
    Object.fromEntries([...STEP_KEYS, 'digest' as const].map((key) => [key, step[key]])),
  );
}

/** The line before the steps of a session that goes on. */
export function headLine({ session_id, part, continues }: TrajectoryHead): string {
  return JSON.stringify({ session_id, part, continues });
}

/** The head that a frozen replay of these steps has. */
export function frozenHead(
  { session_id, part, continues }: TrajectoryHead,
  steps: readonly TrajectoryStep[],
): FrozenHead {
  return {
    session_id,
    model_version: steps.findLast(({ model }) => model !== null)?.model ?? null,
    prompt_hash:
      steps.find(({ prompt_hash, agent }) => prompt_hash !== null && agent === null)?.prompt_hash ??
      null,
    part,
    continues,
    frozen: true,
  };
}

/** The digest of a whole frozen replay. */
export function sealOf(head: FrozenHead, steps: readonly TrajectoryStep[]): string {
  const { session_id, model_version, prompt_hash, part, continues, frozen } = head;
  const ends = [steps.length, steps.at(-1)?.digest ?? null];
  return sha256(
    JSON.stringify([session_id, model_version, prompt_hash, part, continues, frozen, ...ends]),
  );
}

/** A frozen replay as it is written: the steps' lines stand in it as they were appended. */
export function frozenText(head: FrozenHead, seal: string, lines: readonly string[]): string {
  const { session_id, model_version, prompt_hash, part, continues, frozen } = head;
  const before = JSON.stringify({
    session_id,
    model_version,
    prompt_hash,
    part,
    continues,
    frozen,
    digest: seal,
  });
  return `${before.slice(0, -1)},"trajectory":[\n${lines.join(',\n')}\n]}\n`;
}
