/**
 * An agent that plays a family's script: it keeps the clock, its client's manner and its tempo, and writes the run down.
 */
import type { RawEvent, RawRun } from '../../bench/judgement/stress-runs.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import {
  editExchange,
  MANNERS,
  readExchange,
  shellExchange,
  writeExchange,
  type Exchange,
  type Manner,
  type Printed,
} from './client-manner.ts';
import type { Family } from './family.ts';
import { Words } from './words.ts';

/** Milliseconds between two turns. */
const TEMPI = [
  [1500, 4000],
  [6000, 20_000],
  [55_000, 110_000],
] as const;

const REMARKS = [
  '',
  '',
  'Let me look at this.',
  'Next step.',
  'Continuing.',
  'Now the next one.',
  'OK.',
  'Checking.',
];

export class ScriptedAgent {
  readonly random: SeededRandom;
  readonly words: Words;
  readonly manner: Manner;
  readonly #family: Family;
  readonly #id: string;
  readonly #tempo: readonly [number, number];
  readonly #events: RawEvent[] = [];
  #now: number;
  #calls = 0;
  #answers = 0;
  #loopAt: number | null = null;

  constructor(family: Family, instance: number) {
    this.#family = family;
    this.#id = `${family.name}/${instance}`;
    this.random = new SeededRandom(this.#id);
    this.words = new Words(this.random);
    this.manner = MANNERS[instance % MANNERS.length] ?? 'custom';
    this.#tempo = TEMPI[instance % TEMPI.length] ?? TEMPI[0];
    this.#now = 1_790_000_000_000 + this.random.between(0, 900_000_000);
  }

  /** A number of turns, or of anything. */
  between(min: number, max: number): number {
    return this.random.between(min, max);
  }

  pick<T>(list: readonly T[]): T {
    return this.random.pick(list);
  }

  /** The same things in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    const keyed = list.map((thing) => ({ thing, key: this.random.word() }));
    return keyed.toSorted((a, b) => a.key - b.key).map(({ thing }) => thing);
  }

  /** Runs an act as many times as chance says. */
  times(least: number, most: number, act: (index: number) => void): void {
    const count = this.between(least, most);
    for (let index = 0; index < count; index += 1) act(index);
  }

  /** Now in seconds since 1970, for results that show a clock. */
  seconds(): number {
    return Math.floor(this.#now / 1000);
  }

  clock(): string {
    return new Date(this.#now).toISOString();
  }

  /** Lets time pass without anybody doing anything. */
  rest(ms: number): void {
    this.#now += ms;
  }

  prompt(text: string): void {
    this.#events.push({ k: 'user', t: this.#now, text });
  }

  /** The agent's final answer of a turn. */
  answer(text: string): void {
    this.#think();
    this.#events.push({ k: 'asst', t: this.#now, text, calls: [] });
    this.#answers += 1;
  }

  compact(summary: string): void {
    this.#now += this.between(4000, 30_000);
    this.#events.push({ k: 'compact', t: this.#now, text: summary });
  }

  /** From the next call or answer on the agent is stuck. */
  loopBegins(): void {
    this.#loopAt = this.#family.unit === 'answer' ? this.#answers : this.#calls;
  }

  /** Calls of one turn, made side by side. */
  together(exchanges: readonly Exchange[], options: CallOptions = {}): void {
    this.#think();
    const text = options.saying ?? this.pick(REMARKS);
    const made = exchanges.map((exchange) => ({
      ...exchange,
      id: `call_${this.words.opaque(12)}`,
    }));
    const calls = made.map(({ id, name, args }) => ({ id, name, args }));
    this.#events.push({ k: 'asst', t: this.#now, text, calls });
    this.#now += options.tookMs ?? this.between(100, 3000);
    const results = made.map(({ id, text: result, err }) => ({ id, text: result, err }));
    this.#events.push({ k: 'res', t: this.#now, results });
    this.#calls += made.length;
  }

  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    result: unknown,
    options: CallOptions = {},
  ): void {
    const text = typeof result === 'string' ? result : JSON.stringify(result);
    this.together([{ name, args, text, err: options.failed ?? false }], options);
  }

  shell(command: string, printed: string | Printed, options: CallOptions = {}): void {
    const result = typeof printed === 'string' ? { text: printed } : printed;
    this.together([shellExchange(this.manner, command, result, this.random)], options);
  }

  read(path: string, text: string, options: CallOptions = {}): void {
    this.together([readExchange(this.manner, path, text)], options);
  }

  edit(path: string, before: string, after: string): void {
    this.together([editExchange(this.manner, path, before, after)]);
  }

  write(path: string, content: string): void {
    this.together([writeExchange(this.manner, path, content)]);
  }

  /** Honest work on code before anything else happens. */
  warmUp(least: number, most: number): void {
    this.times(least, most, () => {
      const path = this.words.path();
      const act = this.between(0, 3);
      if (act === 0) this.read(path, this.words.codeLines(6, 30));
      else if (act === 1) {
        const symbol = this.words.symbol();
        const hits = this.words
          .codeLines(1, 6)
          .split('\n')
          .map((line) => `${this.words.file()}:${this.between(1, 400)}:${line}`);
        this.shell(`rg -n ${symbol} src`, hits.join('\n'));
      } else if (act === 2) this.edit(path, this.words.codeLines(1, 3), this.words.codeLines(1, 5));
      else
        this.shell(
          `git log -3 --format=%s -- ${this.words.file()}`,
          this.words.prose(3, 3).replaceAll('. ', '.\n'),
        );
    });
  }

  /** The run that was played. */
  run(): RawRun {
    const { name, limit = null, unit = 'call' } = this.#family;
    const stuck = name.startsWith('s_');
    if (stuck && this.#loopAt === null) throw new Error(`${name} never says where its loop begins`);
    return {
      id: this.#id,
      family: name,
      label: stuck ? 'stuck' : 'healthy',
      class: 'clear',
      loop: stuck ? { thread: 0, unit, at: this.#loopAt ?? 0 } : null,
      limit: stuck ? limit : null,
      threads: [{ agent: 'main', events: this.#events }],
    };
  }

  #think(): void {
    this.#now += this.between(...this.#tempo);
  }
}

export interface CallOptions {
  /** What the agent says before it; a stock remark otherwise. */
  readonly saying?: string;
  readonly tookMs?: number;
  /** Whether the result carries the flag of an error. */
  readonly failed?: boolean;
}
