/** The port for agents, with their keys and the desk where their actions wait for a person. */
import { setTimeout as delay } from 'node:timers/promises';
import { isShadowed } from '../../config/index.ts';
import { AgentKeyBook } from '../../control/index.ts';
import type { Gate } from '../../gate/index.ts';
import { chosenPrices, priceBy } from '../../prices/index.ts';
import { holdsSecret, proxySettings, startProxy } from '../../proxy/index.ts';
import { ApprovalDesk } from '../approvals/desk.ts';
import { ApprovalFeed } from '../approvals/feed.ts';
import { wireApprovals } from '../approvals/wire-door.ts';
import { hookPlane } from '../hook-plane.ts';
import { reportPlane } from '../report-plane.ts';
import { stalledStreams } from '../stalled-streams.ts';
import { listenProblem } from '../start-problems.ts';
import type { Closing, Listening } from './listening.ts';

const CALLS_GRACE_MS = 5_000;
const SETTLE_MS = 1_000;

/** Opens the port; what closes it is added to the list. */
export async function openDataPlane(
  { config, env, gate, store, turn, fleet, attests, live, problems }: Listening,
  closing: Closing,
): Promise<{ readonly url: string; readonly keys: AgentKeyBook }> {
  const rules = () => live.config.approvals;
  const isShadow = (agent: string) => isShadowed(live.config, agent);
  const desk = await ApprovalDesk.open({
    gate,
    store,
    rules,
    isShadow,
    isShared: fleet !== null,
    log: problems,
  });
  const feed = new ApprovalFeed(gate);
  const settings = proxySettings(config, env);
  const keys = await AgentKeyBook.open({
    store,
    now: () => gate.clock.now(),
    holdsSecrets: Object.values(settings.upstreams).some(holdsSecret),
    log: problems,
  });
  const priceOf = priceBy(chosenPrices(config.prices, config.data));
  const proxy = await startProxy({
    gate,
    settings,
    agentOfKey: (key) => keys.agentOf(key),
    grantOfKey: (key) => keys.grantOf(key),
    hasKeys: () => keys.hasKeys(),
    nowMs: () => gate.clock.now(),
    approvals: wireApprovals(desk, gate),
    hooks: hookPlane({ gate, desk, feed, isShadow, dataDir: config.data, priceOf }),
    reports: reportPlane({ gate, priceOf }),
    attests,
    sendsInPieces: turn !== null,
    remembersThreads: fleet === null,
    ...stalledStreams(gate, live, problems),
    priceOf,
    log: problems,
  }).catch((error: unknown) => {
    throw listenProblem(error, config);
  });
  closing.push(async () => {
    await callsEnded(gate, CALLS_GRACE_MS);
    await proxy.close();
    await callsEnded(gate, SETTLE_MS);
  });
  // Before the calls are waited for: some of them wait for a person.
  closing.push(() => {
    feed.close();
    desk.close();
  });
  return { url: proxy.url, keys };
}

/** Waits until no call is under way, at most so long. */
async function callsEnded(gate: Gate, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs;
  while (gate.openCalls > 0 && performance.now() < until) await delay(20);
}
