/**
 * Agents that talk to each other: the answer of one is the next prompt of the other, and back; or one of them calls the other
 * as a tool (A2A, MCP). An exchange in which both sides say what they said before, round after round, is one loop that neither
 * conversation shows alone.
 *
 * By samples of words and numbers alone. A prompt carries an answer when most of its words are that answer's; a tool call
 * carries a prompt and an answer likewise. One new thing said by either side, and counting begins anew. Who comes back after
 * a pause has waited, as for a job of the other: that counts neither way.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import { MAIN, REPORTED_SESSION } from '../../base/main-name.ts';
import { timestampOf, type AgentRecord } from '../../core/index.ts';
import type { SaidSample, ToolTalk } from '../../gate/index.ts';
import type { Sign, StuckSettings } from './stuck-facts.ts';

/** One conversation that others may talk to. */
interface Side {
  readonly agent: string;
  readonly session: string;
  said: SaidSample | null;
  /** The prompt that it was asked last, and when. */
  heard: SaidSample | null;
  heardAt: number;
  tokens: number;
}

interface Exchange {
  readonly sides: readonly [Side, Side];
  /** What each of them said last to the other. */
  readonly last: Map<Side, SaidSample>;
  /** Who spoke last. */
  from: Side | null;
  /** What was said in a row that had been said before. */
  stale: number;
  at: number;
}

const SIDES_MAX = 512;
const EXCHANGES_MAX = 512;
/** Shorter answers, such as "ok", are everybody's. */
const WORDS_MIN = 5;
const SAMPLE = 24;
const CARRIED_SHARE = 0.5;
const SAME_SHARE = 0.9;
const OVER_AFTER_MS = 600_000;
/** Who asks again after so long has waited. */
const PAUSE_MS = 60_000;

/** All exchanges between agents that were seen lately. */
export class Exchanges {
  readonly #sides = new BoundedMap<string, Side>(SIDES_MAX);
  readonly #exchanges = new BoundedMap<string, Exchange>(EXCHANGES_MAX);

  /** Takes one record; a call that was refused says nothing. */
  take(agent: string, record: AgentRecord, allowed: boolean): void {
    const session = record.session ?? MAIN;
    if (session === REPORTED_SESSION) return;
    if (record.type === 'admit' && allowed) {
      for (const digest of record.observed?.digests ?? []) {
        if (digest.kind === 'prompt') this.#asked(agent, session, digest, timestampOf(record));
      }
    } else if (record.type === 'event') {
      const side = this.#side(agent, session);
      side.tokens += record.event.tokenCount;
      const [said] = record.observed?.digests ?? [];
      if (said?.kind === 'response') side.said = said;
    }
  }

  /** Whether there is anybody to talk to. */
  hasOthers(agent: string): boolean {
    return [...this.#sides.values()].some((side) => side.agent !== agent);
  }

  /** Takes a tool call with its result: perhaps another agent was asked by it, and answered. */
  called(agent: string, session: string, { asked, answered }: ToolTalk, at: number): void {
    if (isShort(asked) || isShort(answered)) return;
    const to = this.#side(agent, session);
    const callee = this.#likest(to, ({ said, heard, heardAt }) => {
      if (said === null || heard === null || at - heardAt > OVER_AFTER_MS) return 0;
      return Math.min(shared(said.words, answered.words), shared(heard.words, asked.words));
    });
    if (callee === null) return;
    const exchange = this.#exchange(to, callee, at);
    const hasWaited = callee.heardAt - exchange.at >= PAUSE_MS;
    this.#carried(exchange, to, asked, { at, hasWaited });
    this.#carried(exchange, callee, answered, { at, hasWaited });
  }

  /** By agent, the sign of an exchange that has brought nothing new. */
  signs(now: number, { exchange }: Pick<StuckSettings, 'exchange'>): ReadonlyMap<string, Sign> {
    const found = new Map<string, Sign>();
    for (const { sides, stale, at } of this.#exchanges.values()) {
      const rounds = Math.floor(stale / 2);
      if (rounds < exchange.rounds || now - at > OVER_AFTER_MS) continue;
      const [one, other] = sides;
      const cheaper = one.tokens <= other.tokens ? one : other;
      for (const [side, peer] of [sides, [other, one]] as const) {
        const why = `it and ${peer.agent} have answered each other ${exchange.rounds} times or more, and neither said anything new`;
        const stops = exchange.act === 'stop' && side === cheaper ? { stops: side.session } : {};
        const mark = Math.floor(rounds / exchange.rounds);
        found.set(side.agent, { code: 'FRUITLESS_EXCHANGE', why, mark, ...stops });
      }
    }
    return found;
  }

  /** A prompt came: perhaps it is what another one answered. */
  #asked(agent: string, session: string, prompt: SaidSample, at: number): void {
    const to = this.#side(agent, session);
    [to.heard, to.heardAt] = [prompt, at];
    const from = this.#likest(to, ({ said }) =>
      said === null || isShort(said) ? 0 : shared(said.words, prompt.words),
    );
    if (from === null || from.said === null) return;
    const exchange = this.#exchange(from, to, at);
    const hasWaited = at - exchange.at >= PAUSE_MS;
    this.#carried(exchange, from, from.said, { at, hasWaited });
  }

  /** The side that is most alike, by at least half. */
  #likest(self: Side, likeness: (side: Side) => number): Side | null {
    let [best, share]: [Side | null, number] = [null, CARRIED_SHARE];
    for (const side of this.#sides.values()) {
      const alike = side === self ? 0 : likeness(side);
      if (alike >= share) [best, share] = [side, alike];
    }
    return best;
  }

  #exchange(one: Side, other: Side, at: number): Exchange {
    const key = JSON.stringify([nameOf(one), nameOf(other)].toSorted());
    const exchange = this.#exchanges.get(key) ?? {
      sides: [one, other] as const,
      last: new Map<Side, SaidSample>(),
      from: null,
      stale: 0,
      at,
    };
    this.#exchanges.put(key, exchange);
    return exchange;
  }

  #carried(
    exchange: Exchange,
    from: Side,
    said: SaidSample,
    { at, hasWaited }: { readonly at: number; readonly hasWaited: boolean },
  ): void {
    // Who says something twice before the other answers is heard once.
    if (exchange.from === from) return;
    const before = exchange.last.get(from);
    if (before === undefined || !isSame(before, said)) exchange.stale = 0;
    else if (!hasWaited) exchange.stale += 1;
    exchange.last.set(from, said);
    exchange.from = from;
    exchange.at = at;
  }

  #side(agent: string, session: string): Side {
    const key = JSON.stringify([agent, session]);
    const silent = { said: null, heard: null, heardAt: 0, tokens: 0 };
    const side: Side = this.#sides.get(key) ?? { agent, session, ...silent };
    this.#sides.put(key, side);
    return side;
  }
}

function nameOf({ agent, session }: Side): string {
  return JSON.stringify([agent, session]);
}

function isShort({ words }: SaidSample): boolean {
  return words.length < WORDS_MIN;
}

function isSame(one: SaidSample, other: SaidSample): boolean {
  const hasSameNumbers = JSON.stringify(one.numbers) === JSON.stringify(other.numbers);
  return hasSameNumbers && shared(one.words, other.words) >= SAME_SHARE;
}

/** The share of words that two texts have in common, by the smallest hashes of both. */
function shared(one: readonly number[], other: readonly number[]): number {
  const all = [...new Set([...one, ...other])].toSorted((a, b) => a - b).slice(0, SAMPLE);
  const both = all.filter((word) => one.includes(word) && other.includes(word));
  return all.length === 0 ? 0 : both.length / all.length;
}
