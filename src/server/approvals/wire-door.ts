/**
 * The door of the proxy to the desk: what waits there is refused in the words of the provider when nobody answers.
 */
import { killSwitchOf, type GateRefusal } from '../../core/index.ts';
import type { Gate } from '../../gate/index.ts';
import type { WireApprovals, WirePlace } from '../../proxy/index.ts';
import type { Asked } from './action.ts';
import type { ApprovalDesk } from './desk.ts';

/** The desk, as the proxy asks it. */
export function wireApprovals(desk: ApprovalDesk, gate: Pick<Gate, 'envelope'>): WireApprovals {
  const refused = async (
    { agent, session }: WirePlace,
    words: Pick<GateRefusal, 'reason' | 'remedy'>,
  ): Promise<GateRefusal> => {
    const { refusal } = killSwitchOf(await gate.envelope(agent));
    return { kind: 'approval', agent, session, ...words, refusal, temporary: false };
  };
  const refusalOf = (place: WirePlace, asked: Asked) => {
    if (asked.kind === 'passed') return null;
    const { reason, remedy, refusal } = asked;
    return refusal ?? refused(place, { reason, remedy });
  };
  return {
    mayRun: async (place, { tool, args }, patience) =>
      refusalOf(place, await desk.mayRun({ ...place, door: 'wire', tool, args }, patience)),
    mayRunUnread: (place) =>
      desk.asksAt('wire', place.agent)
        ? refused(place, {
            reason:
              'The answer of the model cannot be read, so nobody can tell whether it calls a tool that needs an approval',
            remedy: 'A person has to look at the rules under approvals in tripwire.yaml.',
          })
        : Promise.resolve(null),
    maySpend: async (place, call, patience) =>
      refusalOf(place, await desk.maySpend({ ...place, ...call }, patience)),
  };
}
