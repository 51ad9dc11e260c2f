/**
 * STOP, PAUSE, CHECKPOINT.md and BLOCKER_REPORT.md: the hold is what the loop remembers, the file is its face.
 *
 * A file that appears raises its hold. A file that disappears is a person's request to go on, unless a call
 * of the agent was running: then it may have been the agent, so the file is written again and from then on
 * only a command lifts the hold.
 */
import {
  HOLD_FILES,
  HOLD_KINDS,
  type Flight,
  type LoopHold,
  type LoopHoldKind,
  type LoopState,
} from '../files/loop-state.ts';
import { liftHold } from '../holds/lift-hold.ts';
import { deny, note, raise, type Rule, type Situation } from './situation.ts';

/** A call that did not come back for so long does not count as running: its client is gone. */
const FLIGHT_MS_MAX = 3_600_000;

/** Holds follow their files. */
export const holdFilesRule: Rule = (now) => HOLD_KINDS.reduce(followFile, now);

/** What stands refuses calls and prompts. */
export const standingHoldsRule: Rule = (now) => {
  const { kind } = now.event;
  if (kind !== 'tool-before' && kind !== 'prompt') return now;
  const standing = HOLD_KINDS.flatMap(
    (one) => now.state.holds.find((hold) => hold.kind === one) ?? [],
  );
  const [hold] = standing;
  if (hold === undefined) return now;
  const ends = hold.kind === 'stop' || hold.endsSession === now.event.session;
  return deny(now, refusal(hold, now.around.places.stateFolder), ends);
};

function followFile(now: Situation, kind: LoopHoldKind): Situation {
  const isThere = now.around.files.includes(kind);
  const hold = now.state.holds.find((one) => one.kind === kind);
  if (hold === undefined) return isThere ? raiseFound(now, kind) : now;
  if (isThere) return now;
  const running = runningCalls(now.state, now.event.atMs);
  return hold.locked || running.length > 0 ? restore(now, hold, running) : lift(now, kind);
}

/** A person made the file, or a hook that was killed before it could remember why. */
function raiseFound(now: Situation, kind: LoopHoldKind): Situation {
  const name = HOLD_FILES[kind];
  const byPerson = kind === 'stop' || kind === 'pause' ? { byPerson: true as const } : {};
  const found = { kind, why: `${name} is there`, text: '', endsSession: null, ...byPerson };
  const raised = raise(now, found);
  const action = kind === 'stop' ? 'stopped_session' : 'paused';
  // The file is there already, with words of its own.
  return {
    ...note(raised, 'MANUAL_OVERRIDE', action, { file: name, by: 'file' }),
    files: now.files,
  };
}

function restore(now: Situation, hold: LoopHold, running: readonly Flight[]): Situation {
  const holds = now.state.holds.map((one) => (one === hold ? { ...hold, locked: true } : one));
  const file = HOLD_FILES[hold.kind];
  const restored = {
    ...now,
    state: { ...now.state, holds },
    files: [...now.files, { name: file, text: hold.text }],
  };
  const during = running.map(({ tool }) => tool);
  return note(restored, 'SELF_RELEASE', 'restored_file', { file, during });
}

function lift(now: Situation, kind: LoopHoldKind): Situation {
  const file = HOLD_FILES[kind];
  const signal = { hold: kind, change: 'lift', details: `${file} was deleted` } as const;
  const lifted = { ...now, state: liftHold(now.state, kind), signals: [...now.signals, signal] };
  return note(lifted, 'MANUAL_OVERRIDE', 'resumed', { file, by: 'file' });
}

/** The calls that may still be running. */
export function runningCalls(
  { flights }: Pick<LoopState, 'flights'>,
  atMs: number,
): readonly Flight[] {
  return flights.filter(({ sinceMs }) => atMs - sinceMs <= FLIGHT_MS_MAX);
}

function refusal(hold: LoopHold, stateFolder: string): string {
  const file = `${stateFolder}/${HOLD_FILES[hold.kind]}`;
  const way = hold.locked
    ? 'Its file was taken away while a tool call ran, or with everything that Tripwire remembered here. So only a person can lift this hold now, with the tripwire command in a terminal of their own.'
    : `A person lets it continue by deleting ${file} while no tool call runs.`;
  const what = hold.kind === 'stop' ? 'Stopped' : 'Paused';
  return `${what} by Tripwire: ${hold.why}. ${way} Do not call tools; tell the person what stands open.`;
}
