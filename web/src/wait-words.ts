/** Why an agent is held back for a while, in a sentence. */
import type { Agent } from '../../src/control/api/client.ts';

type Waiting = NonNullable<Agent['waiting']>;

const causes: Readonly<Record<Waiting['veto'], string>> = {
  RUNAWAY_DETECTED: 'It sped up suddenly.',
  LOOP_DETECTED: 'Its last answers were nearly the same.',
  TOKEN_BUDGET_EXCEEDED: 'It has used its tokens for this minute.',
  RATE_LIMIT_EXCEEDED: 'It has used its tool calls for this minute.',
  COOLDOWN_ACTIVE: 'It is cooling down.',
  HEALTH_DEGRADED: 'Too many of its calls failed.',
};

export function waitWords({ veto }: Waiting): string {
  return `${causes[veto]} Its calls wait, and then continue without anybody's help.`;
}
