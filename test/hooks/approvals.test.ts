/** Approvals by hooks on a running server: the call waits for a person, passes once on a yes, and on nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { HOOK_CLIENT_IDS } from '../../src/clients/table.ts';
import { approvalsPlace, commandPayload, MIGRATE_RULE } from './approvals-place.ts';
import { isRefusal } from './hook-server.ts';

vi.setConfig({ testTimeout: 60_000 });

const MIGRATE = 'npm run migrate -- --to 7';

describe.each(HOOK_CLIENT_IDS)('the hooks of %s', (client) => {
  verifies(
    'A6',
    'a migration waits for a yes and then runs once; nothing else is asked about',
    async () => {
      const at = await approvalsPlace();
      const folder = at.project();
      const run = async (command: string) =>
        (await at.post(client, commandPayload(client, folder, command))).json;
      expect(isRefusal(await run('git status'))).toBe(false);
      expect(await at.approvals()).toEqual([]);

      const waits = run(MIGRATE);
      const [asked] = await at.waiting(1);
      expect(asked).toMatchObject({ agent: 'ada', refused: false });
      expect(asked?.why).toContain('rule migrate (it cannot be undone)');
      expect(asked?.why).toContain(MIGRATE);
      await at.answer(asked, 'grant');
      expect(isRefusal(await waits)).toBe(false);
      expect(await at.approvals()).toEqual([]);

      // The yes was for that one call.
      const second = await run(MIGRATE);
      expect(isRefusal(second)).toBe(true);
      expect(JSON.stringify(second)).toContain('page Approvals');
      expect(JSON.stringify(second)).not.toContain('tripwire grant');
      const [again] = await at.waiting(1);
      // Whoever grants later than the client waits is heard by the next try.
      await at.answer(again, 'grant');
      expect(isRefusal(await run(MIGRATE))).toBe(false);
      expect(isRefusal(await run('git status'))).toBe(false);
    },
  );

  test('a refusal refuses, and is not asked about again', async () => {
    const at = await approvalsPlace();
    const folder = at.project();
    const run = async () =>
      JSON.stringify((await at.post(client, commandPayload(client, folder, MIGRATE))).json);
    const waits = run();
    const [asked] = await at.waiting(1);
    await at.answer(asked, 'refuse');
    for (const refused of [await waits, await run()]) {
      expect(isRefusal(refused)).toBe(true);
      expect(refused).toContain('A person refused it');
    }
    await at.waiting(0);
  });

  test('a lapse refuses, and the next try asks again', async () => {
    const at = await approvalsPlace(`${MIGRATE_RULE}    lapse_seconds: 1\n`);
    const folder = at.project();
    const run = async () =>
      JSON.stringify((await at.post(client, commandPayload(client, folder, MIGRATE))).json);
    expect(isRefusal(await run())).toBe(true);
    await at.waiting(0);
    const events = await at.api<readonly { readonly reason: string }[]>('/api/events?limit=50');
    expect(JSON.stringify(events)).toContain('approval');
    expect(isRefusal(await run())).toBe(true);
  });
});

test('with nothing named nobody is asked', async () => {
  const at = await approvalsPlace('');
  const folder = at.project();
  for (const client of HOOK_CLIENT_IDS) {
    const { json } = await at.post(client, commandPayload(client, folder, MIGRATE));
    expect(isRefusal(json)).toBe(false);
  }
  expect(await at.approvals()).toEqual([]);
});

test('a third question of a session waits for its turn, and the other tools go on', async () => {
  const at = await approvalsPlace();
  const folder = at.project();
  const run = async (command: string) =>
    (await at.post('claude-code', commandPayload('claude-code', folder, command))).json;
  const migrations = ['npm run migrate one', 'npm run migrate two', 'npm run migrate three'];
  const denied = await Promise.all(migrations.map(run));
  expect(denied.map(isRefusal)).toEqual([true, true, true]);
  const open = await at.waiting(2);
  expect(open.every(({ target }) => target !== '*')).toBe(true);
  expect(isRefusal(await run('git status'))).toBe(false);
  await at.answer(open[0], 'grant');
  await Promise.all(migrations.map(run));
  const next = await at.approvals();
  expect(next.map(({ why }) => why).join()).toContain('npm run migrate three');
});

test('a question keeps no secret of the server, whole or cut', async () => {
  const at = await approvalsPlace();
  const folder = at.project();
  const token = readFileSync(join(at.data, 'admin-token'), 'utf8').trim();
  // The second one stands where what is shown is cut.
  const long = `npm run migrate ${'x'.repeat(840)} ${token} ${'y'.repeat(900)}`;
  for (const command of [`npm run migrate ${token}`, long]) {
    await at.post('claude-code', commandPayload('claude-code', folder, command));
  }
  const open = await at.waiting(2);
  for (const { why } of open) expect(why).toContain('[redacted: held by Tripwire]');
  const shown = JSON.stringify([open, await at.api('/api/events?limit=50')]);
  for (let from = 0; from + 8 <= token.length; from += 1) {
    expect(shown).not.toContain(token.slice(from, from + 8));
  }
});

test('what a subagent asks for waits as well, and its own tests run without anybody', async () => {
  const at = await approvalsPlace(`approvals:
  - name: production
    commands: [{ programs: [psql] }]
    why: a test reset once deleted rows of production
`);
  const folder = at.project();
  const run = async (command: string) => {
    const payload = { ...commandPayload('claude-code', folder, command), agent_id: 'a-tester' };
    return JSON.stringify((await at.post('claude-code', payload)).json);
  };
  expect(isRefusal(await run('npm test -- --watch=false'))).toBe(false);
  const waits = run('cd api && psql "$DATABASE_URL" -c "DELETE FROM accounts"');
  const [asked] = await at.waiting(1);
  expect(asked?.why).toContain('DELETE FROM accounts');
  await at.answer(asked, 'refuse');
  expect(isRefusal(await waits)).toBe(true);
  expect(isRefusal(await run('npm test -- --watch=false'))).toBe(false);
});
