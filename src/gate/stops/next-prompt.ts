/**
 * The next prompt ends the stop of a turn. It is asked once for each prompt, and nearly always nothing stands.
 */
import type { Log } from '../../base/log.ts';
import { MAIN } from '../../base/main-name.ts';
import type { HoldView } from '../../core/index.ts';
import type { Act, Acted } from '../gate-parts.ts';

/** What is asked of a gate. */
interface TurnGate {
  holds(agent: string, session: string): Promise<readonly HoldView[]>;
  operate(act: Act): Promise<Acted>;
}

/** Whose prompt came. */
interface Prompted {
  readonly agent: string;
  readonly session: string | null;
}

/**
 * Lifts what stood until this prompt; the stops of persons and rules that bind longer stay. A journal that fails lifts
 * nothing: what the prompt asks is then refused by the gate, in words of its client's format.
 */
export async function endTurnStops(gate: TurnGate, prompted: Prompted, log: Log): Promise<void> {
  try {
    await liftTurnStops(gate, prompted);
  } catch (error) {
    log.warn('gate', 'ending the stop of a turn', error, { agent: prompted.agent });
  }
}

async function liftTurnStops(gate: TurnGate, { agent, session }: Prompted): Promise<void> {
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
