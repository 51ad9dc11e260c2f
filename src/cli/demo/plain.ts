/**
 * The demo where nobody watches a terminal: one plain line for each turning point, no waiting.
 */
import { clockText } from './screen.ts';
import { holdNames, type Turn } from './turning-points.ts';

/** The line for a turn, or null for one that needs no line. */
export function plainLine(agent: string, atMs: number, turn: Turn): string | null {
  const said = say(turn);
  return said === null ? null : `${clockText(atMs)}  ${agent.padEnd(8)}  ${said}`;
}

function say(turn: Turn): string | null {
  switch (turn.kind) {
    case 'veto':
      return `refused: ${turn.text}`;
    case 'held':
      return `held: ${turn.hold.hold} (${turn.hold.why}); lifted by ${turn.hold.liftedBy}`;
    case 'cooldown-over': {
      const held = turn.holds.length > 0;
      return `cooldown over: ${held ? `still held: ${holdNames(turn.holds)}` : 'a fresh chance'}`;
    }
    case 'recovered':
      return `recovered: ${turn.hold.hold} is lifted`;
    case 'person': {
      const left = turn.holds.length === 0 ? '' : `; ${holdNames(turn.holds)} still stands`;
      return `${turn.action} by ${turn.by}: lifts ${holdNames(turn.lifted)}${left}`;
    }
    case 'idle':
      return null;
  }
}
