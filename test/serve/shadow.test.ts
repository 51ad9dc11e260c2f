/** Rules in shadow, as clients and hooks meet them: nothing is refused, and the report says what would have been. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { commandPayload, MIGRATE_RULE } from '../hooks/approvals-place.ts';
import { isRefusal } from '../hooks/hook-server.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import {
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 180_000 });

let home: Home;
let running: RunningTripwire;
afterEach(async () => {
  await running.end();
  await home.provider.close();
});

async function started(config: string): Promise<void> {
  home = await newHome();
  home.configure(config);
  running = await startTripwire(home);
}

/** Asks for one answer; its status. */
async function asked(agent: string, index: number, signal?: AbortSignal): Promise<number> {
  const body = {
    model: 'claude-sonnet-4-5',
    max_tokens: 50,
    messages: [{ role: 'user', content: `What is in room ${index}?` }],
  };
  const answer = await fetch(`${running.url}/agents/${agent}/anthropic/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  await answer.text();
  return answer.status;
}

/** Reports that a command is about to run, or has failed; whether it is refused. */
async function hooked(agent: string, folder: string, command: string, failed = false) {
  const before = commandPayload('claude-code', folder, command);
  const after = {
    ...before,
    hook_event_name: 'PostToolUse',
    tool_response: { stdout: '', stderr: 'no such file', interrupted: false, is_error: true },
  };
  const answer = await fetch(`${running.url}/agents/${agent}/hooks/claude-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(failed ? after : before),
  });
  return isRefusal(await answer.text());
}

/** The same failing command again and again; how often it was refused. */
async function looped(agent: string): Promise<number> {
  const folder = temporaryFolder('project');
  let refused = 0;
  for (let index = 0; index < 12; index += 1) {
    if (await hooked(agent, folder, 'cat missing.txt')) refused += 1;
    else await hooked(agent, folder, 'cat missing.txt', true);
  }
  return refused;
}

interface Reported {
  readonly agents: readonly {
    readonly agent: string;
    readonly would_have: readonly { rule: string; act: string; name: string | null }[];
    readonly did: { readonly refused: number };
  }[];
}
const reportOf = async (agent: string) =>
  (await running.api<Reported>('/api/shadow-report')).agents.find((one) => one.agent === agent);

const rules = `
agents:
  ann: { mode: shadow, max_tool_calls_per_minute: 1, budgets: { calls_per_day: 1 } }
  bob: { budgets: { calls_per_day: 1 } }
${MIGRATE_RULE}`;

verifies('X3', 'mode: shadow lets every rule that a person may set only report', async () => {
  await started(rules);
  for (const index of [1, 2, 3]) expect(await asked('ann', index)).toBe(200);
  expect(await hooked('ann', temporaryFolder('project'), 'npm run migrate')).toBe(false);
  expect(await looped('ann')).toBe(0);
  await vi.waitFor(async () => {
    const report = await reportOf('ann');
    const said = report?.would_have.map(({ rule, act, name }) => [rule, act, name]);
    expect(said).toContainEqual(['budgets', 'refuse', null]);
    expect(said).toContainEqual(['approval', 'ask', 'migrate']);
    expect(said).toContainEqual(['loop', 'stop', 'HARD_LOOP']);
    expect(report?.did.refused).toBe(0);
  });
  expect(await running.api('/api/approvals')).toEqual([]);
});

verifies('X3', 'without it the same rules act', async () => {
  await started(rules);
  expect(await asked('bob', 1)).toBe(200);
  expect(await asked('bob', 2)).toBe(402);
  expect(await looped('bob')).toBeGreaterThan(0);
  expect((await reportOf('bob'))?.would_have ?? []).toEqual([]);
});

test('a stop by a person is no rule, and acts in shadow too', async () => {
  await started('agents:\n  ann: { mode: shadow }\n');
  expect(await asked('ann', 1)).toBe(200);
  await running.api('/api/agents/ann/deactivate', { why: 'seen enough' });
  expect(await asked('ann', 2)).toBe(402);
});

verifies('X3', 'one rule in shadow reports, and the one beside it acts', async () => {
  await started(`approvals:
  - { name: silent, commands: [{ programs: [npm] }], shadow: true }
  - { name: loud, commands: [{ programs: [npm], verbs: [publish] }], lapse_seconds: 1 }
budgets: { calls_per_day: 1, shadow: true }
`);
  const folder = temporaryFolder('project');
  expect(await hooked('ann', folder, 'npm ci')).toBe(false);
  expect(await hooked('ann', folder, 'npm publish')).toBe(true);
  for (const index of [1, 2]) expect(await asked('ann', index)).toBe(200);
  await vi.waitFor(async () => {
    const said = (await reportOf('ann'))?.would_have.map(({ rule, name }) => [rule, name]);
    expect(said).toContainEqual(['approval', 'silent']);
    expect(said).toContainEqual(['budgets', null]);
  });
});

const limits = (more: string) =>
  `agents:\n  ann: { max_tokens_per_minute: 1${more} }\n  bob: { max_tokens_per_minute: 1 }\n`;

verifies(
  'X3',
  'an own limit of the minute in shadow reports, and one that acts waits',
  async () => {
    await started(limits(', limits_shadow: true'));
    for (const index of [1, 2]) expect(await asked('ann', index)).toBe(200);
    await vi.waitFor(async () => {
      const said = (await reportOf('ann'))?.would_have.map(({ rule, act }) => [rule, act]);
      expect(said).toContainEqual(['limits', 'wait']);
    });
    const bob = new AbortController();
    const waits = asked('bob', 1, bob.signal).catch(() => 'waited');
    const wasHeld = async () => {
      const events = await running.api<unknown>('/api/events?agent=bob');
      expect(JSON.stringify(events)).toContain('"veto":"TOKEN_BUDGET_EXCEEDED"');
    };
    await vi.waitFor(wasHeld, { timeout: 30_000 });
    bob.abort();
    expect(await waits).toBe('waited');
    expect((await reportOf('bob'))?.would_have ?? []).toEqual([]);
  },
);

/** Calls one tool of a server behind `tripwire mcp`, as an agent's client would; what came back, and what ran. */
async function calledTool(agent: string): Promise<{ answer: string; ran: string }> {
  const server = fileURLToPath(new URL('../cli/mcp-server.ts', import.meta.url));
  const log = join(temporaryFolder('project'), 'ran.log');
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const { stdout } = await runTripwire(
    ['mcp', '--agent', agent, '--', process.execPath, server, log],
    jsonLines([
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'echo', arguments: {} } },
    ]),
    home.env,
  );
  return { answer: stdout, ran: existsSync(log) ? readFileSync(log, 'utf8') : '' };
}

verifies(
  'X3',
  'a policy in shadow lets the call run and reports; one that acts denies',
  async () => {
    const policy = (more: string) =>
      `policies:\n  - { denyTools: { tools: [echo], reason: no echoes }${more} }\n`;
    await started(policy(', shadow: true'));
    expect(await calledTool('ann')).toMatchObject({ ran: 'echo\n' });
    await vi.waitFor(async () => {
      const said = (await reportOf('ann'))?.would_have.map(({ rule, act }) => [rule, act]);
      expect(said).toContainEqual(['policy', 'refuse']);
    });
    home.configure(policy(''));
    const denied = await calledTool('ann');
    expect(denied.ran).toBe('');
    expect(denied.answer).toContain('no echoes');
  },
);
