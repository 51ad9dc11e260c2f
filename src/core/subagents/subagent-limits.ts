/**
 * Limits of subagents: at once, started in a time, depth, tokens and lifetime of each.
 *
 * They are a person's, so there are none until one sets them, and then nothing is remembered either. Who is a subagent,
 * and who started it, is what the client says. A limit refuses the call that would break it and stops nobody.
 */
import type { Scene } from '../place.ts';
import type { AdmitRecord, EventRecord } from '../records/records.ts';
import type { SessionState } from '../state.ts';

/** What a person set; each part is absent when it is off. */
export interface SubagentLimits {
  /** Subagents of a session that are at work at one time. */
  readonly atOnce?: number;
  /** Subagents that a session may start in a time. */
  readonly started?: { readonly count: number; readonly ms: number };
  /** 1: subagents start none themselves. */
  readonly depth?: number;
  /** Tokens of one subagent. */
  readonly tokens?: number;
  readonly lifetimeMs?: number;
  /** Subagents started within ten minutes that brought nothing back: a sign of a loop. 25 when absent. */
  readonly fruitless?: number;
}

/** What is remembered of a subagent while there are limits. */
export interface SubagentState {
  readonly begunAt: number;
  readonly depth: number;
  /** It answered without calling a tool: it has finished, unless it asks again. */
  readonly done?: true;
  readonly lastAt: number;
  readonly tokens: number;
}

/** The limit that keeps a call of a subagent from passing. */
export interface SubagentReport {
  readonly asked: number;
  readonly code: 'SUBAGENT_LIMIT';
  readonly level: 'thread';
  readonly limit: number;
  readonly spent: number;
  readonly unit:
    | 'subagentsAtOnce'
    | 'subagentsStarted'
    | 'subagentDepth'
    | 'subagentTokens'
    | 'subagentMs';
}

/** What hasn't asked for so long isn't at work any more, also where nobody saw it finish. */
const ALIVE_MS = 300_000;
const MINUTE_MS = 60_000;

/** The limit that a call breaks; null where it breaks none, or no subagent asks. */
export function brokenSubagentLimit(
  { agent, session, thread }: Scene,
  record: AdmitRecord,
  now: number,
): SubagentReport | null {
  const { subagents: limits } = agent.envelope;
  if (limits === undefined || record.parent === undefined) return null;
  const { atOnce, started, tokens, lifetimeMs } = limits;
  const { subagent: own } = thread;
  const depth = own?.depth ?? depthBelow(session, record.parent);
  const tooDeep = over('subagentDepth', depth - 1, 1, limits.depth);
  if (tooDeep !== null) return tooDeep;
  if (own !== undefined) {
    return (
      over('subagentTokens', own.tokens, 1, tokens) ??
      over('subagentMs', now - own.begunAt, 1, lifetimeMs)
    );
  }
  const others = Object.values(session.threads).flatMap(({ subagent }) => subagent ?? []);
  const alive = others.filter(({ done, lastAt }) => done !== true && now - lastAt < ALIVE_MS);
  const recent = others.filter(
    ({ begunAt }) => started !== undefined && now - begunAt < started.ms,
  );
  return (
    over('subagentsAtOnce', alive.length, 1, atOnce) ??
    over('subagentsStarted', recent.length, 1, started?.count)
  );
}

function over(
  unit: SubagentReport['unit'],
  spent: number,
  asked: number,
  limit: number | undefined,
): SubagentReport | null {
  if (limit === undefined || spent + asked <= limit) return null;
  return { asked, code: 'SUBAGENT_LIMIT', level: 'thread', limit, spent, unit };
}

/** Below the session's own conversation it is 1. */
function depthBelow({ threads }: SessionState, parent: string): number {
  const above = Object.hasOwn(threads, parent) ? threads[parent]?.subagent : undefined;
  return (above?.depth ?? 0) + 1;
}

/** The scene after a call of a subagent that passed. */
export function withSubagent(scene: Scene, record: AdmitRecord, now: number): Scene {
  const { agent, session, thread } = scene;
  if (agent.envelope.subagents === undefined || record.parent === undefined) return scene;
  const { done: _, ...before } = thread.subagent ?? {
    begunAt: now,
    depth: depthBelow(session, record.parent),
    tokens: 0,
  };
  return { ...scene, thread: { ...thread, subagent: { ...before, lastAt: now } } };
}

/** The scene after an answer: what it cost its subagent, and whether that has finished. */
export function answered(scene: Scene, { event }: Pick<EventRecord, 'event'>, now: number): Scene {
  const { thread } = scene;
  const { subagent } = thread;
  if (subagent === undefined) return scene;
  const { done: _, ...working } = subagent;
  const finished = event.toolCalls === 0 ? { done: true as const } : {};
  const tokens = subagent.tokens + event.tokenCount;
  const own = { ...working, ...finished, lastAt: now, tokens };
  return { ...scene, thread: { ...thread, subagent: own } };
}

/** The report in words, with the numbers. */
export function saySubagents({ limit, spent, unit }: SubagentReport): string {
  switch (unit) {
    case 'subagentsAtOnce':
      return `${spent} subagents of this session are at work, ${limit} may be`;
    case 'subagentsStarted':
      return `${spent} subagents were started lately, ${limit} may be`;
    case 'subagentDepth':
      return `a subagent at depth ${spent + 1} asks, ${limit} is the deepest`;
    case 'subagentTokens':
      return `this subagent used ${spent} tokens, ${limit} is what one has`;
    case 'subagentMs':
      return `this subagent is ${Math.floor(spent / MINUTE_MS)} min old, ${Math.floor(limit / MINUTE_MS)} min is what one has`;
  }
}
