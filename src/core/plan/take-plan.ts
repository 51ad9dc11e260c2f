/**
 * What a plan's figures do: they are remembered, and where a person configured it, they warn or park the agent until the
 * window begins anew.
 *
 * Parking is a hold that knows its end, so it follows from the records alone and is lifted by time, not by a clock.
 */
import { PLAN_RESET_MAX_MS } from '../../base/time-limits.ts';
import { graceFrom } from '../holds/grace.ts';
import { raiseHold, type Hold } from '../holds/holds.ts';
import { UNIT } from '../limits.ts';
import type { Scene } from '../place.ts';
import { isBudgetPause } from '../spending/extensions.ts';
import type { AgentState } from '../state.ts';
import {
  bindingWindow,
  type PlanLimits,
  type PlanReading,
  type PlanSample,
  type PlanWindow,
} from './plan-windows.ts';

/** Samples that are kept: the points of a rise are divided into so many steps. */
const SAMPLES_MAX = 8;
const PERCENT = UNIT / 100;
const MINUTE_MS = 60_000;

/** The scene after an answer with these figures, or after a client `told` them. */
export function takePlan(
  scene: Scene,
  reading: PlanReading | undefined,
  now: number,
  told = false,
): Scene {
  if (reading === undefined) return scene;
  if (told && isKnownBetter(scene.agent, now)) return scene;
  const agent = told ? scene.agent : withoutTold(scene.agent);
  const limits = agent.envelope.plan ?? {};
  const window = bindingWindow(reading);
  const samples = sampled(agent, window, limits, now);
  const { samples: _, ...before } = agent.plan ?? {};
  const plan = {
    ...before,
    at: now,
    reading,
    ...(samples.length === 0 ? {} : { samples }),
    ...(told ? { told: true as const } : {}),
  };
  const known = { ...agent, plan };
  if (window === null) return { ...scene, agent: known };
  const notes = [...scene.notes, ...warningOf(window, limits)];
  return { ...scene, agent: parked(known, window, limits, now), notes };
}

/** What a client tells is its agent's word: it doesn't take the place of what an answer said. */
function isKnownBetter({ plan }: AgentState, now: number): boolean {
  return plan !== undefined && plan.told !== true && now - plan.at < PLAN_RESET_MAX_MS;
}

/** Nor is what followed from it good against an answer: a release of a parking that was told spares from nothing else. */
function withoutTold(agent: AgentState): AgentState {
  if (agent.plan?.told !== true) return agent;
  const { at, reading } = agent.plan;
  return { ...agent, plan: { at, reading } };
}

/** The holds without those whose time has come. */
export function withoutLapsed(agent: AgentState, now: number): AgentState {
  const isOver = ({ until }: Hold) => until !== undefined && until <= now;
  return agent.holds.some(isOver)
    ? { ...agent, holds: agent.holds.filter((one) => !isOver(one)) }
    : agent;
}

/** After a person's release of a parked agent: the figures that parked it don't park it again. */
export function sparedAfter(before: AgentState, after: AgentState): AgentState {
  const held = parkedHold(before);
  if (held?.until === undefined || parkedHold(after) !== undefined || after.plan === undefined) {
    return after;
  }
  return { ...after, plan: { ...after.plan, sparedUntil: held.until } };
}

function parkedHold({ holds }: AgentState): Hold | undefined {
  return holds.find((one) => one.hold === 'parked' && !isBudgetPause(one));
}

function warningOf(window: PlanWindow, { warn }: PlanLimits): readonly string[] {
  if (warn === undefined || window.used < warn * PERCENT) return [];
  return [`PLAN_WARNING: ${shareWords(window)}, the warning is at ${warn} %`];
}

function parked(
  agent: AgentState,
  window: PlanWindow,
  limits: PlanLimits,
  now: number,
): AgentState {
  const { windDown, reserve, grace } = limits;
  const { used, resetAt } = window;
  if ((agent.plan?.sparedUntil ?? 0) > now) return agent;
  // Without an end that is known nobody could be parked until it.
  const endsAt = resetAt !== undefined && resetAt > now ? resetAt : null;
  if (endsAt !== null && reserve !== undefined && used > UNIT - reserve * PERCENT) {
    const why = `${shareWords(window)}, ${reserve} % is your reserve`;
    // The reserve is nobody's to save with.
    return withHold(agent, { until: endsAt, why }, now);
  }
  if (endsAt !== null && windDown !== undefined && used >= windDown * PERCENT) {
    const why = `${shareWords(window)}, wind-down is at ${windDown} %`;
    return withHold(agent, { until: endsAt, why, ...graceFrom(grace, now) }, now);
  }
  return afterRise(agent, window, limits, now);
}

/** A rise parks for as long as it was measured: then the same share is no rise any more. */
function afterRise(
  agent: AgentState,
  { name, used }: PlanWindow,
  { rise, grace }: PlanLimits,
  now: number,
): AgentState {
  const first = agent.plan?.samples?.[0];
  if (rise === undefined || first === undefined || agent.plan === undefined) return agent;
  const grown = used - first.used;
  if (grown < rise.points * PERCENT) return agent;
  const minutes = Math.max(1, Math.round((now - first.at) / MINUTE_MS));
  const why = `${name} window: ${percent(grown)} points more in ${minutes} min`;
  const calmed = { ...agent, plan: { ...agent.plan, samples: [{ at: now, used }] } };
  return withHold(calmed, { until: now + rise.ms, why, ...graceFrom(grace, now) }, now);
}

function withHold(
  agent: AgentState,
  hold: Pick<Hold, 'until' | 'why' | 'grace'>,
  now: number,
): AgentState {
  const raised: Hold = { by: 'plan', hold: 'parked', since: now, ...hold };
  return { ...agent, holds: raiseHold(agent.holds, raised) };
}

/** The shares of the last minutes; a share that fell belongs to a new window. */
function sampled(
  { plan }: AgentState,
  window: PlanWindow | null,
  { rise }: PlanLimits,
  now: number,
): readonly PlanSample[] {
  if (rise === undefined || window === null) return [];
  const { used } = window;
  const isSame = plan !== undefined && bindingWindow(plan.reading)?.name === window.name;
  const known = isSame ? (plan.samples ?? []) : [];
  const recent = known.filter(({ at }) => at > now - rise.ms);
  const last = recent.at(-1);
  if (last === undefined || used < last.used) return [{ at: now, used }];
  const step = Math.ceil((rise.points * PERCENT) / SAMPLES_MAX);
  if (used - last.used < step) return recent;
  return [...recent, { at: now, used }].slice(-(SAMPLES_MAX + 1));
}

function shareWords({ name, used }: PlanWindow): string {
  return `${percent(used)} % of the ${name} window is used`;
}

function percent(used: number): string {
  return String(Math.round(used / 10) / 10);
}
