/**
 * The next prompt ends the stop of a turn. It is asked once for each prompt, and nearly always nothing stands.
 */
import type { Log } from '../../base/log.ts';
import { MAIN } from '../../base/main-name.ts';
import type { AgentState, HoldView } from '../../core/index.ts';
import type { Act, Acted } from '../gate-parts.ts';

/** What is asked of a gate. */
interface TurnGate {
  holds(agent: string, session: string): Promise<readonly HoldView[]>;
  operate(act: Act): Promise<Acted>;
}

/**
 * Whether the stop of a turn may stand on what a prompt reaches; true where the records are not read. Only people raise such a
 * stop, so that none comes by time alone, and without one the core need not be asked.
 */
export function mayHoldTurn(state: AgentState | undefined, session: string | null): boolean {
  if (state === undefined || state.holds.some(isOfTurn)) return true;
  const name = session ?? MAIN;
  const within = Object.hasOwn(state.sessions, name) ? state.sessions[name] : undefined;
  if (within === undefined) return false;
  const main = Object.hasOwn(within.threads, MAIN) ? within.threads[MAIN] : undefined;
  return within.holds.some(isOfTurn) || main?.holds.some(isOfTurn) === true;
}

function isOfTurn({ turn }: Pick<HoldView, 'turn'>): boolean {
  return turn === true;
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
  const standing = (await gate.holds(agent, session ?? MAIN)).filter(isOfTurn);
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
