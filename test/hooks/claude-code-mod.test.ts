/**
 * The mod of Claude Code, written by `tripwire init` and run by a stand-in for the client's engine against a whole server. What
 * the client itself does with it is in test/clients/claude-code-mod.client.ts.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AGENT, hookServerPlace, type HookServerPlace } from './hook-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const SESSION = '7d0ee61b-7f0e-4b31-9a3c-1f3f6d3f7a10';
const ANSWER = { answer: 'done', toolUses: [], stopReason: 'end_turn', usage: null };

type Hook = (engine: object, event: object, next: unknown) => unknown;
type Step = AsyncGenerator<{ readonly kind: string; readonly text?: string }, { answer: string }>;

interface Limit {
  readonly kind: string;
  readonly percentUsed: number;
  readonly resetsAt?: string;
}

/** A project whose Claude Code has the mod, and what its engine would do with it. */
async function modded(place: HookServerPlace, limits: readonly Limit[] = []) {
  const root = temporaryFolder('mod');
  mkdirSync(join(root, place.home, '.claude'), { recursive: true });
  const init = (...words: readonly string[]) =>
    runTripwire(['init', 'claude-code', '--root', root, '--yes', ...words], '', {
      ...place.env,
      TRIPWIRE_URL: place.server.url,
    });
  const done = await init('--mod');
  expect(done, done.stderr).toMatchObject({ code: 0 });
  const folder = join(root, place.home, '.claude/skills/tripwire');
  const module = join(folder, 'hooks/register.js');
  const hooks = new Map<string, Hook>();
  const loaded = (await import(pathToFileURL(module).href)) as {
    register(on: (event: string, hook: Hook) => { catch(): void }): void;
  };
  loaded.register((event, hook) => {
    hooks.set(event, hook);
    return { catch: () => undefined };
  });
  const engine = (env: Readonly<Record<string, string>>) => ({
    session: { id: async () => SESSION, usage: async () => ({ rateLimits: limits }) },
    env: { get: async (name: string) => env[name] },
    clock: { sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref()) },
    http: {
      fetch: async (url: string, asked: RequestInit) => {
        const answer = await fetch(url, asked);
        return { status: answer.status, ok: answer.ok, text: await answer.text() };
      },
    },
  });
  const hookOf = (event: string) => hooks.get(event) ?? (() => undefined);
  /** One request to the model: whether it was sent, and what the turn says. */
  const step = async (agentId?: string, env = { TRIPWIRE_AGENT: AGENT } as object) => {
    let sent = 0;
    async function* next() {
      sent += 1;
      yield { kind: 'text', text: 'done' };
      return ANSWER;
    }
    const event = { turnId: 't', index: 0, ...(agentId === undefined ? {} : { agentId }) };
    const chunks = hookOf('turn.step')(engine({ ...env }), event, next) as Step;
    let said = '';
    for (;;) {
      const { value, done: isDone } = await chunks.next();
      if (isDone === true) return { sent, said, answer: value.answer };
      said += value.text ?? '';
    }
  };
  const spawn = (parentAgentId?: string) =>
    hookOf('agent.spawn')(engine({ TRIPWIRE_AGENT: AGENT }), { parentAgentId }, () => ({
      model: 'm',
    }));
  return { init, folder, step, spawn };
}

const operate = ({ server }: HookServerPlace, action: 'deactivate' | 'activate', more = {}) =>
  server.gate.operate({ agent: AGENT, by: 'bob', why: 'enough', action, ...more });

verifies(
  'X18',
  'a stopped agent sends no request and starts no subagent; a resumed one works',
  async () => {
    const place = await hookServerPlace();
    const { step, spawn } = await modded(place);
    expect(await step()).toEqual({ sent: 1, said: 'done', answer: 'done' });
    expect(await spawn()).toEqual({ model: 'm' });
    await operate(place, 'deactivate');
    const stopped = await step();
    expect(stopped.sent).toBe(0);
    expect(stopped.said).toContain('enough');
    // A model reads it later, and would run what it reads.
    expect(stopped.said).not.toContain('tripwire resume');
    expect(await spawn()).toMatchObject({ deny: expect.stringContaining('enough') as string });
    await operate(place, 'activate');
    expect((await step()).sent).toBe(1);
  },
);

verifies('X18', 'a subagent that is stopped alone sends none, its session goes on', async () => {
  const place = await hookServerPlace();
  const { step } = await modded(place);
  const payload = { cwd: '/w', session_id: SESSION, transcript_path: null, agent_id: 'sub-1' };
  await place.post('claude-code', { ...payload, hook_event_name: 'SubagentStop' });
  await operate(place, 'deactivate', { session: SESSION, thread: 'sub-1' });
  expect((await step('sub-1')).sent).toBe(0);
  expect((await step('sub-2')).sent).toBe(1);
  expect((await step()).sent).toBe(1);
});

verifies('X17', 'the figures of the subscription are told once, and park the agent', async () => {
  const place = await hookServerPlace('plan: { wind_down: 95, reserve: 5 }\n');
  const resetsAt = new Date(Date.now() + 3_600_000).toISOString();
  const { step } = await modded(place, [
    { kind: 'five_hour', percentUsed: 96, resetsAt },
    { kind: 'spend_limit', percentUsed: 400 },
  ]);
  expect((await step()).sent).toBe(1);
  expect((await place.server.gate.agent(AGENT)).plan?.windows).toMatchObject([
    { name: 'five_hour', used_percent: 96 },
  ]);
  expect((await step()).sent).toBe(0);
});

describe('what cannot be asked', () => {
  test('sends nothing', async () => {
    const place = await hookServerPlace();
    const { step } = await modded(place);
    const gone = { TRIPWIRE_AGENT: AGENT, TRIPWIRE_URL: 'http://127.0.0.1:9' };
    const refused = await step(undefined, gone);
    expect(refused.sent).toBe(0);
    expect(refused.said).toContain('could not be asked');
  });
});

describe('tripwire init --mod', () => {
  test('changes nothing the second time, and --remove takes all of it out', async () => {
    const place = await hookServerPlace();
    const { init, folder } = await modded(place);
    const module = join(folder, 'hooks/register.js');
    const before = readFileSync(module, 'utf8');
    expect((await init('--mod')).code).toBe(0);
    expect(readFileSync(module, 'utf8')).toBe(before);
    expect((await init('--remove')).code).toBe(0);
    expect(existsSync(module)).toBe(false);
    writeFileSync(module, 'export const register = () => {};\n');
    const foreign = await init('--mod');
    expect(foreign).toMatchObject({ code: 2 });
    expect(foreign.stderr).toContain('is not a mod of Tripwire');
    expect((await init('--remove')).code).toBe(0);
    expect(existsSync(module)).toBe(true);
  });
});
