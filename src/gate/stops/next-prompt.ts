/**
 * The next prompt ends the stop of a turn. It is asked once for each prompt, and nearly always nothing stands.
 */
import { MAIN } from '../../base/main-name.ts';
import type { HoldView } from '../../core/index.ts';
import type { Act, Acted } from '../gate-parts.ts';

/** What is asked of a gate. */
interface TurnGate {
  holds(agent: string, session: string): Promise<readonly HoldView[]>;
  operate(act: Act): Promise<Acted>;
}

/** Lifts what stood until this prompt; the stops of persons and rules that bind longer stay. */
export async function endTurnStops(
  gate: TurnGate,
  agent: string,
  session: string | null,
): Promise<void> {
  const standing = (await gate.holds(agent, session ?? MAIN)).filter(({ turn }) => turn === true);
  if (standing.length === 0) return;
  const isOfAll = standing.some(({ level }) => level === 'agent');
  await gate.operate({
    agent,
    ...(isOfAll ? {} : { session: session ?? MAIN }),
    action: 'activate',
    turn: true,
    by: 'the next prompt',
    why: 'the turn that was stopped is over',
  });
}
