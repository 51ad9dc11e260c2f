/**
 * The kinds of agents: which phases each goes through, and how well the world treats it.
 */
import { compact, seekConsent } from './consent-phases.ts';
import { floodSessions, floodThreads, holdSessions, holdThreads } from './crowd-phases.ts';
import { askFirst, callTools, extremes, spendAll } from './spend-phases.ts';
import {
  changeOfMind,
  convalescence,
  failures,
  loop,
  silence,
  steadyWork,
  torrent,
  watch,
  type Phase,
} from './work-phases.ts';

/** A kind of agent. */
export interface Temper {
  readonly name: string;
  /** How many of a hundred agents are of this kind. */
  readonly weight: number;
  readonly phases: readonly (readonly [Phase, number])[];
  readonly hostileClock: boolean;
  readonly hostileTexts: boolean;
  /** Agents of this kind must never be taken for a loop or a runaway. */
  readonly healthy: boolean;
  /** Hardly anybody lifts its holds, so that many of them come together. */
  readonly neglected: boolean;
}

const rest: Temper['phases'] = [
  [silence, 2],
  [watch, 2],
  [convalescence, 1],
];

const everything: Temper['phases'] = [
  ...rest,
  [steadyWork, 4],
  [loop, 2],
  [changeOfMind, 1],
  [torrent, 1],
  [failures, 2],
  [askFirst, 2],
  [spendAll, 1],
  [callTools, 1],
  [extremes, 0.3],
  [seekConsent, 1],
  [compact, 0.5],
];

const crowded: Temper['phases'] = [
  [floodThreads, 2],
  [floodSessions, 2],
  [holdThreads, 2],
  [holdSessions, 2],
  [steadyWork, 1],
  [silence, 1],
];

function temper(name: string, weight: number, phases: Temper['phases']): Temper {
  const calm = { hostileClock: false, hostileTexts: false, healthy: false, neglected: false };
  return { name, weight, phases, ...calm };
}

export const TEMPERS: readonly Temper[] = [
  { ...temper('healthy', 20, [[steadyWork, 6], ...rest]), healthy: true },
  temper('looping', 14, [[loop, 6], [changeOfMind, 2], [steadyWork, 1], ...rest]),
  temper('runaway', 8, [[torrent, 3], [steadyWork, 2], ...rest]),
  temper('failing', 12, [[failures, 5], [steadyWork, 2], [loop, 1], ...rest]),
  temper('spending', 14, [[askFirst, 4], [spendAll, 4], [callTools, 2], [extremes, 0.5], ...rest]),
  temper('moody', 10, everything),
  { ...temper('hostile clock', 10, everything), hostileClock: true },
  { ...temper('hostile names', 8, everything), hostileTexts: true },
  { ...temper('hostile all over', 3, everything), hostileClock: true, hostileTexts: true },
  { ...temper('neglected', 2, everything), hostileTexts: true, neglected: true },
  { ...temper('crowd', 1.5, crowded), neglected: true },
];
