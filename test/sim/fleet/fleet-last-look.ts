/**
 * What is looked at when a fleet comes to rest: every journal judged again, and what each node knows beside what a gate knows
 * that reads the journal anew.
 */
import { CODING_V1 } from '../../../src/core/index.ts';
import { Gate, type AgentView } from '../../../src/gate/index.ts';
import { lookAtDisk, viewDifference } from '../last-look.ts';
import { runIn } from '../processes.ts';
import { Tally } from '../sometimes.ts';
import type { Check } from '../violation.ts';
import type { FleetAgent, FleetPlan } from './fleet-acts.ts';
import type { NodeSlot, Serving } from './fleet-node.ts';
import type { FleetStops } from './fleet-stops.ts';
import type { VirtualTables } from './virtual-tables.ts';

/** What is looked at. */
export interface FleetRest {
  readonly slots: readonly NodeSlot[];
  readonly plan: FleetPlan;
  readonly stops: FleetStops;
  readonly tables: VirtualTables;
  readonly broke: (check: Check, what: string) => void;
  readonly driven: <T>(promise: Promise<T>) => Promise<T>;
}

/** Checks what is left. */
export async function lookAtFleet(rest: FleetRest): Promise<void> {
  const { slots, tables, plan, broke } = rest;
  await lookAtDisk(tables.kept, new Tally(), broke);
  const serving = slots.flatMap((slot) => slot.serving ?? []);
  for (const slot of slots) {
    if (slot.serving === null) {
      broke('comes-back', `${slot.name} does not serve, and nothing is broken any more`);
    }
  }
  for (const { gate, process } of serving) {
    const { openCalls } = gate;
    if (openCalls > 0) broke('calls-end', `${openCalls} calls are open at ${process.name}`);
  }
  for (const agent of plan.cast) {
    await lookAtAgent(rest, agent, serving);
    for (const one of serving) await probe(rest, agent, one);
  }
}

/** What a person sets is acknowledged when all nodes know of it: then all know what the journal says. */
async function lookAtAgent(
  rest: FleetRest,
  { name }: FleetAgent,
  serving: readonly Serving[],
): Promise<void> {
  const { tables, broke, driven } = rest;
  const [first] = serving;
  if (first === undefined || !tables.heads.has(name)) return;
  const envelope = { maxTokensPerMinute: 1_000_000 };
  const act = { agent: name, action: 'configure', by: 'ada', envelope } as const;
  try {
    const { unconfirmed } = await driven(runIn(first.process, () => first.gate.operate(act)));
    if (unconfirmed !== undefined) broke('comes-back', `not confirmed by ${unconfirmed.join()}`);
  } catch (error) {
    return broke('comes-back', `${first.process.name}: ${String(error)}`);
  }
  for (const one of serving) {
    const difference = await differenceOf(rest, one, name);
    if (difference !== null) broke('state-is-fold', `${one.process.name}: ${difference}`);
  }
}

async function probe(
  { stops, broke, driven }: FleetRest,
  { name, sessions: [session] }: FleetAgent,
  { gate, process }: Serving,
): Promise<void> {
  const where = { agent: name, ...(session === undefined ? {} : { session }) };
  const asked = { purpose: 'step', estimateTokens: 1, waitMs: 0 } as const;
  const admission = await driven(runIn(process, () => gate.admit({ ...where, ...asked })));
  const stop = stops.stopOf(name, session);
  if (admission.allowed) {
    if (stop !== null) broke('stop-survives', `${name} passed at ${process.name} after ${stop}`);
    const end = { status: 'SUCCESS', latencyMs: 1, tokens: 1, cachedTokens: 0 } as const;
    await driven(runIn(process, () => admission.call.finish(end)));
  } else if (admission.refusal.kind === 'gate_unavailable') {
    broke('comes-back', `${name} at ${process.name}: ${admission.refusal.reason}`);
  }
}

async function differenceOf(
  { tables, driven }: FleetRest,
  { gate, process }: Serving,
  name: string,
): Promise<string | null> {
  const mine = await driven(runIn(process, () => gate.agent(name)));
  const nowMs = gate.clock.now();
  const successor = await Gate.open({
    store: tables.kept,
    constitution: CODING_V1,
    coreVersion: '0.2.0',
    marksFolder: null,
    registration: 'open',
    envelopeOf: () => ({}),
    capture: 'none',
    time: { wallMs: () => nowMs, monotonicMs: () => 0 },
  });
  const difference = viewDifference(told(mine), told(await successor.agent(name)));
  successor.close();
  return difference;
}

/**
 * What a view tells of the journal: when its agent was last seen is what one node saw, the order of sessions that of its
 * memory, and a stop that it could not read the words of is worded shorter.
 */
function told(view: AgentView): AgentView {
  const text = JSON.stringify({ ...view, last_seen: null }, (key, value: unknown) =>
    key === 'title' || key === 'why' ? '' : value,
  );
  const plain = JSON.parse(text) as AgentView;
  return {
    ...plain,
    sessions: plain.sessions.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  };
}
