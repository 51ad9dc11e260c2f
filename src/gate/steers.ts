/**
 * What an agent should hear before it is stopped: the detector's advice, kept from the warning until something that the
 * agent reads can carry it, and given out once.
 *
 * It is recorded before it is given out, so that whoever looks at a stop knows whether the agent was told, when, and
 * which way. Only an armed kill switch has advice: what is off or in shadow changes nothing about an agent's work.
 */
import { BoundedMap } from '../base/bounded-map.ts';
import { MAIN } from '../base/main-name.ts';
import { present } from '../base/present.ts';
import { killSwitchOf, type ToldWay } from '../core/index.ts';
import type { Judged, Recorder } from './recorder.ts';

/** Whom it is for. */
export interface SteerPlace {
  readonly agent: string;
  readonly session?: string;
  readonly thread?: string;
}

const PLACES_MAX = 10_000;

/** Keeps and gives out advice. */
export class Steers {
  readonly #recorder: Recorder;
  readonly #isOn: () => boolean;
  readonly #owed = new BoundedMap<string, string>(PLACES_MAX);

  constructor(recorder: Recorder, isOn: () => boolean) {
    this.#recorder = recorder;
    this.#isOn = isOn;
  }

  /** Takes in what was judged: a warning owes advice, and what came after may make it pointless. */
  note({ chain, record, outcome: { events, decision } }: Judged): void {
    const warning = events.find(({ eventType }) => eventType === 'warning');
    if (warning === undefined && this.#owed.size === 0) return;
    const { agent, latest } = chain;
    const key = keyOf({ agent, ...present({ session: record.session, thread: record.thread }) });
    const { enabled, shadow } = killSwitchOf(latest.envelope);
    const steer = warning?.details['steer'];
    if (typeof steer === 'string' && enabled && !shadow && this.#isOn()) this.#owed.set(key, steer);
    const { killSwitch } = decision;
    if (killSwitch?.did === 'killed' || killSwitch?.progress.score === 0) this.#owed.delete(key);
  }

  /** The advice for an agent, once; null when there is none, or it can't be recorded. */
  async take(place: SteerPlace, way: ToldWay): Promise<string | null> {
    const key = keyOf(place);
    const words = this.#owed.get(key);
    if (words === undefined) return null;
    this.#owed.delete(key);
    const { agent, session, thread } = place;
    const whose = { agent, ...present({ session, thread }) };
    try {
      const chain = await this.#recorder.chains.open(agent);
      const record = {
        type: 'signal',
        timestamp: this.#recorder.clock.now(),
        ...whose,
        source: 'detector',
        change: 'note',
        details: words,
        told: way,
      } as const;
      await this.#recorder.record(chain, record).acknowledged;
      return words;
    } catch (error) {
      this.#recorder.log.warn('gate', 'recording what an agent is told', error, { agent });
      return null;
    }
  }
}

function keyOf({ agent, session = MAIN, thread = MAIN }: SteerPlace): string {
  return JSON.stringify([agent, session, thread]);
}
