/**
 * What must have happened in a run: a simulation in which nothing went wrong has shown nothing.
 */
import { Sights } from './sights.ts';

export const SOMETIMES = [
  'a call passed',
  'a call was refused by a hold',
  'a call was refused because the disk failed',
  'a call was refused by a budget',
  'a call was refused by a team budget',
  "a call was refused by its agent's minute",
  'a call was refused by a veto',
  'a tool was refused',
  'a call was cut',
  'a stop was recorded',
  'a stop was in force before it was recorded',
  'a stop could not be marked on the disk',
  'a stop was marked on a full disk',
  'a stop stood after a crash',
  'a stop met a call under way',
  'a release was recorded',
  'a release failed',
  'the kill switch stopped an agent',
  'a hook was refused',
  'a crash lost a commit under way',
  'a crash kept a commit that nobody heard of',
  'a crash came while the gate opened',
  'a crash came while calls were under way',
  'the gate could not be opened at first',
  'the disk refused',
  'the disk lied',
  'the disk hung',
  'the files failed',
  'the clock jumped',
  'a request was refused because it cannot be read',
  'a stream was cut by a stop',
  'a tool call reached a client',
  'a provider broke off',
  'a client hung up',
  'evidence was kept',
] as const;

export type Seen = (typeof SOMETIMES)[number];

/** How often each of them happened. */
export class Tally extends Sights<Seen> {
  constructor() {
    super(SOMETIMES);
  }
}
