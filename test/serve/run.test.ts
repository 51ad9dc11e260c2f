/** `tripwire run`, `drill`, `doctor` and `off` as a person uses them, each a process of its own. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 60_000 });

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleaning.splice(0).toReversed()) await one();
});

async function home(): Promise<Home> {
  const made = await newHome();
  cleaning.push(() => made.provider.close());
  return made;
}

async function start(at: Home): Promise<RunningTripwire> {
  const running = await startTripwire(at);
  cleaning.push(() => running.end('SIGKILL'));
  return running;
}

/** An agent in one line: it asks the same thing until it is refused, prints the status, ends with 7. */
const agent = `
  const url = process.env.ANTHROPIC_BASE_URL + '/v1/messages';
  const messages = [{ role: 'user', content: 'Demonstration: play the looping agent, in 9 steps.' }];
  let status = 200;
  for (let i = 0; i < Number(process.argv[1]) && status === 200; i += 1) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
      body: JSON.stringify({ model: 'm', max_tokens: 9, messages }),
    });
    status = answer.status;
    const { content = [] } = await answer.json();
    const results = content.filter((one) => one.type === 'tool_use')
      .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'FAIL 401' }));
    messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  }
  console.log('status', status, process.env.OPENAI_BASE_URL);
  process.exitCode = 7;
`;
const command = (steps: number) => [
  '--',
  process.execPath,
  '--input-type=module',
  '-e',
  agent,
  String(steps),
];

describe('tripwire run', () => {
  test('without a server it brings its own, and a loop is stopped and summed up', async () => {
    const at = await home();
    at.configure('kill_switch:\n  enabled: true\n');
    const { code, stdout, stderr } = await runTripwire(
      ['run', '--agent', 'mine', ...command(20)],
      '',
      at.env,
    );
    expect(code).toBe(7);
    expect(stdout).toMatch(/^status 402 http:\/\/127\.0\.0\.1:\d+\/agents\/mine\/openai\/v1\n$/);
    expect(stderr).toContain('mine: 5 calls, ');
    expect(stderr).toContain('STOPPED (kill_switch)');
    expect(stderr).toContain('tripwire resume mine');
    expect(existsSync(join(at.data, 'server.json'))).toBe(false);
  });

  test('healthy work passes; without a terminal it says which defaults hold and writes nothing', async () => {
    const at = await home();
    const { code, stderr } = await runTripwire(['run', ...command(2)], '', at.env);
    expect(code).toBe(7);
    expect(stderr).toContain('the defaults hold: coding-v1, loops are reported, not stopped');
    expect(stderr).toContain('node: 2 calls');
    expect(stderr).toContain('not stopped.');
    expect(existsSync(join(at.data, 'tripwire.yaml'))).toBe(false);
  });

  test('a running server is used, and stays', async () => {
    const at = await home();
    const running = await start(at);
    const { code, stdout, stderr } = await runTripwire(['run', ...command(1)], '', at.env);
    expect({ code, stdout }).toEqual({
      code: 7,
      stdout: `status 200 ${running.url}/agents/node/openai/v1\n`,
    });
    expect(stderr).toContain(`the running one, process ${running.process.pid}`);
    expect(stderr).toContain('node: 1 call');
    expect((await askAs(running.url, 'node')).status).toBe(200);
  });

  test.each([
    [['run'], 2, 'behind --'],
    [['run', '--agent', 'a/b', '--', 'true'], 2, '--agent must be'],
    [['run', '--', 'no-such-command-here'], 127, 'cannot run no-such-command-here'],
  ] as const)('%j ends with %i and says why', async (args, code, words) => {
    const at = await home();
    const outcome = await runTripwire(args, '', at.env);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(words);
  });
});

describe('tripwire drill', () => {
  verifies('X9', 'passes on a fresh machine and leaves nothing behind', async () => {
    const at = await home();
    at.configure('kill_switch:\n  enabled: true\n');
    const { code, stdout } = await runTripwire(['drill'], '', at.env);
    expect(code).toBe(0);
    expect(stdout).not.toContain('✗');
    expect(stdout).toContain('✓ a loop is stopped');
    expect(stdout).toContain('The stop works here.');
    expect(at.provider.requests).toHaveLength(0);
    expect(readdirSync(at.home)).toEqual(['.tripwire']);
    expect(readdirSync(at.data)).toEqual(['tripwire.yaml']);
  });

  verifies('X9', 'checks the running server too, without calling its provider', async () => {
    const at = await home();
    at.configure('kill_switch:\n  enabled: true\n');
    const running = await start(at);
    const { code, stdout } = await runTripwire(['drill', '--json'], '', at.env);
    expect(code).toBe(0);
    const steps = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; ok: boolean });
    expect(steps.at(-1)).toMatchObject({
      name: 'the running server stops an agent, and releases it',
      ok: true,
    });
    expect(at.provider.requests).toHaveLength(0);

    // Its agent is no agent that works, idles or is stopped; what was done to it stays recorded.
    expect(await running.api('/api/agents')).toEqual([]);
    expect(await running.api('/api/overview')).toMatchObject({
      agents: 0,
      working: 0,
      stopped: 0,
      today: { refused: 0 },
    });
    expect(await running.api('/api/agents/tripwire-drill')).toMatchObject({
      drill: true,
      active: 1,
    });
    expect(await running.api('/api/incidents')).toMatchObject([
      { agent: 'tripwire-drill', title: 'Stopped by drill: a test of the stop', open: false },
    ]);
    const agents = await runTripwire(['agents'], '', at.env);
    expect(agents.stdout).not.toContain('tripwire-drill');
    const status = await runTripwire(['status', 'tripwire-drill'], '', at.env);
    expect(status.stdout).toContain('belongs to tripwire drill');
  });

  test('an agent that takes the name of the drill is seen as soon as a call of it passes', async () => {
    const at = await home();
    const running = await start(at);
    expect((await askAs(running.url, 'tripwire-drill')).status).toBe(200);
    expect(await running.api('/api/agents')).toMatchObject([
      { id: 'tripwire-drill', drill: false },
    ]);
    expect(await running.api('/api/overview')).toMatchObject({ agents: 1, today: { calls: 1 } });
  });
});

/** Every provider that is left has its key held. */
const HARDENED =
  'kill_switch:\n  enabled: true\nregistration: closed\nupstreams:\n  anthropic:\n    key: env:SOME_KEY\n' +
  '  openai:\n    enabled: false\n  gemini:\n    enabled: false\n';

describe('tripwire doctor', () => {
  test('a sound set-up, beside a running server and after it', async () => {
    const at = await home();
    at.configure('kill_switch:\n  enabled: true\n');
    const running = await start(at);
    await askAs(running.url, 'one');
    const beside = await runTripwire(['doctor'], '', at.env);
    expect(beside.stdout).toContain(`answers at ${running.adminUrl}`);
    expect(beside.stdout).toMatch(/kill_switch\.enabled +true +.*tripwire\.yaml/);
    expect(beside.stdout).toContain('1 of 1 chains verify');
    expect(beside.stdout).toContain('level 0');
    expect(beside.code).toBe(0);
    const locked = await runTripwire(['doctor', '--rebuild', '--json'], '', at.env);
    expect(locked.code).toBe(1);
    expect(locked.stdout).toContain('nothing was changed');
    await running.end();
    const rebuilt = await runTripwire(['doctor', '--rebuild'], '', at.env);
    expect(rebuilt.stdout).toMatch(/rebuild: one: \d+ events from \d+ rows/);
    expect(rebuilt.code).toBe(0);
  });

  verifies(
    'X8',
    'tries the doors of the running server and prints the level, with every point',
    async () => {
      const at = await home();
      at.configure(HARDENED);
      const env = { ...at.env, SOME_KEY: 'sk-1' };
      const running = await start({ ...at, env });
      const sound = await runTripwire(['doctor'], '', env);
      expect(sound.stdout).toContain('level 1');
      expect(sound.stdout).toContain('✓ the running server turned strangers away at both ports');
      expect(sound.stdout).toContain('✗ not level 2: agents connect from this machine');
      expect(sound.code).toBe(0);
      expect(at.provider.requests).toHaveLength(0);
      expect(await running.api('/api/agents')).toEqual([]);
    },
  );

  verifies('X8', 'a server that is not as its settings say: level 0, and exit code 1', async () => {
    const at = await home();
    const running = await start(at);
    const closed = join(at.home, 'closed.yaml');
    writeFileSync(closed, HARDENED);
    const env = { ...at.env, SOME_KEY: 'sk-1' };
    const found = await runTripwire(['doctor', '--config', closed, '--json'], '', env);
    expect(found.code).toBe(1);
    const { protection } = JSON.parse(found.stdout) as { protection: { missing: string[] } };
    expect(protection).toMatchObject({ level: 0 });
    expect(protection.missing).toEqual([
      `the port for agents at ${running.url} lets in agents that nobody registered`,
    ]);
  });

  test('says where a chain breaks', async () => {
    const at = await home();
    const running = await start(at);
    await askAs(running.url, 'one');
    await running.end();
    const database = new DatabaseSync(join(at.data, 'journal.db'));
    database.exec(
      `UPDATE journal SET body = replace(body, '"step"', '"side"') WHERE kind = 'admit'`,
    );
    database.close();
    const { code, stdout } = await runTripwire(['doctor'], '', at.env);
    expect(code).toBe(1);
    expect(stdout).toContain('0 of 1 chains verify');
    expect(stdout).toMatch(/row 3 of "one": its hash is/);
  });

  test('a configuration that is refused', async () => {
    const at = await home();
    at.configure('prot: 4180\n');
    const { code, stdout } = await runTripwire(['doctor'], '', at.env);
    expect(code).toBe(1);
    expect(stdout).toContain('did you mean');
  });
});

describe('tripwire off', () => {
  test('ends the server, says what to unset, and may be said twice', async () => {
    const at = await home();
    const running = await start(at);
    const env = { ...at.env, ANTHROPIC_BASE_URL: `${running.url}/agents/x/anthropic` };
    const first = await runTripwire(['off'], '', env);
    expect(first.stdout).toContain('Tripwire has ended.');
    expect(first.stdout).toContain('unset ANTHROPIC_BASE_URL');
    expect(first.code).toBe(0);
    const second = await runTripwire(['off', '--json'], '', at.env);
    expect(second.code).toBe(0);
    expect(JSON.parse(second.stdout)).toEqual({ ended: false, problem: null, unset: [] });
  });

  test('a server that was killed leaves nothing that stands in the way', async () => {
    const at = await home();
    const killed = await start(at);
    await killed.end('SIGKILL');
    expect(existsSync(join(at.data, 'server.json'))).toBe(true);
    expect((await runTripwire(['off'], '', at.env)).code).toBe(0);
    expect(existsSync(join(at.data, 'server.json'))).toBe(false);
    const again = await start(at);
    expect((await askAs(again.url, 'one')).status).toBe(200);
  });
});
