/**
 * Sessions that only have hooks: what they spend is read from the client's transcript, and a budget that is spent refuses.
 */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { hookServerPlace, isRefusal, type HookServerPlace } from './hook-server.ts';
import { recordedPayload } from './recorded-payloads.ts';

vi.setConfig({ testTimeout: 120_000 });

type ClientWithMoney = 'claude-code' | 'codex';
const SESSION = 'session-of-money';

interface Spent {
  readonly spend: { readonly today: { readonly tokens: number; readonly cost_usd: number | null } };
  readonly budgets: readonly { readonly level: string; readonly spent: number }[];
  readonly holds: readonly { readonly hold: string; readonly by: string }[];
}

/** One session of a client in a project, whose hooks are started as the client starts them. */
class Session {
  readonly #at: HookServerPlace;
  readonly #client: ClientWithMoney;
  readonly #project: string;
  readonly transcript: string;
  #answers = 0;
  #total = 0;

  constructor(at: HookServerPlace, client: ClientWithMoney) {
    this.#at = at;
    this.#client = client;
    this.#project = at.project();
    this.transcript = join(at.home, `${client}-${SESSION}.jsonl`);
    mkdirSync(join(this.#project, '.git'));
    // What was there before nobody watched: a resumed session.
    writeFileSync(this.transcript, '');
    this.answered({ input: 1_000_000, output: 100_000 });
  }

  async hook(event: string, more: object = {}): Promise<string> {
    const payload = {
      ...recordedPayload(this.#client, event),
      cwd: this.#project,
      transcript_path: this.transcript,
      session_id: SESSION,
      ...more,
    };
    const ran = await runTripwire(['hook', this.#client], JSON.stringify(payload), this.#at.env);
    expect(ran.code).toBe(0);
    return ran.stdout;
  }

  /** A tool is about to run, long after the transcript was last read. */
  tool(): Promise<string> {
    const marks = join(this.#project, '.geometry', 'spent');
    for (const name of readdirSync(marks)) utimesSync(join(marks, name), 0, 0);
    return this.hook('PreToolUse', { tool_use_id: `toolu_${this.#answers}` });
  }

  /** The client writes an answer down, as it does: of Claude Code, a line for each block. */
  answered({ input, output }: { readonly input: number; readonly output: number }): void {
    this.#answers += 1;
    this.#total += input + output;
    const line = (value: object) => appendFileSync(this.transcript, `${JSON.stringify(value)}\n`);
    if (this.#client === 'codex') {
      line({ type: 'turn_context', payload: { model: 'gpt-5' } });
      const last = { input_tokens: input, cached_input_tokens: 0, output_tokens: output };
      const info = { last_token_usage: last, total_token_usage: { total_tokens: this.#total } };
      for (const _ of [1, 2]) line({ type: 'event_msg', payload: { type: 'token_count', info } });
      return;
    }
    const message = {
      id: `msg_${this.#answers}`,
      model: 'claude-sonnet-4-5',
      usage: { input_tokens: input, output_tokens: output },
    };
    for (const type of ['thinking', 'tool_use']) {
      line({ type: 'assistant', message: { ...message, content: [{ type }] } });
    }
  }

  spent(): Promise<Spent> {
    return adminAsk<Spent>(
      this.#at,
      `/api/agents/${this.#client === 'codex' ? 'codex' : 'claude'}`,
    );
  }
}

async function adminAsk<Body>(at: HookServerPlace, path: string, body?: object): Promise<Body> {
  const token = readFileSync(join(at.data, 'admin-token'), 'utf8').trim();
  const answer = await fetch(`${at.server.adminUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Body;
}

/** $3 and $15 for a million, and for the other $1.25 and $10. */
const COSTS = { 'claude-code': 0.0045, codex: 0.00225 } as const;
const small = { input: 1_000, output: 100 };

describe.each(['claude-code', 'codex'] as const)('%s', (client) => {
  verifies('X6', 'what its answers cost is counted once, without what came before', async () => {
    const at = await hookServerPlace();
    const session = new Session(at, client);
    await session.hook('SessionStart');
    await session.hook('UserPromptSubmit');
    for (let turn = 1; turn <= 2; turn += 1) {
      session.answered(small);
      expect(isRefusal(await session.tool())).toBe(false);
    }
    await session.hook('Stop');
    await session.hook('Stop');
    await vi.waitFor(async () => {
      const { today } = (await session.spent()).spend;
      expect(today.tokens).toBe(2_200);
      expect(today.cost_usd).toBeCloseTo(2 * COSTS[client], 6);
    });
  });

  verifies('X6', 'a budget that is spent refuses the next tool and the next prompt', async () => {
    const limit = COSTS[client] * 2.5;
    const at = await hookServerPlace(`budgets: { usd_per_day: ${limit} }\n`);
    const session = new Session(at, client);
    await session.hook('SessionStart');
    await session.hook('UserPromptSubmit');
    for (let turn = 1; turn <= 2; turn += 1) {
      session.answered(small);
      expect(isRefusal(await session.tool())).toBe(false);
    }
    session.answered(small);
    await session.hook('Stop');
    const refused = await session.tool();
    expect(isRefusal(refused)).toBe(true);
    expect(refused).toContain('BUDGET_SPENT');
    expect(isRefusal(await session.hook('UserPromptSubmit'))).toBe(true);
  });
});

verifies('X6', 'a budget that asks parks it, and a resume extends it', async () => {
  const at = await hookServerPlace('budgets: { usd_per_day: 0.01, extend_percent: 100 }\n');
  const session = new Session(at, 'claude-code');
  await session.hook('SessionStart');
  await session.hook('UserPromptSubmit');
  for (const _ of [1, 2, 3]) session.answered(small);
  await session.hook('Stop');
  expect(await session.tool()).toContain('Parked at its budget');
  expect((await session.spent()).holds).toMatchObject([{ hold: 'parked', by: 'budget' }]);
  await adminAsk(at, '/api/agents/claude/resume', { why: 'go on' });
  expect(isRefusal(await session.tool())).toBe(false);
});

verifies('X6', 'a session whose model calls pass here is counted by these alone', async () => {
  const at = await hookServerPlace();
  const session = new Session(at, 'claude-code');
  await session.hook('SessionStart');
  await session.hook('UserPromptSubmit');
  const asked = await fetch(`${at.server.url}/agents/claude/anthropic/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'k',
      'x-claude-code-session-id': SESSION,
    },
    body: JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'What is in room 1?' }],
    }),
  });
  expect(asked.status).toBe(200);
  await asked.text();
  const before = await vi.waitFor(async () => {
    const { tokens } = (await session.spent()).spend.today;
    expect(tokens).toBeGreaterThan(0);
    return tokens;
  });
  session.answered({ input: 50_000, output: 1_000 });
  await session.hook('Stop');
  expect(isRefusal(await session.tool())).toBe(false);
  expect((await session.spent()).spend.today.tokens).toBe(before);
});

verifies('X17', 'Codex writes down how full its subscription is, and is parked by it', async () => {
  const at = await hookServerPlace('plan: { wind_down: 95, reserve: 5 }\n');
  const session = new Session(at, 'codex');
  for (const event of ['SessionStart', 'UserPromptSubmit']) await session.hook(event);
  session.answered(small);
  const resetsAt = Math.floor(Date.now() / 1_000) + 3_600;
  const told = (share: number) => {
    const primary = { used_percent: share, window_minutes: 300, resets_at: resetsAt };
    const secondary = { used_percent: 12.5, window_minutes: 10_080, resets_at: resetsAt };
    const payload = { type: 'token_count', info: null, rate_limits: { primary, secondary } };
    const line = JSON.stringify({ type: 'event_msg', payload });
    appendFileSync(session.transcript, `${line}\n`);
  };
  const plan = async () =>
    (
      await adminAsk<{ plan: { windows: readonly { name: string; used_percent: number }[] } }>(
        at,
        '/api/agents/codex',
      )
    ).plan.windows.map(({ name, used_percent: used }) => [name, used]);
  told(40);
  expect(isRefusal(await session.tool())).toBe(false);
  expect(await plan()).toEqual([
    ['five_hour', 40],
    ['seven_day', 12.5],
  ]);
  told(96);
  await session.tool();
  expect(isRefusal(await session.tool())).toBe(true);
  expect((await session.spent()).holds).toMatchObject([{ hold: 'parked' }]);
});

/** What is asked of a session of a client that names its events in its own way. */
function otherSession(at: HookServerPlace, client: 'gemini-cli' | 'opencode') {
  const project = at.project();
  mkdirSync(join(project, '.git'));
  const transcript = join(at.home, `${client}.jsonl`);
  writeFileSync(transcript, '');
  const named =
    client === 'opencode'
      ? { directory: project, sessionID: SESSION, rootID: SESSION }
      : { cwd: project, session_id: SESSION, transcript_path: transcript };
  const hook = async (event: string, more: object = {}) => {
    const payload = { ...recordedPayload(client, event), ...named, ...more };
    const ran = await runTripwire(['hook', client], JSON.stringify(payload), at.env);
    expect(ran.code).toBe(0);
    return ran.stdout;
  };
  const overdue = () => {
    const marks = join(project, '.geometry', 'spent');
    for (const name of readdirSync(marks)) utimesSync(join(marks, name), 0, 0);
  };
  const today = async (agent: string) =>
    (await adminAsk<Spent>(at, `/api/agents/${agent}`)).spend.today;
  return { transcript, hook, overdue, today };
}

verifies('X6', 'Gemini CLI: its answers are counted once, and a spent budget refuses', async () => {
  const at = await hookServerPlace('budgets: { tokens_per_day: 3000 }\n');
  const { transcript, hook, overdue, today } = otherSession(at, 'gemini-cli');
  await hook('SessionStart');
  await hook('BeforeAgent');
  const answered = (id: string) => {
    const tokens = { input: 1_500, output: 60, cached: 400, thoughts: 40, tool: 0, total: 1_600 };
    const line = { id, type: 'gemini', content: 'Let me look.', tokens, model: 'gemini-2.5-pro' };
    const between = { $set: { lastUpdated: '2026-11-19T10:00:00Z' } };
    for (const one of [line, between, line]) {
      appendFileSync(transcript, `${JSON.stringify(one)}\n`);
    }
  };
  answered('one');
  overdue();
  expect(isRefusal(await hook('BeforeTool'))).toBe(false);
  await vi.waitFor(async () => expect((await today('gemini')).tokens).toBe(1_200));
  expect((await today('gemini')).cost_usd).toBeGreaterThan(0);
  answered('two');
  answered('three');
  overdue();
  expect(isRefusal(await hook('BeforeTool'))).toBe(true);
});

verifies(
  'X6',
  'Gemini CLI, whose requests name no session, is counted by those that pass here',
  async () => {
    const at = await hookServerPlace();
    const { transcript, hook, overdue, today } = otherSession(at, 'gemini-cli');
    await hook('SessionStart');
    await hook('BeforeAgent');
    const asked = await fetch(
      `${at.server.url}/agents/gemini/gemini/v1beta/models/gemini-2.5-pro:generateContent`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-goog-api-key': 'k' },
        body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }),
      },
    );
    expect(asked.status).toBe(200);
    await asked.arrayBuffer();
    await vi.waitFor(async () => expect((await today('gemini')).tokens).toBeGreaterThan(0));
    const before = await today('gemini');
    const tokens = { input: 5_000, output: 100, cached: 0, thoughts: 0, tool: 0 };
    const line = { id: 'one', type: 'gemini', tokens, model: 'gemini-2.5-pro' };
    appendFileSync(transcript, `${JSON.stringify(line)}\n`);
    overdue();
    await hook('BeforeTool');
    expect(await today('gemini')).toEqual(before);
  },
);

verifies('X6', 'OpenCode: what its plugin tells of an answer is counted once', async () => {
  const at = await hookServerPlace('budgets: { tokens_per_day: 3000 }\n');
  const { hook, today } = otherSession(at, 'opencode');
  await hook('chat.message');
  const answered = (messageID: string) =>
    hook('message.updated', {
      messageID,
      model: 'claude-sonnet-4-5',
      contextTokens: 1_000,
      tokens: { input: 1_000, output: 100, cacheRead: 50_000, cacheWrite: 0 },
    });
  await answered('msg_1');
  await answered('msg_1');
  await vi.waitFor(async () => expect((await today('opencode')).tokens).toBe(1_100));
  expect((await today('opencode')).cost_usd).toBeGreaterThan(0);
  expect(isRefusal(await hook('tool.execute.before'))).toBe(false);
  await answered('msg_2');
  await answered('msg_3');
  expect(isRefusal(await hook('tool.execute.before'))).toBe(true);
});
