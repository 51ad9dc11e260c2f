/** `tripwire mcp` against clients that write their own frames, before a server that reads them in its own way. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const COMMAND = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const SERVER = fileURLToPath(new URL('folding-mcp-server.ts', import.meta.url));
const POLICIES = `policies:
  - denyTools: { tools: [drop_table], reason: nobody drops }
  - pathRoots: { roots: [src] }
  - callQuota: { tools: [send_mail], maxCalls: 2 }
`;

function place(policies = POLICIES) {
  const [home, project] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(home, '.tripwire'), { mode: 0o700 });
  mkdirSync(join(project, 'src'));
  writeFileSync(join(home, '.tripwire', 'tripwire.yaml'), policies);
  const log = join(project, 'ran.log');
  const ran = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  const args = ['mcp', '--root', project, '--', process.execPath, SERVER, log];
  const send = (lines: readonly string[]) =>
    runTripwire(args, lines.map((line) => `${line}\n`).join(''), {
      HOME: home,
      TRIPWIRE_DIR: join(project, 'state'),
    });
  return { home, project, ran, send, args };
}

const call = (id: unknown, name: string, args: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });

describe('a frame that the server reads otherwise than the gate', () => {
  const hostile: readonly (readonly [string, string])[] = [
    [
      'Method for method',
      '{"jsonrpc":"2.0","id":1,"Method":"tools/call","params":{"name":"drop_table"}}',
    ],
    [
      'a ping that is a call too',
      '{"jsonrpc":"2.0","id":2,"method":"ping","Method":"tools/call","params":{"name":"drop_table"}}',
    ],
    [
      'Name beside name',
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read","Name":"drop_table"}}',
    ],
    ['NAME alone', '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"NAME":"drop_table"}}'],
    [
      'Params beside params',
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"read"},"Params":{"name":"drop_table"}}',
    ],
    [
      'Path beside path',
      '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"read","arguments":{"path":"src/a","Path":"/etc/passwd"}}}',
    ],
    [
      'Arguments beside arguments',
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"read","arguments":{"path":"src/a"},"Arguments":{"path":"/etc/passwd"}}}',
    ],
    [
      'the long s',
      '{"jsonrpc":"2.0","id":8,"method":"tools/call","param\u017F":{"name":"drop_table"},"params":{"name":"read"}}',
    ],
    [
      'a key said twice',
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"drop_table","name":"read"}}',
    ],
    [
      'a key said twice, once escaped',
      String.raw`{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"read","\u006eame":"read"}}`,
    ],
    [
      'arguments as a text, which some servers open',
      JSON.stringify({
        jsonrpc: '2.0',
        id: 15,
        method: 'tools/call',
        params: { name: 'read', arguments: '{"path":"/etc/passwd"}' },
      }),
    ],
    [
      'a method that is nearly one',
      '{"jsonrpc":"2.0","id":11,"method":"tools/call ","params":{"name":"drop_table"}}',
    ],
    [
      'a name that the server trims',
      '{"jsonrpc":"2.0","id":13,"method":"tools/call","params":{"name":"drop_table "}}',
    ],
    [
      'a name with a sign that nobody sees',
      '{"jsonrpc":"2.0","id":14,"method":"tools/call","params":{"name":"drop\u200b_table"}}',
    ],
    [
      'a number that nobody can hold',
      '{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"read","arguments":{"n":1e999}}}',
    ],
  ];

  test('is refused, and the calls around it run', async () => {
    const { send, ran } = place();
    const lines = [call('a', 'read'), ...hostile.map(([, line]) => line), call('b', 'read')];
    const { stdout, code } = await send(lines);
    expect(ran()).toEqual(['read null', 'read null']);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { error?: object });
    expect(answers.filter(({ error }) => error !== undefined)).toHaveLength(hostile.length);
    expect(code).toBe(0);
  });

  test('nested 50,000 levels deep, it is refused and the gate stands', async () => {
    const { send, ran } = place();
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const frame = (inner: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"x":${inner}}}}`;
    const { code, stdout } = await send([frame(deep), `{"x":${deep}}`, deep, call(2, 'read')]);
    expect({ code, ran: ran() }).toEqual({ code: 0, ran: ['read null'] });
    expect(stdout).toContain('nested more than');
    expect(stdout).toContain('ran read');
  });

  test('what passes is what was judged, rebuilt', async () => {
    const { send, ran } = place();
    const extra =
      '{"x-tool":"drop_table","jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"path":"src/a"}}}';
    await send([extra]);
    expect(ran()).toEqual(['read "src/a"']);
  });
});

test('a quota holds over restarts, also for a process beside it', async () => {
  const { send, ran } = place();
  for (const id of [1, 2, 3]) await send([call(id, 'send_mail')]);
  await Promise.all([send([call(4, 'send_mail')]), send([call(5, 'send_mail'), call(6, 'read')])]);
  expect(ran().toSorted()).toEqual(['read null', 'send_mail null', 'send_mail null']);
});

test('an id that is under way cannot be used for anything else', async () => {
  const { send } = place();
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const { stdout } = await send([call(1, 'read'), list]);
  expect(stdout).toContain('every request needs an id of its own');
});

test('a stop reaches the tool that runs', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  const tripwire = await startTripwire(home);
  onTestFinished(async () => void (await tripwire.end()));
  const { args, ran, project } = place();
  const env = { ...process.env, HOME: home.home };
  const child = spawn(COMMAND, ['mcp', '--agent', 'coder', ...args.slice(1)], {
    env,
    cwd: project,
  });
  onTestFinished(() => void child.kill());
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ask = (id: unknown, method: string) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: {} })}\n`);
  ask(2, 'resources/read');
  await expect.poll(ran, { timeout: 30_000 }).toEqual(['resources/read']);
  child.stdin.write(`${call(1, 'slow')}\n`);
  const before = ['resources/read', 'slow null'];
  await expect.poll(ran, { timeout: 30_000 }).toEqual(before);
  await tripwire.api('/api/agents/coder/deactivate', { why: 'enough' });
  await expect.poll(ran, { timeout: 60_000 }).toEqual([...before, 'cancelled 1']);
  await expect.poll(() => said, { timeout: 60_000 }).toContain('"isError":true');
  expect(said).toContain('enough');
  // What is no tool ends with the stop as well; that the server is there may still be asked.
  for (const [at, method] of ['resources/read', 'prompts/get', 'shop/order', 'ping'].entries()) {
    ask(10 + at, method);
  }
  // Nor with an id that is none, or without one: a server may do it all the same.
  for (const id of [null, false, {}, [7], undefined]) ask(id, 'resources/read');
  child.stdin.end();
  await new Promise((resolve) => child.once('close', resolve));
  expect(said).not.toContain('done all the same');
  expect(ran()).toEqual([...before, 'cancelled 1']);
  expect(said.split('\n').filter((line) => line.includes('"error"'))).toHaveLength(8);
});
