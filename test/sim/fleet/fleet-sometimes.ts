/** What must have happened in a run of simulated fleets, and how often it did. */
import { Sights } from '../sights.ts';

const FLEET_SOMETIMES = [
  'a call passed',
  'a call was refused by a hold',
  'a call was refused by a budget',
  'a call was refused because its node may not serve',
  'a call was cut',
  'a stop was acknowledged by all',
  'a stop was acknowledged while a node was out of reach',
  'a stop was recorded and not confirmed by all',
  'a stop could not be recorded at once',
  'a release was recorded',
  'a release failed',
  'the kill switch stopped an agent',
  'a race was lost',
  'a node was killed',
  'a node stood still',
  'a node was fenced',
  'a node could not start at first',
  "a node's clock was set",
  'the database stood still',
  'the way to the database was silent',
  'the way to the database was deaf',
  'the way to the database was slow',
  'the way to the database was refused',
  'an answer of the database was lost',
  'a question came after its asker had given up',
  'a message was lost',
  'a message came twice',
] as const;

export type FleetSight = (typeof FLEET_SOMETIMES)[number];

/** How often each of them happened. */
export class FleetTally extends Sights<FleetSight> {
  constructor() {
    super(FLEET_SOMETIMES);
  }
}
