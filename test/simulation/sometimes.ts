/**
 * What must happen at least once in a run.
 *
 * A check that is always true may be true because nothing ever happens. Each line here is a thing
 * that a run has to have seen; a run without it has proved less than it seems, and fails.
 */
import {
  REASONS,
  VETO_PRIORITY,
  type ActivityMode,
  type HoldKind,
  type Intensity,
  type Intent,
  type OperatorAction,
} from '../../src/core/index.ts';
import { STUCK_CODES } from '../../src/core/stuck/stuck-signs.ts';

const ELSEWHERE: ReadonlySet<string> = new Set(['PLAN_WARNING', ...STUCK_CODES]);

/**
 * Every note and warning the core can give. The agents here have no subscription and nobody looks whether they are stuck:
 * that is tried in src/core/plan, src/core/stuck, test/serve/plan-windows.test.ts and test/serve/stuck.test.ts.
 */
export const NOTES: readonly string[] = REASONS.filter(
  ({ code, group }) => (group === 'note' || group === 'warning') && !ELSEWHERE.has(code),
).map(({ code }) => code);

const MODES: readonly ActivityMode[] = ['IDLE', 'WORKING', 'LOOPING', 'RUNAWAY'];
const INTENSITIES: readonly Intensity[] = ['LOW', 'NORMAL', 'HIGH'];
const INTENTS: readonly Intent[] = ['CONTINUE', 'PAUSE', 'STOP'];

const HOLDS: readonly HoldKind[] = [
  'manual',
  'kill_switch',
  'soft_suspend',
  'hard_stop',
  'paused',
  'checkpoint',
  'blocker',
  'compaction',
  'approval',
  'stop_all',
];

const ACTIONS: readonly OperatorAction[] = [
  'activate',
  'deactivate',
  'pause',
  'resume',
  'restart',
  'configure',
  'grant',
  'refuse',
  'stop-all',
  'resume-all',
];

/** Things with a story, each spotted by `spotter.ts`. */
export const STORIES = [
  'a mode flips back and costs health',
  'health recovers',
  'health reaches zero',
  'a cooldown ends',
  'a second offence after a fresh chance',
  'a loop and a runaway on one event',
  'a soft suspend is lifted by recovery',
  'a resume, then a new loss suspends again',
  'a hard stop outlives a resume',
  'a hard stop outlives recovery',
  'a signal fails to lift the kill switch',
  'an approval is refused',
  'approvals are merged',
  'an approval lets another action pass',
  'compaction passes a hold on tools',
  'a hold moves up by eviction',
  'an envelope is tightened',
  'exactly at the budget is allowed',
  'one token over the budget is vetoed',
  'exactly at the call limit is allowed',
  'one call over the limit is vetoed',
  'a refused call is allowed later',
  'a remembered second is settled',
  'a forgotten second is settled',
  'a sibling works while a thread cools down',
  'a cooldown of the session binds a sibling',
  'thread and session cool down together',
  'a clamped record is vetoed',
  'a copy of the record that caused a veto',
  'a copy of a release',
  'a tick at wakeAt changes the answer',
  'nothing to wake for',
  'a malformed record is refused',
  'a crash during a cooldown',
  'a crash while stopped',
  'a crash reloaded from start',
  'a crash reloaded from snapshot',
  'a recording is replayed',
] as const;

/** A thing with a story. */
export type Story = (typeof STORIES)[number];

/** A thing that a run has to see. */
export type Sometimes =
  | Story
  | `veto ${string}`
  | `mode ${ActivityMode}`
  | `intensity ${Intensity}`
  | `intent ${Intent}`
  | `raised ${HoldKind}`
  | `lifted ${HoldKind}`
  | `note ${string}`
  | `person ${OperatorAction}`;

/** Everything that a run has to see. */
export const SOMETIMES: readonly Sometimes[] = [
  ...VETO_PRIORITY.map((veto) => `veto ${veto}` as const),
  ...MODES.map((mode) => `mode ${mode}` as const),
  ...INTENSITIES.map((intensity) => `intensity ${intensity}` as const),
  ...INTENTS.map((intent) => `intent ${intent}` as const),
  ...HOLDS.map((hold) => `raised ${hold}` as const),
  ...HOLDS.map((hold) => `lifted ${hold}` as const),
  ...NOTES.map((code) => `note ${code}` as const),
  ...ACTIONS.map((action) => `person ${action}` as const),
  ...STORIES,
];
