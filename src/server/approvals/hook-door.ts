/**
 * The door of hooks to the desk: a hook is denied at once and told what it waits for, because its client gives up on it
 * soon, and most clients then run the tool.
 */
import type { Gate } from '../../gate/index.ts';
import type { HookApprovals, HookGate } from '../../hooks/index.ts';
import type { ApprovalDesk } from './desk.ts';

/** The desk, as hooks ask it. */
export function hookApprovals(desk: ApprovalDesk): HookApprovals {
  return {
    ask: async (call) => {
      const asked = await desk.mayRun({ ...call, door: 'hook' }, { waitMs: 0 });
      if (asked.kind === 'passed') return null;
      return { target: asked.isOpen ? asked.target : null, words: asked.words };
    },
    isAnswered: (about, waitMs) => desk.isAnswered(about, { waitMs }),
  };
}

/** The gate for hooks, with the desk beside it. */
export function askingGate(gate: Gate, desk: ApprovalDesk): HookGate {
  return {
    standing: (...address) => gate.standing(...address),
    tool: (seen) => gate.tool(seen),
    save: (asked) => gate.save(asked),
    steer: (place, way) => gate.steer(place, way),
    signal: (signal) => gate.signal(signal),
    nextPrompt: (agent, session) => gate.nextPrompt(agent, session),
    holds: (agent, session) => gate.holds(agent, session),
    withoutSecrets: (text) => gate.withoutSecrets(text),
    approvals: hookApprovals(desk),
  };
}
