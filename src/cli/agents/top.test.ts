/** The live table: who comes first, and what a person must see. */
import { expect, test } from 'vitest';
import type { Agent } from '../../control/api/client.ts';
import { paint } from '../terminal/styled-line.ts';
import { topTable } from './top.ts';

function agent(id: string, tokens: number, more: Partial<Agent> = {}): Agent {
  return {
    id,
    name: id,
    active: 1,
    deactivated_by: null,
    mode: 'WORKING',
    intensity: 'LOW',
    health: 1,
    holds: [],
    waiting: null,
    reported: false,
    loop_score: null,
    usage: {
      tokens_minute: tokens,
      tool_calls_minute: 0,
      budget_tokens_minute: 50_000,
      budget_tool_calls_minute: 30,
      tokens_by_minute: [0, tokens],
    },
    kill_switch: {
      enabled: false,
      window_size: 20,
      threshold: 10,
      detector: 'progress',
      shadow: false,
      refusal: 'error',
      exceptions: [],
    },
    calls_today: 0,
    budgets: [],
    plan: null,
    stuck: [],
    open_calls: 0,
    last_seen: null,
    drill: false,
    problem: null,
    spend: {
      today: { tokens, cost_usd: 0.0042, unpriced_calls: 1 },
      total: { tokens, cost_usd: 0.0042, unpriced_calls: 1 },
      subagents: { today: none, total: none },
    },
    sessions: [],
    ...more,
  };
}

const none = { tokens: 0, cost_usd: 0, unpriced_calls: 0 };
const text = (agents: readonly Agent[]) => topTable(agents, 200).map((line) => paint(line, false));

test('the stopped come first with their reason, then the busiest', () => {
  const hold = {
    by: 'detector',
    hold: 'kill_switch',
    level: 'agent',
    liftedBy: 'a person: activate',
    scope: 'all',
    since: 0,
    title: 'Ran `ls` 5 times in 4 s; same result each time',
    why: 'the same call again and again',
  } as const;
  const lines = text([
    agent('calm', 10),
    agent('busy', 40_000),
    agent('mad', 0, { active: 0, deactivated_by: 'kill_switch', holds: [hold] }),
  ]);
  expect(lines.map((line) => line.split(/\s+/)[0])).toEqual(['agent', 'mad', 'busy', 'calm']);
  expect(lines[1]).toContain('Ran `ls` 5 times in 4 s; same result each time');
  expect(lines[2]).toContain('40,000');
});

test('without agents it says so', () => {
  expect(text([])).toEqual(['No agent has called yet.']);
});
