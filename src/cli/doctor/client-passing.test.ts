/** Whether the traffic of a client passes: what its settings say, and whom the server has seen. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { clientFindings } from '../../clients/findings.ts';
import type { SeenAgents } from '../../clients/seen-agents.ts';
import { clientsLines } from './clients.ts';

const NOW = 10_000_000;
const CALLED_AT = NOW - 180_000;
const claudeCalled: SeenAgents = { lastSeen: new Map([['claude', CALLED_AT]]), problem: null };

/** Claude Code with this base URL in its environment, before a Tripwire at this URL. */
async function claudeAt(base: string | null, seen = claudeCalled, here = 'http://127.0.0.1:4180') {
  const bin = temporaryFolder();
  writeFileSync(join(bin, 'claude'), '', { mode: 0o755 });
  const env = { PATH: bin, ...(base === null ? {} : { ANTHROPIC_BASE_URL: base }) };
  const [claude] = await clientFindings({ home: temporaryFolder(), env, here }, seen);
  if (!claude?.passes) throw new Error('it was not found');
  const lines = clientsLines([claude], NOW).map((line) => line.map(({ text }) => text).join(''));
  return { ...claude.passes, text: lines.join(' ').replaceAll(/\s+/g, ' ') };
}

test('pointed here, and its agent called', async () => {
  const found = await claudeAt('http://127.0.0.1:4180/agents/claude/anthropic');
  expect(found).toMatchObject({ state: 'seen', agent: 'claude', lastSeen: CALLED_AT });
  expect(found.text).toContain('passes yes: ANTHROPIC_BASE_URL in the environment points here');
  expect(found.text).toContain('agent claude called 3 min ago');
});

test('pointed here under a name that never called', async () => {
  const found = await claudeAt('http://127.0.0.1:4180/agents/ann/anthropic');
  expect(found).toMatchObject({ state: 'pointed', agent: 'ann', lastSeen: null });
  expect(found.text).toContain('agent ann has never called');
});

test('pointed here without a name: it can’t be told apart from others', async () => {
  const found = await claudeAt('http://127.0.0.1:4180/anthropic');
  expect(found).toMatchObject({ state: 'pointed', agent: null });
  expect(found.text).toContain('the base URL has no agent name');
});

test('pointed here while no server runs', async () => {
  const nobody: SeenAgents = { lastSeen: null, problem: 'no server is running' };
  const found = await claudeAt('http://127.0.0.1:4180/agents/claude/anthropic', nobody);
  expect(found).toMatchObject({ state: 'pointed', seenProblem: 'no server is running' });
  expect(found.text).toContain('is unknown: no server is running');
});

test('not pointed, but an agent of its name called; and how to point it', async () => {
  const found = await claudeAt(null);
  expect(found).toMatchObject({ state: 'no', agent: 'claude', lastSeen: CALLED_AT });
  expect(found.text).toContain('an agent claude called 3 min ago, as tripwire run -- claude does');
  expect(found.text).toContain(
    'export ANTHROPIC_BASE_URL=http://127.0.0.1:4180/agents/claude/anthropic',
  );
});

test.each([
  ['http://localhost:4180/agents/claude/anthropic', 'http://127.0.0.1:4180', 'seen'],
  ['http://[::1]:4180/agents/claude/anthropic', 'http://127.0.0.1:4180', 'seen'],
  ['http://127.0.0.1:4180/agents/claude/anthropic', 'http://0.0.0.0:4180', 'seen'],
  ['http://127.0.0.1:4999/agents/claude/anthropic', 'http://127.0.0.1:4180', 'no'],
  ['https://127.0.0.1:4180/agents/claude/anthropic', 'http://127.0.0.1:4180', 'no'],
  ['http://box.test:4180/agents/claude/anthropic', 'http://127.0.0.1:4180', 'no'],
  ['https://api.anthropic.com', 'http://127.0.0.1:4180', 'no'],
  ['127.0.0.1:4180', 'http://127.0.0.1:4180', 'unknown'],
  ['file:///x', 'http://127.0.0.1:4180', 'unknown'],
])('%s before a Tripwire at %s: %s', async (base, here, state) => {
  const { state: found } = await claudeAt(base, claudeCalled, here);
  expect(found).toBe(state);
});

test('of a base URL only its origin is repeated', async () => {
  const { text } = await claudeAt('https://ada:SECRET@gateway.test/SECRET?key=SECRET');
  expect(text).toContain('https://gateway.test');
  expect(text).not.toContain('SECRET');
});
