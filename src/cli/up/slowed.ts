/**
 * Says so when the strict budgets slow an agent that may be healthy: a coding agent with subagents needs more than
 * the frozen ones give, and nobody should have to guess why it waits.
 */
import { CODING_V1, FROZEN_V0_2 } from '../../core/index.ts';
import type { RunningServer } from '../../server/start.ts';

const BUDGET_VETOES: ReadonlySet<unknown> = new Set([
  'TOKEN_BUDGET_EXCEEDED',
  'RATE_LIMIT_EXCEEDED',
]);

/** Tells it once for each agent, under the frozen constitution. */
export function hintWhenSlowed(
  { gate, constitution }: Pick<RunningServer, 'gate' | 'constitution'>,
  say: (line: string) => void,
): void {
  if (constitution.id !== FROZEN_V0_2.id) return;
  const told = new Set<string>();
  gate.onEvent(({ agent, eventType, details }) => {
    if (eventType !== 'veto' || !BUDGET_VETOES.has(details['veto']) || told.has(agent)) return;
    told.add(agent);
    const { name, maxTokensPerMinute, maxToolCallsPerMinute } = CODING_V1.values;
    say(
      `${agent} is slowed by its budget. If its work is healthy, give it that of coding agents: ` +
        `constitution: ${name} in tripwire.yaml (${maxTokensPerMinute.toLocaleString('en')} tokens, ` +
        `${maxToolCallsPerMinute} tool calls a minute), then restart.`,
    );
  });
}
