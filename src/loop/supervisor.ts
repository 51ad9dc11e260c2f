/**
 * The supervisor of the autonomous loop: nights, their engines and advisors, and their workers.
 *
 * A second door of the room, because a hook loads the first one before every tool call.
 *
 * @module
 */
export type { Engine } from './engines.ts';
export type { GateHold } from './gate-watch.ts';
export { nightIds, readNight } from './night-files.ts';
export { nightRecord } from './night-record.ts';
export { openNight } from './open-night.ts';
export { superviseNight } from './supervise-night.ts';
export type { LoopStanding, NightSpend } from './supervision.ts';
export type { ActPlace } from './supervisor-acts.ts';
export type { NightMoment, NightState } from './supervisor-state.ts';
export { watchHolds } from './watch-holds.ts';
