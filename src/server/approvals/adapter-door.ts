/**
 * The door of an adapter in this process to the desk. Nothing gives up on it, so a call waits until it is answered or
 * lapses; the program answers with `gate.operate({ action: 'grant', … })`.
 */
import { TIMER_MS_MAX } from '../../base/time-limits.ts';
import type { Gate } from '../../gate/index.ts';
import type { ToolGate } from '../../guardrails/index.ts';
import type { ApprovalDesk } from './desk.ts';

/** The gate for tool calls, with the desk beside it. */
export function adapterDoor(gate: Gate, desk: ApprovalDesk): ToolGate {
  return {
    standing: (...address) => gate.standing(...address),
    tool: (seen) => gate.tool(seen),
    save: (asked) => gate.save(asked),
    steer: (place) => gate.steer(place),
    approve: async (call) => {
      const asked = await desk.mayRun({ ...call, door: 'adapter' }, { waitMs: TIMER_MS_MAX });
      return asked.kind === 'passed' ? null : asked.words;
    },
  };
}
