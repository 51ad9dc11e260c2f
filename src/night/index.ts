/**
 * The supervisor of the autonomous loop: nights, their engines and advisors, and their workers.
 *
 * @module
 */
export type { GateAct, GateHold } from './gate-watch.ts';
export { nightIds, readNight } from './night-files.ts';
export { nightRecord } from './night-record.ts';
export { openNight } from './open-night.ts';
export { superviseNight } from './supervise-night.ts';
export type { LoopStanding, NightSpend } from './supervision.ts';
export type { ActPlace } from './decide/acts.ts';
export type { NightMoment, NightState } from './decide/state.ts';
export { runMark, StartedCommand } from './started-command.ts';
export { watchHolds } from './watch-holds.ts';
export { toldCost } from './worker/engine-cost.ts';
