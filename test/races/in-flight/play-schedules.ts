/**
 * Schedules of one stop against requests that are under way, one after the other: the real gate, the proxy's own code from a
 * request's bytes to the provider's connection, and a stop between any two steps.
 *
 * From the moment a stop is acknowledged no byte of what it covers may leave this process; and what it does not cover ends
 * as if nothing had happened, which is what makes the first worth anything.
 */
import { constitutionFrom } from '../../../src/core/index.ts';
import type { Gate } from '../../../src/gate/index.ts';
import { Attestation } from '../../../src/proxy/attestation.ts';
import { exchange, type ExchangeParts } from '../../../src/proxy/exchange.ts';
import { StalledStreams } from '../../../src/proxy/relay/stall-watch.ts';
import { ThreadMemory } from '../../../src/proxy/thread/thread-memory.ts';
import { Upstream } from '../../../src/proxy/upstream.ts';
import { testGate } from '../../kit/test-gate.ts';
import { virtualClient } from '../../sim/virtual-network.ts';
import { SeededRandom } from '../../simulation/seeded-random.ts';
import { afterTurns, OWNER, PROVIDER_URL, VirtualSockets } from './virtual-socket.ts';

/** What a run has shown. */
export interface SchedulesEnd {
  readonly schedules: number;
  readonly requests: number;
  /** Requests that a stop ended on their way, and those that ended by themselves. */
  readonly cut: number;
  readonly answered: number;
  /** Schedules in which a stop came after some bytes of a request had left, and before all of it was answered. */
  readonly metInFlight: number;
  readonly bytes: number;
  readonly problem: string | null;
}

/** How long to go on. */
export interface SchedulesOptions {
  /** `7`, or `7:12` for one schedule of that run. */
  readonly seed: string;
  readonly isEnough: (soFar: SchedulesEnd) => boolean;
}

/** A gate that remembers everything it ever saw would get slower: it is closed after so many schedules. */
const SCHEDULES_PER_GATE = 500;
const LIMITS = { connectMs: 60_000, answerMs: 60_000, idleMs: 60_000 };
const BEGAN_MS = 1_800_000_000_000;
const SESSIONS = ['one', 'other'] as const;
/** One is more than a connection takes at once, another more than is handed over in one piece. */
const BODY_CHARACTERS = [20, 20, 20, 400, 400, 400, 20_000, 70_000];
/** Bystanders and those who are stopped. */
const REQUESTS_MAX = 4;
const TURNS_MAX = 14;
const ROOMY = constitutionFrom({
  name: 'roomy',
  maxTokensPerMinute: 9_000_000,
  maxToolCallsPerMinute: 1_000,
});

/** Plays schedules until it is enough, or a promise is broken. */
export async function playSchedules({ seed, isEnough }: SchedulesOptions): Promise<SchedulesEnd> {
  const [run = '', only] = seed.split(':');
  const sockets = new VirtualSockets(new SeededRandom(run));
  const restore = sockets.install();
  let end: SchedulesEnd = NOTHING;
  let proxy: VirtualProxy | null = null;
  try {
    for (let number = Number(only ?? 0); ; number += 1) {
      if (proxy === null || number % SCHEDULES_PER_GATE === 0) {
        await proxy?.close();
        proxy = await VirtualProxy.open();
      }
      const random = new SeededRandom(`${run}/${number}`);
      sockets.begin(random);
      const one = await playSchedule({ proxy, sockets, random, agent: `agent-${number}` });
      end = together(end, one);
      if (one.problem !== null) return { ...end, problem: `${run}:${number}: ${one.problem}` };
      if (only !== undefined || isEnough(end)) return end;
    }
  } finally {
    await proxy?.close();
    restore();
  }
}

const NOTHING: SchedulesEnd = {
  schedules: 0,
  requests: 0,
  cut: 0,
  answered: 0,
  metInFlight: 0,
  bytes: 0,
  problem: null,
};

function together(one: SchedulesEnd, other: SchedulesEnd): SchedulesEnd {
  return {
    schedules: one.schedules + other.schedules,
    requests: one.requests + other.requests,
    cut: one.cut + other.cut,
    answered: one.answered + other.answered,
    metInFlight: one.metInFlight + other.metInFlight,
    bytes: one.bytes + other.bytes,
    problem: other.problem,
  };
}

/** A gate and what a proxy needs to send requests. */
class VirtualProxy {
  readonly gate: Gate;
  readonly #upstream = new Upstream(PROVIDER_URL, 'openai', LIMITS);
  readonly #parts: Omit<ExchangeParts, 'sendsInPieces'>;

  private constructor(gate: Gate) {
    this.gate = gate;
    this.#parts = {
      gate,
      upstream: this.#upstream,
      provider: { url: PROVIDER_URL, format: 'openai', headers: [] },
      memory: new ThreadMemory(),
      attestation: new Attestation(() => false),
      nowMs: () => gate.clock.now(),
      steersOnWire: false,
      priceOf: () => null,
      approvals: null,
      stalls: new StalledStreams(
        () => ({ ms: 2 ** 31 - 1, cuts: false }),
        () => undefined,
      ),
    };
  }

  static async open(): Promise<VirtualProxy> {
    const time = { wallMs: () => BEGAN_MS, monotonicMs: () => 0 };
    return new VirtualProxy(await testGate({ constitution: ROOMY, time }));
  }

  /** Sends a request; what its client got. */
  async ask({ agent, session, characters, streams, inPieces }: Asked): Promise<string> {
    const client = virtualClient(() => undefined);
    const message = { role: 'user', content: 'x'.repeat(characters) };
    const body = Buffer.from(JSON.stringify({ model: 'm', stream: streams, messages: [message] }));
    const headers: [string, string][] = [
      ['content-type', 'application/json'],
      ['content-length', String(body.length)],
      ['user-agent', 'opencode/1.0'],
      ['x-session-id', sessionOf(agent, session)],
      [OWNER, sessionOf(agent, session)],
      ['x-streams', streams ? 'yes' : 'no'],
    ];
    const upstreamPath = '/v1/chat/completions';
    const route = {
      kind: 'provider',
      agent,
      provider: 'openai',
      upstreamPath,
      how: 'path',
    } as const;
    const parts = { ...this.#parts, sendsInPieces: inPieces };
    await exchange(parts, { method: 'POST', route, headers, body }, client.response);
    return client.text();
  }

  async close(): Promise<void> {
    await this.#upstream.close();
    this.gate.close();
  }
}

interface Asked {
  readonly agent: string;
  readonly session: string;
  readonly characters: number;
  readonly streams: boolean;
  /** The gate is asked before each piece of the body. */
  readonly inPieces: boolean;
}

interface Scene {
  readonly proxy: VirtualProxy;
  readonly sockets: VirtualSockets;
  readonly random: SeededRandom;
  readonly agent: string;
}

async function playSchedule({ proxy, sockets, random, agent }: Scene): Promise<SchedulesEnd> {
  const stopped = random.pick(SESSIONS);
  const isWhole = random.chance(0.6);
  const covers = (session: string) => isWhole || session === stopped;
  const answers = new Map<Asked, string>();
  const asking = Array.from({ length: random.between(1, REQUESTS_MAX) }, () => {
    const one: Asked = {
      agent,
      session: random.pick(SESSIONS),
      characters: random.pick(BODY_CHARACTERS),
      streams: random.chance(0.5),
      inPieces: random.chance(0.3),
    };
    return later(random.between(0, TURNS_MAX), async () => {
      answers.set(one, await proxy.ask(one));
    });
  });
  const act = { agent, ...(isWhole ? {} : { session: sessionOf(agent, stopped) }) };
  const leftBy = (session: string) => sockets.left.get(sessionOf(agent, session)) ?? 0;
  const leftCovered = () =>
    SESSIONS.filter(covers).reduce((sum, session) => sum + leftBy(session), 0);
  let acknowledged = { left: 0, answers: 0 };
  const stopping = later(random.between(0, TURNS_MAX), async () => {
    for (let steps = random.between(0, 8); steps > 0; steps -= 1) await Promise.resolve();
    const action = random.pick(['deactivate', 'pause'] as const);
    await proxy.gate.operate({ ...act, action, by: 'ada', why: 'enough' });
    acknowledged = { left: leftCovered(), answers: answers.size };
  });
  await Promise.all([...asking, stopping]);
  const ended = [...answers].map(([one, text]) => ({ one, isWhole: isAnswer(one, text) }));
  const untouched = ended.filter(({ one }) => !covers(one.session));
  const broken = untouched.find((each) => !each.isWhole);
  const after = leftCovered() - acknowledged.left;
  const answered = ended.filter((each) => each.isWhole).length;
  const problem =
    after > 0
      ? `${after} bytes left after the stop was acknowledged`
      : broken === undefined
        ? null
        : `a request of ${broken.one.session}, which was not stopped, was not answered`;
  const cut = ended.length - answered;
  return {
    schedules: 1,
    requests: ended.length,
    cut,
    answered,
    metInFlight: acknowledged.left > 0 && cut > 0 ? 1 : 0,
    bytes: SESSIONS.reduce((sum, session) => sum + leftBy(session), 0),
    problem,
  };
}

/** Sessions are names of their own for each agent. */
function sessionOf(agent: string, session: string): string {
  return `${agent}-${session}`;
}

function later(turns: number, run: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    afterTurns(turns, () => {
      run().then(resolve, reject);
    });
  });
}

/** Whether a client got the whole answer of the provider. */
function isAnswer({ streams }: Asked, text: string): boolean {
  return text.startsWith('HTTP/1.1 200') && text.includes(streams ? '[DONE]' : '"here"');
}
