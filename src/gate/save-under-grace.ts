/**
 * An agent that is being stopped asks to save its work: at the doors that see tool calls before they run.
 *
 * What stands is looked at first; only where all of it leaves a grace, and the call saves, is it recorded and counted. A
 * call that nobody can judge saves nothing.
 */
import { present } from '../base/present.ts';
import { passesUnder, type AdmitRecord, type GateRefusal } from '../core/index.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { Recorder } from './recorder.ts';
import type { Standing } from './standing.ts';

/** Whether a tool call saves work and does nothing else. */
export type JudgeSaving = (tool: string, args: unknown) => boolean | Promise<boolean>;

/** What asks: a tool call, or without a tool the next model call of an agent whose model calls do not come past here. */
export interface SaveAsked {
  readonly agent: string;
  readonly session: string;
  readonly thread?: string;
  readonly tool?: string;
  readonly args?: unknown;
}

/** What it is asked with. */
export interface SavingParts {
  readonly recorder: Recorder;
  readonly standing: Standing;
  readonly isSaving: JudgeSaving;
}

/** Null: it may run, and was counted; else what stands against it. */
export async function saveUnderGrace(
  { recorder, standing, isSaving }: SavingParts,
  chain: AgentChain,
  { agent, session, thread, tool, args }: SaveAsked,
): Promise<GateRefusal | null> {
  const address = { agent, session, thread: thread ?? null };
  const refusal = standing.refusalFor(chain, { ...address, saves: false });
  if (refusal?.grace === undefined) return refusal;
  if (tool !== undefined && !(await isSaving(tool, args))) return refusal;
  const place = { agent, session, ...present({ thread }), timestamp: recorder.clock.now() };
  const ask = { tools: tool !== undefined, target: undefined, saves: true };
  // Nothing is waited for between this and the record: of two at once only one takes the last call that is left.
  const { holds } = chain.peek({ ...place, type: 'tick' });
  if (holds.some(({ scope, grace }) => scope === 'all' && !passesUnder(grace, ask))) return refusal;
  const record: AdmitRecord = {
    ...place,
    estimate: { tokenCount: 0, toolCalls: 0 },
    purpose: tool === undefined ? 'side' : 'save',
    type: 'admit',
  };
  await recorder.record(chain, record).acknowledged;
  return standing.refusalFor(chain, { ...address, saves: true });
}
