/**
 * Notices agents that are stuck without looping, writes it into their journals, and writes when it is over. Where a person
 * configured it, the note parks the agent for a while.
 *
 * It follows the journals beside the gate, so a call never waits for it. What it writes are notes: they stop nobody.
 */
import { EVERYBODY } from '../../base/everybody.ts';
import { toLog, type Log } from '../../base/log.ts';
import { MAIN } from '../../base/main-name.ts';
import { present } from '../../base/present.ts';
import { timestampOf, type StuckCode } from '../../core/index.ts';
import { toolTalk, type Gate, type Witnessed } from '../../gate/index.ts';
import type { JournalFollower, RecordEntry } from '../../journal/index.ts';
import { Exchanges } from './exchanges.ts';
import { StuckFacts, type Sign, type StuckSettings } from './stuck-facts.ts';

/** What it works with. */
export interface StuckParts {
  readonly gate: Pick<Gate, 'agent' | 'clock' | 'onWitness' | 'signal'>;
  readonly follower: JournalFollower;
  /** As it is configured now. */
  readonly settings: () => StuckSettings;
  readonly log: Log;
}

interface Watched {
  readonly facts: StuckFacts;
  /** The signs that were written, with their marks. */
  readonly written: Map<StuckCode, number>;
}

const LOOK_EVERY_MS = 1_000;
/** Of more tool calls between two looks the rest is not compared: a sign is late then, and nothing passes for it. */
const CALLS_HEARD_MAX = 2_000;

/** All agents that were at work since the server started. */
export class StuckWatch {
  readonly #parts: StuckParts;
  readonly #agents = new Map<string, Watched>();
  readonly #exchanges = new Exchanges();
  /** What all agents said since the last look, by records and by tools: it arrives agent by agent, and who spoke first counts. */
  readonly #said: { readonly at: number; readonly hear: () => void }[] = [];
  readonly #unwitness: () => void;
  /** Records of agents that were not looked at yet. */
  readonly #fresh = new Map<string, RecordEntry[]>();
  #callsHeard = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: StuckParts) {
    this.#parts = parts;
    parts.follower.onRecord((agent, entry) => {
      if (agent === EVERYBODY) return;
      const { record, decision } = entry;
      const hear = () => this.#exchanges.take(agent, record, decision.safety.allowed);
      this.#said.push({ at: timestampOf(record), hear });
      const known = this.#agents.get(agent);
      if (known !== undefined) this.#take(known, entry);
      else this.#fresh.set(agent, [...(this.#fresh.get(agent) ?? []), entry]);
    });
    this.#unwitness = parts.gate.onWitness((agent, seen) => this.#witness(agent, seen));
  }

  start(): void {
    const { log } = this.#parts;
    this.#timer = setInterval(() => {
      this.#looking = this.#looking
        .then(() => this.look())
        .catch(toLog(log, 'alerts', 'looking for agents that are stuck'));
    }, LOOK_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unwitness();
    await this.#looking;
  }

  /** Reads on, and writes down what began and what is over. */
  async look(): Promise<void> {
    const { follower, gate } = this.#parts;
    // What is said while the journals are read may follow a record that is not read yet: it waits for the next look.
    const until = gate.clock.now();
    await follower.update();
    await this.#meet();
    const now = gate.clock.now();
    const settings = this.#parts.settings();
    this.#hear(until);
    const talking = this.#exchanges.signs(now, settings);
    for (const [agent, watched] of this.#agents) {
      const exchange = talking.get(agent);
      const own = watched.facts.signs(now, settings);
      const signs = exchange === undefined ? own : [...own, exchange];
      if (signs.length > 0 || watched.written.size > 0) await this.#write(agent, watched, signs);
    }
  }

  /** A tool call, perhaps of another agent. The text is looked at beside the call, and not kept longer than until then. */
  #witness(
    agent: string,
    { session, kind, text, at = this.#parts.gate.clock.now() }: Witnessed,
  ): void {
    if (kind !== 'tool' || this.#callsHeard >= CALLS_HEARD_MAX) return;
    this.#callsHeard += 1;
    const hear = () => {
      const talk = this.#exchanges.hasOthers(agent) ? toolTalk(text) : null;
      if (talk !== null) this.#exchanges.called(agent, session ?? MAIN, talk, at);
    };
    this.#said.push({ at, hear });
  }

  #hear(until: number): void {
    const said = this.#said.splice(0).toSorted((one, other) => one.at - other.at);
    for (const one of said) {
      if (one.at <= until) one.hear();
      else this.#said.push(one);
    }
    this.#callsHeard = 0;
  }

  /** Agents that are new here: what stood when they were last heard of still does. */
  async #meet(): Promise<void> {
    for (const agent of this.#fresh.keys()) {
      const { stuck } = await this.#parts.gate.agent(agent);
      const codes = stuck.map(({ code }) => code);
      const watched = {
        facts: new StuckFacts(codes),
        written: new Map(codes.map((code) => [code, 0] as const)),
      };
      for (const entry of this.#fresh.get(agent) ?? []) this.#take(watched, entry);
      this.#agents.set(agent, watched);
      this.#fresh.delete(agent);
    }
  }

  #take({ facts, written }: Watched, { record, decision }: RecordEntry): void {
    const isStall = record.type === 'signal' && record.change === 'note' ? record.stuck : undefined;
    // Streams are the proxy's to tell of; only those that an earlier process left behind are ended here.
    if (isStall?.code === 'STREAM_STALLED') written.delete('STREAM_STALLED');
    facts.take(record, decision.safety.allowed, this.#parts.settings());
  }

  async #write(agent: string, { written }: Watched, signs: readonly Sign[]): Promise<void> {
    for (const { code, why, until, stops, mark } of signs) {
      const known = written.get(code);
      const isNews = known === undefined || ((until ?? stops) !== undefined && mark > known);
      if (!isNews) continue;
      // What a person stopped, or asks about, is not stuck by itself.
      if (known === undefined && (await this.#isHeld(agent))) continue;
      await this.#note(agent, { code, state: 'begun', ...present({ until }) }, why);
      if (stops !== undefined) await this.#stop(agent, stops, why);
      written.set(code, mark);
    }
    for (const code of written.keys()) {
      if (signs.some((sign) => sign.code === code)) continue;
      await this.#note(agent, { code, state: 'over' }, 'it is no longer stuck this way');
      written.delete(code);
    }
  }

  async #isHeld(agent: string): Promise<boolean> {
    const { holds, sessions } = await this.#parts.gate.agent(agent);
    return [...holds, ...sessions.flatMap((session) => session.holds)].some(
      ({ hold }) => hold !== 'parked',
    );
  }

  /** As the kill switch does: only a person resumes it. */
  #stop(agent: string, session: string, why: string): Promise<void> {
    const details = `Talks in circles: ${why}`;
    const place = session === MAIN ? {} : { session };
    const raised = { source: 'detector', hold: 'kill_switch', change: 'raise', details } as const;
    return this.#parts.gate.signal({ agent, ...place, ...raised });
  }

  #note(
    agent: string,
    stuck: { readonly code: StuckCode; readonly state: 'begun' | 'over'; readonly until?: number },
    details: string,
  ): Promise<void> {
    return this.#parts.gate.signal({ agent, source: 'detector', change: 'note', details, stuck });
  }
}
