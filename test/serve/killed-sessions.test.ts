/**
 * A session that the kill switch stopped, as people meet it: in every listing, in the summary of a run, and when it is
 * lifted while no server runs.
 */
import { expect, onTestFinished, test, vi } from 'vitest';
import { runOnTerminal } from '../kit/on-terminal.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire, type Home } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Plays an agent in a session, as often as it is told, until it is refused. */
const AGENT = `
  const [, kind, session] = process.argv;
  const url = process.env.ANTHROPIC_BASE_URL + '/v1/messages';
  const messages = [{ role: 'user', content: 'Demonstration: play the ' + kind + ' agent, in 6 steps.' }];
  for (let step = 0; step < 7; step += 1) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json', 'x-api-key': 'k',
        'user-agent': 'claude-cli/2.1.325', 'x-claude-code-session-id': session,
      },
      body: JSON.stringify({ model: 'm', max_tokens: 9, messages }),
    });
    if (!answer.ok) break;
    const { content } = await answer.json();
    const results = content.filter((one) => one.type === 'tool_use')
      .map(({ id, input }) => ({ type: 'tool_result', tool_use_id: id, content: kind === 'looping' ? 'FAIL 401' : 'ok ' + JSON.stringify(input) }));
    if (results.length === 0) break;
    messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  }
`;

async function home(): Promise<Home> {
  const at = await newHome();
  onTestFinished(() => at.provider.close());
  at.configure('kill_switch:\n  enabled: true\n');
  return at;
}

function run({ env }: Home, kind: string, session: string) {
  const command = [process.execPath, '--input-type=module', '-e', AGENT, kind, session];
  return runTripwire(['run', '--agent', 'mine', '--', ...command], '', env);
}

test('agents, status and top list it, with the command that lifts it', async () => {
  const at = await home();
  const server = await startTripwire(at);
  onTestFinished(async () => {
    await server.end('SIGKILL');
  });
  const shown = async () => {
    const listings = [['agents'], ['status'], ['top', '--once']];
    return Promise.all(listings.map(async (one) => (await runTripwire(one, '', at.env)).stdout));
  };
  await run(at, 'healthy', 'fine');
  for (const one of await shown()) expect(one).not.toMatch(/stopped [^a]|\(session /);
  const { stderr } = await run(at, 'looping', 'stuck');
  const page = /What led to it: (\S+)/.exec(stderr)?.[1] ?? '';
  expect(page).toContain(`${server.adminUrl}/incidents/`);
  const id = page.split('/').at(-1) ?? '';
  expect(await server.api(`/api/incidents/${id}`)).toMatchObject({ kind: 'kill_switch' });
  const [agents = '', status = '', top = ''] = await shown();
  expect(agents).toContain('1 of 2 sessions stopped');
  expect(agents).toMatch(/mine: .*same failure each time .*\(session stuck, since /);
  expect(agents).toContain('tripwire resume mine --session stuck');
  expect(status).toContain('0 stopped, and 1 single session');
  expect(status).toContain('tripwire resume mine --session stuck');
  expect(top).toContain('1 of 2 sessions stopped');
});

test('a run is summed up by itself, and what it says lifts the stop without a server', async () => {
  const at = await home();
  const stopped = await run(at, 'looping', 'stuck');
  expect(stopped.stderr).toContain('STOPPED (kill_switch)');
  const remedy =
    /To resume: tripwire (resume mine --session stuck)/.exec(stopped.stderr)?.[1] ?? '';
  const other = await run(at, 'healthy', 'fine');
  expect(other.stderr).toContain('not stopped.');
  const again = await run(at, 'looping', 'stuck');
  expect(again.stderr).toMatch(/mine: 0 calls, .*1 request refused, still stopped since /);
  expect(again.stderr).not.toContain('Nothing went through');
  // An agent's shell has no terminal, and a token that nobody made is nobody's, also without a server.
  for (const token of [{}, { TRIPWIRE_ADMIN_TOKEN: 'twc_made_up' }]) {
    expect((await runTripwire(remedy.split(' '), '', { ...at.env, ...token })).code).toBe(1);
  }
  const lifted = await runOnTerminal(remedy.split(' '), 'mine\n', at.env);
  expect(lifted.stdout).toContain('mine, session stuck, may work again.\n');
  expect(lifted.code).toBe(0);
  const free = await run(at, 'healthy', 'stuck');
  expect(free.stderr).toContain('not stopped.');
});

test('resume-all takes --yes, and lifts without a server too', async () => {
  const at = await home();
  const server = await startTripwire(at);
  expect((await runTripwire(['stop-all'], '', at.env)).code).toBe(0);
  await server.end();
  const lifted = await runOnTerminal(['resume-all', '--yes'], '', at.env);
  expect(lifted).toMatchObject({ code: 0 });
  expect((await run(at, 'healthy', 'fine')).stderr).toContain('not stopped.');
});

test('a command that asks nothing of Tripwire is told so', async () => {
  const at = await home();
  const { stderr } = await runTripwire(['run', '--agent', 'mine', '--', 'true'], '', at.env);
  expect(stderr).toContain('Nothing went through Tripwire');
});
