/**
 * A gate as the journal of the loop: holds become signals, what raises nothing becomes a note, tool calls become
 * sightings, and whatever else stands in the gate refuses.
 *
 * Recorded before it is answered. The loop's own denial goes out in the loop's words, because they say what to do next.
 */
import { nameOf } from '../base/client-name.ts';
import { MAIN } from '../base/main-name.ts';
import { present } from '../base/present.ts';
import type { LoopAnswer, LoopEvent } from '../clients/hook-event.ts';
import { refusalForModel } from '../core/holds/remedy.ts';
import type { GateRefusal, HoldView, Would } from '../core/index.ts';
import type { Gate, ToldPlace } from '../gate/index.ts';
import type {
  JournalChange,
  JournalHold,
  LoopJournal,
  LoopReport,
  SafetyEvent,
} from '../loop/index.ts';
import type { ShownStanding, ToldAnswer, ToldWindow } from './journal-wire.ts';

/** A tool call that may need a person's approval. */
export interface HookCall {
  readonly agent: string;
  readonly session: string;
  readonly thread?: string;
  readonly tool: string;
  readonly args: unknown;
  /** The folder it runs in, as the client wrote it; nothing in it is opened. */
  readonly cwd?: string;
}

/** A call that may not run without an approval. */
export interface HeldCall {
  /** What a person may still approve; null when nobody can. */
  readonly target: string | null;
  /** For the agent. */
  readonly words: string;
}

/** Who asks people about tool calls. */
export interface HookApprovals {
  /** Asks, and does not wait; null when the call may run. */
  ask(call: HookCall): Promise<HeldCall | null>;
  /** Waits at most so long for an answer, yes or no. */
  isAnswered(
    about: { readonly agent: string; readonly session: string; readonly target: string },
    waitMs: number,
  ): Promise<boolean>;
}

/** What a hook needs of a gate. */
export type HookGate = Pick<
  Gate,
  'standing' | 'signal' | 'holds' | 'tool' | 'save' | 'withoutSecrets'
> & {
  /** What the agent should be told, recorded as told; nothing when it is absent. */
  readonly steer?: Gate['steer'];
  /** Hears of prompts; nobody does when it is absent. */
  readonly nextPrompt?: Gate['nextPrompt'];
  /** What answers used that this gate doesn't see; counted for nothing when it is absent. */
  readonly countAnswers?: (place: ToldPlace, answers: readonly ToldAnswer[]) => Promise<void>;
  /** What a client told of its subscription; heard by nobody when it is absent. */
  readonly tellPlan?: (
    agent: string,
    session: string,
    windows: readonly ToldWindow[],
  ) => Promise<void>;
  /** How a session stands, for its status line; nothing is said when it is absent. */
  readonly shown?: (agent: string, session: string) => Promise<ShownStanding>;
  /** What refuses a session whose model calls this gate doesn't see, because a budget is spent. */
  readonly overBudget?: Gate['hookMoney']['overBudget'];
  /** Limits of subagents that this gate sees by their hooks alone; there are none when it is absent. */
  readonly subagents?: Gate['hookSubagents'];
  /** Nobody is asked when it is absent. */
  readonly approvals?: HookApprovals;
  /** Whether the rules of an agent only report; all of them act when it is absent. */
  readonly isShadow?: (agent: string) => boolean;
};

/** Where hooks report, and under whose name. */
export interface GateJournalParts {
  readonly gate: HookGate;
  readonly agent: string;
  /** Which journal it is; holds that stand in another one are not this one's to lift. */
  readonly name: string;
  readonly close: () => Promise<void>;
}

type ToolEvent = Extract<LoopEvent, { kind: 'tool-before' | 'tool-after' }>;

const LOOP_KINDS: readonly string[] = ['blocker', 'checkpoint', 'compaction'];
/** Holds after which a session has nothing more to do; the others are waited for. */
const ENDING: ReadonlySet<string> = new Set(['manual', 'kill_switch', 'hard_stop', 'stop_all']);
const DETAILS_LENGTH_MAX = 500;

/** The journal behind a gate. */
export function gateJournal(parts: GateJournalParts): LoopJournal {
  const { gate, agent, name, close } = parts;
  const named = (id: string) => nameOf(id) ?? MAIN;
  const safe = (text: string) =>
    gate.withoutSecrets(text).slice(0, DETAILS_LENGTH_MAX).toWellFormed() || 'no details';
  const change = async (changes: readonly JournalChange[]) => {
    await Promise.all(
      changes.map(({ session, details, ...rest }) =>
        gate.signal({
          ...rest,
          details: safe(details),
          ...(session === null ? {} : { session: named(session) }),
          source: 'loop',
        }),
      ),
    );
  };
  const places = (event: LoopEvent) => ({
    agent,
    session: named(event.session),
    ...(event.agent === null ? {} : { thread: named(event.agent) }),
  });
  const notice = async (event: LoopEvent, notes: readonly SafetyEvent[]) => {
    const about = { ...places(event), source: 'loop', change: 'note' } as const;
    await Promise.all(
      notes.map((one) => gate.signal({ ...about, details: safe(noteText(one)), ...wouldOf(one) })),
    );
  };
  const saw = (event: ToolEvent, result: string, isError: boolean | null) => {
    const { callId, tool, args } = event;
    return gate.tool({ ...places(event), callId, tool, args, result, isError });
  };
  return {
    name,
    agent,
    isForOwnAgentOnly: false,
    close,
    change,
    standing: async (session) => {
      const holds = await gate.holds(agent, named(session));
      const isWindingDown = holds.some(({ grace }) => grace !== undefined);
      const isShadow = gate.isShadow?.(agent) ?? false;
      return { holds: holds.flatMap(ownHold), isShadow, isWindingDown };
    },
    record: async (event, report) => {
      const { session, thread } = places(event);
      await heard(gate, event, { agent, session });
      const before = await gate.standing(agent, session, thread);
      if (before !== null && isUnable(before)) throw new Error(unable(before));
      await Promise.all([change(report.changes), notice(event, report.notes)]);
      if (event.kind === 'tool-after') {
        const after = await saw(event, event.result, event.isError);
        await subagentIsBack(gate, event, places(event));
        return steered(gate, places(event), answered(event, report, after));
      }
      // What this very event lifted no longer refuses.
      const held = before === null ? null : await gate.standing(agent, session, thread);
      const stands = held ?? (await overBudget(gate, event, places(event)));
      const refusal = await unlessSaving(gate, event, places(event), report, stands);
      const isOwnDenial = report.answer.kind === 'deny' && !report.isHeld && refusal === null;
      // While something holds, an agent may ask for ever; the journal must not become the next runaway.
      if (event.kind === 'tool-before' && isOwnDenial)
        await saw(event, reasonOf(report.answer), true);
      const answer = answered(event, report, refusal);
      if (event.kind === 'prompt') return steered(gate, places(event), answer);
      const mayRun = event.kind === 'tool-before' && answer.kind === 'pass';
      return mayRun ? ((await keptBack(gate, event, places(event))) ?? answer) : answer;
    },
  };
}

/**
 * The answer with what the agent should be told. Only what follows a prompt or a tool's result is sure to reach the model
 * in every client.
 */
async function steered(
  gate: HookGate,
  place: Pick<HookCall, 'agent' | 'session' | 'thread'>,
  answer: LoopAnswer,
): Promise<LoopAnswer> {
  if (answer.kind !== 'pass') return answer;
  const advice = await gate.steer?.(place, 'hook');
  if (advice === undefined || advice === null) return answer;
  const say = `Tripwire: ${advice}`;
  return { kind: 'pass', say: answer.say === null ? say : `${answer.say}\n${say}` };
}

/** A hold that the loop itself raised. */
function ownHold({ hold, by, level, why, since }: HoldView): readonly JournalHold[] {
  return isLoopKind(hold) && by === 'loop' && level !== 'thread'
    ? [{ hold, level, why, sinceMs: since }]
    : [];
}

/** What ends something that stands: a person's next prompt, the end of a subagent. */
async function heard(
  gate: HookGate,
  { kind, agent: subagent }: LoopEvent,
  { agent, session }: Pick<HookCall, 'agent' | 'session'>,
): Promise<void> {
  if (kind === 'prompt' && subagent === null) await gate.nextPrompt?.(agent, session);
  if (kind === 'subagent-stop') await (await gate.subagents?.())?.stopped(agent, session);
}

/** The denial of a call that nothing else denies; null when it may run. */
async function keptBack(
  gate: HookGate,
  event: ToolEvent,
  place: Pick<HookCall, 'agent' | 'session' | 'thread'>,
): Promise<LoopAnswer | null> {
  const waits = await heldAnswer(gate, event, place);
  return waits ?? overLimit(gate, event, place);
}

/** The denial of a call that waits for a person's yes; null when it may run. */
async function heldAnswer(
  { approvals }: HookGate,
  { tool, args, cwd }: ToolEvent,
  place: Pick<HookCall, 'agent' | 'session' | 'thread'>,
): Promise<LoopAnswer | null> {
  // Asked last: a call that is refused anyway is nothing to bother a person with.
  const held = await approvals?.ask({ ...place, tool, args, ...present({ cwd }) });
  if (held === undefined || held === null) return null;
  const { words: reason, target } = held;
  const awaits = target === null ? {} : { awaits: target };
  return { kind: 'deny', reason, endsSession: false, ...awaits };
}

/** The call that stood for a subagent is back. */
async function subagentIsBack(
  gate: HookGate,
  event: Extract<ToolEvent, { kind: 'tool-after' }>,
  place: Pick<HookCall, 'agent' | 'session' | 'thread'>,
): Promise<void> {
  const subagents = await gate.subagents?.();
  await subagents?.ended({ ...place, ...callOf(event) }, event.result);
}

/** The denial of a call that would start a subagent too many; null when it may run. */
async function overLimit(
  gate: HookGate,
  event: ToolEvent,
  place: Pick<HookCall, 'agent' | 'session' | 'thread'>,
): Promise<LoopAnswer | null> {
  const refusal =
    (await (await gate.subagents?.())?.begins({ ...place, ...callOf(event) })) ?? null;
  return refusal === null ? null : { kind: 'deny', reason: words(refusal), endsSession: false };
}

function callOf({ callId, tool, args }: ToolEvent) {
  return { callId, tool, args };
}

/** A budget that is spent, where hooks alone see the session: no tool runs and no prompt is asked. */
async function overBudget(
  gate: HookGate,
  { kind }: LoopEvent,
  place: Pick<HookCall, 'agent' | 'session' | 'thread'>,
): Promise<GateRefusal | null> {
  const asks = kind === 'tool-before' || kind === 'prompt';
  return asks ? ((await gate.overBudget?.(place)) ?? null) : null;
}

/** Nothing, where a call saves work of an agent that is being stopped and may still do that; else what stands. */
async function unlessSaving(
  gate: HookGate,
  event: LoopEvent,
  place: Pick<HookCall, 'agent' | 'session' | 'thread'>,
  { answer }: LoopReport,
  stands: GateRefusal | null,
): Promise<GateRefusal | null> {
  // What the loop denies anyway is no call to be counted.
  if (stands?.grace === undefined || event.kind !== 'tool-before' || answer.kind === 'deny') {
    return stands;
  }
  return gate.save({ ...place, tool: event.tool, args: event.args });
}

/** What is answered, with the page where a person sees everything about it. */
function answered(event: LoopEvent, report: LoopReport, refusal: GateRefusal | null): LoopAnswer {
  const answer = judged(event, report, refusal);
  const { link } = refusal ?? {};
  if (answer.kind !== 'deny' || link === undefined) return answer;
  return { ...answer, reason: `${answer.reason} A person sees why at ${link}` };
}

/** The loop's answer, or the refusal of what else stands. */
function judged(event: LoopEvent, report: LoopReport, refusal: GateRefusal | null): LoopAnswer {
  const { answer } = report;
  const mayBeDenied = ['tool-before', 'tool-after', 'prompt'].includes(event.kind);
  if (refusal === null || !mayBeDenied) return answer;
  // What the loop advises an agent to try next is no use to one that a person has to resume.
  const isOver = refusal.grace === undefined && ENDING.has(refusal.kind);
  if (answer.kind === 'deny' && (!isOver || answer.endsSession)) return answer;
  // It was raised by this very event, whose answer says it better.
  if (report.isHeld && LOOP_KINDS.includes(refusal.kind)) return answer;
  // It is being stopped, and may still save: it is told so, and goes on for that long.
  if (refusal.grace !== undefined && event.kind !== 'tool-before') {
    const said = answer.kind === 'pass' ? answer.say : null;
    return { kind: 'pass', say: [said, words(refusal)].filter((one) => one !== null).join('\n') };
  }
  // Where a subagent alone is stopped, its session goes on.
  return {
    kind: 'deny',
    reason: words(refusal),
    endsSession: isOver && refusal.subagent === undefined,
  };
}

function isUnable({ kind }: GateRefusal): boolean {
  return kind === 'gate_unavailable' || kind === 'agent_unknown';
}

function unable({ reason, remedy }: GateRefusal): string {
  return `${reason}. ${remedy}`;
}

function isLoopKind(kind: string): kind is JournalHold['hold'] {
  return LOOP_KINDS.includes(kind);
}

/** A model reads this, so no command is in it. */
function words(refusal: GateRefusal): string {
  return `Stopped by Tripwire: ${refusalForModel(refusal)}`;
}

function reasonOf(answer: LoopAnswer): string {
  return answer.kind === 'deny' ? answer.reason : '';
}

/** What was only reported is told as what would have been done. */
function wouldOf({ type, action_taken: action }: SafetyEvent): { readonly would?: Would } {
  return action === 'reported_only' ? { would: { rule: 'loop', act: 'stop', name: type } } : {};
}

function noteText({ type, action_taken: action, details }: SafetyEvent): string {
  return `${type} ${action}: ${JSON.stringify(details)}`;
}
