/**
 * Actions that a person was asked about and granted: recorded when they run, so that the journal has the question, the
 * answer and the deed, and a window can tell on whose word something was done.
 */
import { present } from '../base/present.ts';
import type { AdmitRecord, GateRefusal } from '../core/index.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { Recorder } from './recorder.ts';
import { vetoRefusal, whomOf } from './refusal-words.ts';
import type { Standing } from './standing.ts';

/** An action that is about to run. */
export interface GrantedAction {
  readonly agent: string;
  readonly session: string;
  readonly thread?: string;
  /** What was asked and granted. */
  readonly target: string;
}

/**
 * Records it; what stands against it, `used` where it is granted no more by the time that it is recorded, or null when
 * it may run. It is counted where its tool call is, and not here.
 */
export async function recordAction(
  { recorder, standing }: { readonly recorder: Recorder; readonly standing: Standing },
  chain: AgentChain,
  { agent, session, thread, target }: GrantedAction,
  isGranted: () => boolean,
): Promise<GateRefusal | 'used' | null> {
  const record: AdmitRecord = {
    agent,
    estimate: { tokenCount: 0, toolCalls: 0 },
    purpose: 'tool',
    reserve: false,
    session,
    target,
    ...present({ thread }),
    timestamp: recorder.clock.now(),
    type: 'admit',
  };
  const outcome = await recorder.record(chain, record, { applies: isGranted }).acknowledged;
  if (outcome === null) return 'used';
  const { holds, safety } = outcome.decision;
  if (safety.allowed) return standing.refusalFor(chain, { agent, session, thread: thread ?? null });
  const binding = holds.filter((one) => one.scope !== 'action' || one.target === target);
  if (binding.length > 0) return standing.refusal(chain, session, binding);
  return vetoRefusal(whomOf(chain, session), safety);
}
