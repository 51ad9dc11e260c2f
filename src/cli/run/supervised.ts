import { cleanLine } from '../../base/clean-text.ts';
/**
 * `tripwire run --task`: a worker that may go on all night, and a person who looks in the morning.
 *
 * The supervisor itself lives in the loop; here are its server, its screen and its signals.
 */
import { clientArguments, clientVariables } from '../../clients/lines.ts';
import { withoutSecrets, type ConfigSources } from '../../config/index.ts';
import { findStateFolder, type Engine } from '../../loop/index.ts';
import {
  nightIds,
  openNight,
  superviseNight,
  type ActPlace,
  type LoopStanding,
  type NightState,
} from '../../night/index.ts';
import { priceAtMost } from '../../prices/index.ts';
import { countOfThings } from '../terminal/amounts.ts';
import { complain, draw, say as sayLine } from '../terminal/say.ts';
import { joinAgent, keyInPath } from './agent.ts';
import { heldInGate, liftOldStops, nightActs, nightSpend, sessionsHeld } from './night-gate.ts';
import { budgetOf, iterationsOf, nameOf, taskOf, untilMsOf } from './options.ts';
import { openPlace, type RunPlace } from './place.ts';
import { statusLine } from './status-line.ts';

/** What was ordered. */
export interface NightOrder {
  readonly task?: string | undefined;
  readonly engine?: string | undefined;
  readonly 'max-iterations'?: string | undefined;
  readonly until?: string | undefined;
  readonly budget?: string | undefined;
  readonly agent: string | null;
  readonly command: readonly string[];
  readonly sources: ConfigSources;
}

const EXIT_INTERRUPTED = 130;
const COOLDOWN_MINUTES = 30;
const STATUS_EVERY_MS = 1_000;

/** Supervises; returns the exit code. */
export async function runSupervised(order: NightOrder): Promise<number> {
  const nowMs = Date.now();
  const { env } = process;
  const place: ActPlace = { ...findStateFolder(process.cwd(), env), env };
  const optional = <Value>(written: string | undefined, read: (text: string) => Value) =>
    written === undefined ? null : read(written);
  const wish = {
    task: optional(order.task, taskOf),
    own: ownEngine(order.command),
    engine: order.engine ?? null,
    maxIterations: optional(order['max-iterations'], iterationsOf),
    untilMs: optional(order.until, (text) => untilMsOf(text, nowMs)),
    budgetTokens: optional(order.budget, budgetOf),
  };
  const night = await openNight(place, wish, nowMs);
  const server = await openServer(order.sources, night.port);
  try {
    const port = server.lasts ? null : Number(new URL(server.url).port);
    const state = await supervised(order, place, { ...night, port }, server);
    say(`${state.id}: ${endWords(state)}. The report: tripwire report ${state.id}`);
    if (state.ended === null) return EXIT_INTERRUPTED;
    return state.ended.outcome === 'done' ? 0 : 1;
  } finally {
    await server.close();
  }
}

/** A worker that outlived its supervisor still speaks to the old port, so that is taken again where it is free. */
async function openServer(sources: ConfigSources, port: number | null): Promise<RunPlace> {
  if (port === null) return openPlace(sources, say);
  return openPlace(sources, say, port).catch(() => openPlace(sources, say));
}

async function supervised(
  order: NightOrder,
  place: ActPlace,
  opened: NightState,
  server: RunPlace,
): Promise<NightState> {
  const [before] = Object.keys(opened.journalFrom ?? {});
  const agent = before ?? order.agent ?? opened.engines[0]?.name ?? 'worker';
  const advisor = `${agent}.advisor`.slice(-64);
  const journalFrom = opened.journalFrom ?? (await lastRows(server, [agent, advisor]));
  const keys = {
    turn: await joinAgent(server, agent),
    advice: await joinAgent(server, advisor),
  };
  // So that it can be stopped before it has asked for anything.
  await server.admin.call('POST /api/agents', { body: { name: agent, by: 'run' } });
  await liftOldStops(server.admin, agent, nightIds(place.folder));
  // By what stood then and not by a time: the clocks of two processes may differ by hours.
  const heldBefore = opened.heldBefore ?? (await sessionsHeld(server.admin, agent));
  const night = { ...opened, journalFrom, heldBefore };
  const asked = { agent, night: night.id, heldBefore: new Set(heldBefore) };
  const leaving = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => leaving.abort());
  }
  say(
    `${night.id} under Tripwire at ${server.url} (${server.settings}); STOP: touch ${place.folder}/STOP`,
  );
  const screen = new NightScreen(night);
  return superviseNight({
    place,
    night,
    surround: (program, kind) => {
      const name = kind === 'turn' ? agent : advisor;
      const key = keyInPath(server, keys[kind]);
      const variables = clientVariables(server.url, name, program, key);
      const env = { ...withoutSecrets(process.env, server.config), ...variables, ...keys[kind] };
      return { env, first: clientArguments(server.url, name, program, key) };
    },
    spent: nightSpend(server, journalFrom, agent, advisor),
    priceAtMost,
    gateHolds: () => heldInGate(server.admin, asked),
    record: nightActs(server.admin, asked),
    heard: (lines) => screen.heard(lines),
    shown: (state, loop) => screen.shown(state, loop),
    trouble: (message) => say(`trouble, tried again: ${message}`),
    leaving: leaving.signal,
  });
}

/** Where the journal of these agents ends. */
async function lastRows(
  { store }: RunPlace,
  agents: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const heads = new Map((await store.heads()).map(({ agent, seq }) => [agent, seq]));
  return Object.fromEntries(agents.map((agent) => [agent, heads.get(agent) ?? 0]));
}

/** The worker's words on standard output, the night's on standard error. */
class NightScreen {
  #told: number;
  #statusAtMs = 0;
  #isDrawn = false;

  constructor(night: NightState) {
    this.#told = night.moments.length;
  }

  heard(lines: readonly string[]): void {
    this.#clear();
    for (const line of lines) sayLine(line);
  }

  shown(state: NightState, loop: LoopStanding): void {
    for (const { text } of state.moments.slice(this.#told)) {
      this.#clear();
      say(text);
    }
    this.#told = state.moments.length;
    const nowMs = Date.now();
    if (!process.stderr.isTTY || nowMs - this.#statusAtMs < STATUS_EVERY_MS) return;
    this.#statusAtMs = nowMs;
    const line = cleanLine(statusLine(state, loop, nowMs));
    draw(`\r\u001B[K${line.slice(0, (process.stderr.columns || 80) - 1)}`, 'stderr');
    this.#isDrawn = true;
  }

  #clear(): void {
    if (this.#isDrawn) draw('\r\u001B[K', 'stderr');
    this.#isDrawn = false;
  }
}

function ownEngine(command: readonly string[]): Engine | null {
  const [program] = command;
  if (program === undefined) return null;
  const name = nameOf(program);
  return { name, command, context: 'default', cooldownMinutes: COOLDOWN_MINUTES };
}

function endWords({ ended, turns }: NightState): string {
  if (ended === null)
    return `interrupted after ${countOfThings(turns, 'turn')}; continue with tripwire run --resume`;
  return `${ended.outcome} after ${countOfThings(turns, 'turn')}: ${ended.why}`;
}

function say(line: string): void {
  complain(`tripwire: ${line}`);
}
