/**
 * May this call run? Deadline, budget, gate, policies, in this order.
 *
 * Policies may wait long, for a person even. So what stands outside them is looked at again after the last wait, and
 * from there to the start of the tool nothing waits: no other call, no stop, no restore comes in between.
 */
import { refusalForModel } from '../../core/holds/remedy.ts';
import { checkPolicies, reservePolicies, type PolicyDenial } from '../policies/ask-policies.ts';
import type { Denial, ToolCall, ToolRun } from './tool-call.ts';
import { askApproval, askGate } from './tool-gate.ts';

/** What stands against the call whatever it is: deadline, budget, gate. Null: nothing. */
export async function judgeRun(run: ToolRun, call: ToolCall): Promise<Denial | null> {
  return spent(run) ?? (await refusedByGate(run, call));
}

/** A call that was started, or why it was not. */
export type Judged<Started> =
  | { readonly kind: 'started'; readonly started: Started }
  | { readonly kind: 'denied'; readonly denial: Denial };

/** Asks the policies, and starts the call if it may run. */
export async function startIfAllowed<Started>(
  run: ToolRun,
  call: ToolCall,
  start: () => Started,
): Promise<Judged<Started>> {
  const { session, prompt } = run;
  const { rewinds } = session;
  const ask = { ...call, policies: prompt.policiesForTool(call.tool.name) };
  const context = {
    filesystem: prompt.filesystem,
    promptName: prompt.name,
    callId: call.callId,
  };
  const denial = await checkPolicies(ask, { ...context, session });
  if (denial !== null) return denied(byPolicy(denial));
  // Last of what may take long: a call that is denied anyway is nothing to bother a person with.
  const unapproved = await heldForApproval(run, call);
  if (unapproved !== null) return denied(unapproved);
  const refused = ask.policies.length === 0 ? null : await refusedByGate(run);
  // Whether it saves was asked, and counted, before the policies.
  if (refused !== null && refused.refusal?.grace === undefined) return denied(refused);
  // No waiting from here on.
  if (session.rewinds !== rewinds) {
    const reason = 'The session went back while this call was being checked. Try again.';
    return denied({ by: 'policy', policy: null, reason, refusal: null });
  }
  const over = spent(run);
  if (over !== null) return denied(over);
  const full = reservePolicies(ask, context, session);
  return full === null ? { kind: 'started', started: start() } : denied(byPolicy(full));
}

function denied(denial: Denial): Judged<never> {
  return { kind: 'denied', denial };
}

function byPolicy(denial: PolicyDenial): Denial {
  return { by: 'policy', refusal: null, ...denial };
}

function spent({ deadline, budget }: ToolRun): Denial | null {
  const none = { policy: null, refusal: null };
  if (deadline?.isExceeded() === true) {
    return { by: 'deadline', reason: 'The deadline has passed: no more tool calls.', ...none };
  }
  if (budget?.isExhausted() === true) {
    return { by: 'budget', reason: 'The budget is spent: no more tool calls.', ...none };
  }
  return null;
}

async function heldForApproval(
  { gate, session }: ToolRun,
  { tool, params, callId }: ToolCall,
): Promise<Denial | null> {
  if (gate === undefined || gate === null) return null;
  const asked = { session: session.id, callId, tool: tool.name, args: params };
  const reason = await askApproval(gate, asked);
  return reason === null ? null : { by: 'policy', policy: 'approvals', reason, refusal: null };
}

async function refusedByGate(
  { gate, session }: ToolRun,
  call: ToolCall | null = null,
): Promise<Denial | null> {
  if (gate === undefined || gate === null) return null;
  const asked = call === null ? undefined : { tool: call.tool.name, args: call.params };
  const refusal = await askGate(gate, session.id, asked);
  if (refusal === null) return null;
  // The model gets to read this; what a person does is in the refusal itself.
  return { by: 'gate', policy: null, reason: refusalForModel(refusal), refusal };
}
