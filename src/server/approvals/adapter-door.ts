/**
 * The door of an adapter in this process to the desk. Nothing gives up on it, so a call waits until it is answered or
 * lapses; the program answers with `gate.operate({ action: 'grant', … })`.
 */
import type { Gate } from '../../gate/index.ts';
import type { ToolGate } from '../../guardrails/index.ts';
import type { ApprovalDesk } from './desk.ts';

/** Longer than any question lasts, and no longer than a timer can. */
const UNTIL_LAPSED_MS = 2 ** 31 - 1;

/** The gate for tool calls, with the desk beside it. */
export function adapterDoor(gate: Gate, desk: ApprovalDesk): ToolGate {
  return {
    standing: (...address) => gate.standing(...address),
    tool: (seen) => gate.tool(seen),
    steer: (place) => gate.steer(place),
    save: (asked) => gate.save(asked),
    approve: async (call) => {
      const asked = await desk.mayRun({ ...call, door: 'adapter' }, { waitMs: UNTIL_LAPSED_MS });
      return asked.kind === 'passed' ? null : asked.words;
    },
  };
}
