/**
 * Agents that talk to each other: the answer of one is the next prompt of the other, and back. An exchange in which both sides
 * say what they said before, round after round, is one loop that neither conversation shows alone.
 *
 * By samples of words and numbers alone, as the journal has them. A prompt carries an answer when most of its words are that
 * answer's. One new thing said by either side, and counting begins anew.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import { MAIN, REPORTED_SESSION } from '../../base/main-name.ts';
import { timestampOf, type AgentRecord } from '../../core/index.ts';
import type { Sign, StuckSettings } from './stuck-facts.ts';

/** An answer, as samples of it. */
interface Said {
  readonly words: readonly number[];
  readonly numbers: readonly number[];
}

/** One conversation that others may talk to. */
interface Side {
  readonly agent: string;
  readonly session: string;
  said: Said | null;
  tokens: number;
}

interface Exchange {
  readonly sides: readonly [Side, Side];
  /** What each of them said last to the other. */
  readonly last: Map<Side, Said>;
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
  #asked(agent: string, session: string, prompt: Said, at: number): void {
    const to = this.#side(agent, session);
    let best: Side | null = null;
    let share = CARRIED_SHARE;
    for (const side of this.#sides.values()) {
      if (side === to || side.said === null || side.said.words.length < WORDS_MIN) continue;
      const alike = shared(side.said.words, prompt.words);
      if (alike < share) continue;
      [best, share] = [side, alike];
    }
    if (best !== null) this.#carried(best, to, at);
  }

  #carried(from: Side, to: Side, at: number): void {
    const { said } = from;
    if (said === null) return;
    const key = JSON.stringify([nameOf(from), nameOf(to)].toSorted());
    const exchange = this.#exchanges.get(key) ?? {
      sides: [from, to] as const,
      last: new Map<Side, Said>(),
      from: null,
      stale: 0,
      at,
    };
    // Who says something twice before the other answers is heard once.
    if (exchange.from === from) return;
    const before = exchange.last.get(from);
    exchange.stale = before !== undefined && isSame(before, said) ? exchange.stale + 1 : 0;
    exchange.last.set(from, said);
    exchange.from = from;
    exchange.at = at;
    this.#exchanges.put(key, exchange);
  }

  #side(agent: string, session: string): Side {
    const key = JSON.stringify([agent, session]);
    const side = this.#sides.get(key) ?? { agent, session, said: null, tokens: 0 };
    this.#sides.put(key, side);
    return side;
  }
}

function nameOf({ agent, session }: Side): string {
  return JSON.stringify([agent, session]);
}

function isSame(one: Said, other: Said): boolean {
  const hasSameNumbers = JSON.stringify(one.numbers) === JSON.stringify(other.numbers);
  return hasSameNumbers && shared(one.words, other.words) >= SAME_SHARE;
}

/** The share of words that two texts have in common, by the smallest hashes of both. */
function shared(one: readonly number[], other: readonly number[]): number {
  const all = [...new Set([...one, ...other])].toSorted((a, b) => a - b).slice(0, SAMPLE);
  const both = all.filter((word) => one.includes(word) && other.includes(word));
  return all.length === 0 ? 0 : both.length / all.length;
}
