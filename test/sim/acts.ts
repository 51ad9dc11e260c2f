/**
 * What happens in a world, planned from its seed before it begins: who asks when, what people do, what breaks.
 *
 * A world is its list of acts and a seed for the small chances in between, so a failing one can be made shorter by
 * leaving acts out.
 */
import { EVERYBODY } from '../../src/base/everybody.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import type { SimulatedAgent } from './cast.ts';
import type { StopAction, Target } from './stop-ledger.ts';
import type { DiskFault } from './virtual-disk.ts';
import type { FileFault } from './virtual-files.ts';

/** A model call that asks the gate directly, and what becomes of it. */
export interface AskAct {
  readonly do: 'ask';
  readonly agent: string;
  readonly session: string | undefined;
  readonly tokens: number;
  readonly reserve: number;
  readonly sees: 'loop' | 'work' | null;
  readonly waitMs: number;
  readonly lastsMs: number;
  readonly tools: number;
  readonly end: 'success' | 'failed' | 'unheard' | 'twice';
}

/** A request through the proxy's own code. */
export interface ExchangeAct {
  readonly do: 'exchange';
  readonly agent: string;
  readonly turn: number;
  readonly format: 'openai' | 'anthropic';
  readonly streams: boolean;
  readonly tools: boolean;
  readonly body: 'plain' | 'garbage' | 'odd-encoding' | 'repeated-key';
  /** What the provider does. */
  readonly answer: 'whole' | 'breaks' | 'error' | 'refuses-connection';
  readonly lastsMs: number;
  /** When the client hangs up; null: it waits. */
  readonly hangsUpAfterMs: number | null;
}

export type Act = { readonly at: number } & (
  | AskAct
  | ExchangeAct
  | { readonly do: 'hook' | 'look'; readonly agent: string; readonly session: string | undefined }
  | { readonly do: 'stop' | 'release'; readonly target: Target; readonly action: StopAction }
  | { readonly do: 'limits'; readonly agent: string; readonly tokensPerMinute: number | null }
  | { readonly do: 'disk'; readonly fault: DiskFault; readonly forMs: number }
  | { readonly do: 'files'; readonly fault: FileFault; readonly forMs: number }
  | { readonly do: 'clock'; readonly ms: number }
  | { readonly do: 'crash' }
);

/** How long a world lasts, and how full it is. */
export interface Scale {
  readonly asks: number;
  readonly lastsMs: number;
}

const HOUR_MS = 3_600_000;
/** How long after something a thing that belongs to it comes: mostly in the same breath. */
const SOON_MS = [0, 0, 1, 2, 3, 5, 8, 13, 40, 300];

/** The acts of a world, in order. */
export function actsOf(
  random: SeededRandom,
  cast: readonly SimulatedAgent[],
  { asks, lastsMs }: Scale,
): readonly Act[] {
  const acts: Act[] = [];
  const moment = () => random.between(0, lastsMs);
  for (let index = 0; index < asks; index += 1) {
    const agent = random.pick(cast);
    const bursts = agent.kind === 'bursty' ? 0.2 : 0.05;
    const count = random.chance(bursts) ? random.between(3, 12) : 1;
    const at = moment();
    for (let one = 0; one < count; one += 1) acts.push({ at, ...workOf(random, agent, index) });
  }
  // Calm worlds find what everybody meets, rough ones what is rare.
  const roughness = random.pick([0, 1, 3]);
  const some = (share: number) => Math.round(asks * share * random.between(0, 2));
  // What people do falls into what agents do, and what breaks into both.
  for (let left = some(0.06); left > 0; left -= 1) {
    acts.push(...personActs(random, cast, random.pick(acts).at + random.pick(SOON_MS)));
  }
  for (let left = some(0.01 * roughness); left > 0; left -= 1) {
    acts.push({ at: random.pick(acts).at + random.pick(SOON_MS), do: 'crash' });
  }
  for (let left = some(0.006 * roughness); left > 0; left -= 1) {
    const at = Math.max(0, random.pick(acts).at - random.pick(SOON_MS));
    acts.push({ at, ...brokenDisk(random) });
  }
  for (let left = some(0.006 * roughness); left > 0; left -= 1) {
    acts.push(...stopWithoutJournal(random, random.pick(cast), moment()));
  }
  for (let left = some(0.004 * roughness); left > 0; left -= 1) {
    acts.push(...burstAroundCrash(random, random.pick(cast), moment()));
  }
  if (random.chance(0.2 * roughness)) {
    const ms = random.pick([-HOUR_MS, -1_000, 1_000, HOUR_MS, 25 * HOUR_MS]);
    acts.push({ at: moment(), do: 'clock', ms });
  }
  return acts.toSorted((one, other) => one.at - other.at);
}

/** A stop that only its mark can carry over a crash, and somebody who tries at once. */
function stopWithoutJournal(random: SeededRandom, agent: SimulatedAgent, at: number): Act[] {
  const forMs = 4_000;
  const session = random.pick(agent.sessions);
  const target: Target = { agent: agent.name };
  const ask = () => workOf(random, agent, at);
  const isFull = random.chance(0.4);
  const stops = isFull ? random.between(1, 4) : 1;
  const fullDisk = { do: 'files', fault: random.pick(['full', 'no-new-files'] as const) } as const;
  return [
    { at, do: 'disk', fault: random.pick(['refuses', 'hangs', 'lies'] as const), forMs },
    ...(isFull ? [{ at, ...fullDisk, forMs }] : []),
    ...Array.from({ length: stops }, (_, index): Act => {
      const one = index === 0 || session === undefined ? target : { ...target, session };
      const action = index % 2 === 0 ? 'deactivate' : 'pause';
      return { at: at + 20 + index, do: 'stop', target: one, action };
    }),
    ...(random.chance(0.8)
      ? [{ at: at + random.between(1_100, 2_500), do: 'crash' } as const]
      : []),
    ...[2_700, 2_900, 4_100, 4_200].map((afterMs): Act => ({ at: at + afterMs, ...ask() })),
    { at: at + 9_000, do: 'release', target, action: 'deactivate' },
  ];
}

/** Somebody who asks much just before a crash, and just as much after it. */
function burstAroundCrash(random: SeededRandom, agent: SimulatedAgent, at: number): Act[] {
  const asks = (from: number): Act[] =>
    Array.from({ length: 12 }, (_, index): Act => {
      return { at: from + index * random.pick([0, 1, 30]), ...workOf(random, agent, index) };
    });
  return [...asks(at), { at: at + 400, do: 'crash' }, ...asks(at + 450), ...asks(at + 900)];
}

function workOf(random: SeededRandom, agent: SimulatedAgent, index: number): Unplaced {
  const session = random.pick(agent.sessions);
  const { name } = agent;
  if (random.chance(0.05)) return { do: 'look', agent: name, session };
  if (agent.kind === 'hooked') return { do: 'hook', agent: name, session };
  if (agent.kind === 'proxied') return exchangeOf(random, name, index);
  const tokens = agent.kind === 'hostile' ? random.pick([0, 1, 9_000]) : random.between(5, 60);
  return {
    do: 'ask',
    agent: name,
    session,
    tokens,
    reserve: tokens + random.between(0, 60),
    sees: agent.kind === 'looping' ? 'loop' : random.chance(0.3) ? 'work' : null,
    waitMs: random.pick([0, 0, 0, 200, 5_000]),
    lastsMs: random.pick([1, 20, 200, 2_000, 15_000]),
    tools: random.pick([0, 0, 1, 2]),
    end: random.weighed([
      ['success', 8],
      ['failed', 1],
      ['unheard', 1],
      ['twice', 1],
    ]),
  };
}

/** An act without its moment. */
type Unplaced = Act extends infer One ? (One extends Act ? Omit<One, 'at'> : never) : never;

function exchangeOf(random: SeededRandom, agent: string, turn: number): Unplaced {
  return {
    do: 'exchange',
    agent,
    turn,
    format: random.pick(['openai', 'anthropic']),
    streams: random.chance(0.7),
    tools: random.chance(0.4),
    body: random.weighed([
      ['plain', 12],
      ['garbage', 1],
      ['odd-encoding', 1],
      ['repeated-key', 1],
    ]),
    answer: random.weighed([
      ['whole', 10],
      ['breaks', 2],
      ['error', 1],
      ['refuses-connection', 1],
    ]),
    lastsMs: random.pick([2, 50, 800, 6_000]),
    hangsUpAfterMs: random.chance(0.15) ? random.between(0, 1_000) : null,
  };
}

/** A person stops somebody, and mostly lets them go again. */
function personActs(random: SeededRandom, cast: readonly SimulatedAgent[], at: number): Act[] {
  const agent = random.pick(cast);
  const session = random.pick(agent.sessions);
  if (random.chance(0.05)) {
    return [{ at, do: 'limits', agent: agent.name, tokensPerMinute: random.pick([null, 5_000]) }];
  }
  const all = random.chance(0.08);
  const target: Target = all
    ? { agent: EVERYBODY }
    : { agent: agent.name, ...(session === undefined || random.chance(0.6) ? {} : { session }) };
  const action: StopAction = all ? 'stop-all' : random.pick(['deactivate', 'deactivate', 'pause']);
  const acts: Act[] = [{ at, do: 'stop', target, action }];
  if (random.chance(0.2)) acts.push({ at: at + random.between(0, 20), do: 'stop', target, action });
  // Some are let go at once, in the middle of it all; everybody is let go sooner or later.
  const afterMs = random.pick([0, 3, 8, 50, 1_000, 10_000]);
  if (all || random.chance(0.8)) acts.push({ at: at + afterMs, do: 'release', target, action });
  return acts;
}

function brokenDisk(random: SeededRandom): Unplaced {
  const forMs = random.pick([5, 100, 800, 5_000]);
  return random.chance(0.6)
    ? { do: 'disk', fault: random.pick(['refuses', 'lies', 'hangs']), forMs }
    : {
        do: 'files',
        fault: random.pick(['full', 'no-new-files', 'fsync-fails', 'read-only']),
        forMs,
      };
}
