/** Who may answer: those whom the rule names, by the token they show; nobody by what they say of themselves. */
import { describe, expect, test, vi } from 'vitest';
import { approvalsPlace, commandPayload, MIGRATE_RULE } from '../hooks/approvals-place.ts';
import { isRefusal } from '../hooks/hook-server.ts';
import { startReceiver } from './receiver.ts';

vi.setConfig({ testTimeout: 60_000 });

async function placeWith(more: string) {
  const at = await approvalsPlace(`${MIGRATE_RULE}${more}`);
  const folder = at.project();
  const run = async () =>
    (await at.post('codex', commandPayload('codex', folder, 'npm run migrate'))).json;
  const token = async (name: string, role: string) =>
    (await at.api<{ token: string }>('/api/tokens', { name, role })).token;
  return { ...at, run, token };
}

describe('answered_by', () => {
  test('names tokens: another operator, and the owner, may not answer', async () => {
    const at = await placeWith('    answered_by: [alice]\n');
    const alice = await at.token('alice', 'operator');
    const bob = await at.token('bob', 'operator');
    const waits = at.run();
    const [asked] = await at.waiting(1);
    expect(asked).toMatchObject({ rule: 'migrate', answered_by: ['alice'] });
    expect(asked?.lapses_at).toBe((asked?.since ?? 0) + 900_000);
    for (const answer of [
      await at.answer(asked, 'grant', bob),
      await at.answer(asked, 'grant'),
      await at.api(`/api/approvals/${asked?.id ?? ''}/grant`, { by: 'alice' }, bob),
    ]) {
      expect(answer).toMatchObject({ status: 403 });
    }
    expect(await at.approvals()).toHaveLength(1);
    expect(await at.answer(asked, 'grant', alice)).toMatchObject({ decided: 'granted' });
    expect(isRefusal(await waits)).toBe(false);
  });

  test('names a role', async () => {
    const at = await placeWith('    answered_by: [role:admin]\n');
    const operator = await at.token('olga', 'operator');
    const admin = await at.token('adam', 'admin');
    const waits = at.run();
    const [asked] = await at.waiting(1);
    expect(await at.answer(asked, 'grant', operator)).toMatchObject({ status: 403 });
    expect(await at.answer(asked, 'grant', admin)).toMatchObject({ decided: 'granted' });
    expect(isRefusal(await waits)).toBe(false);
  });

  test('a viewer never may, and an agent’s key is no token', async () => {
    const at = await placeWith('');
    const viewer = await at.token('vera', 'viewer');
    const waits = at.run();
    const [asked] = await at.waiting(1);
    expect(await at.answer(asked, 'grant', viewer)).toMatchObject({ status: 403 });
    const key = await at.api<{ key: string }>('/api/agents/ada/keys', { label: 'x' });
    expect(await at.answer(asked, 'grant', key.key)).toMatchObject({ status: 401 });
    expect(await at.approvals()).toHaveLength(1);
    expect(isRefusal(await waits)).toBe(true);
  });
});

test('an agent cannot answer by its hook: the command is a person’s', async () => {
  const at = await placeWith('');
  const folder = at.project();
  for (const command of [
    'tripwire grant x',
    'npx agent-tripwire refuse x',
    'bin/tripwire grant y',
  ]) {
    const payload = commandPayload('claude-code', folder, command);
    expect(isRefusal((await at.post('claude-code', payload)).json)).toBe(true);
  }
});

describe('the link in an alert', () => {
  async function alerted(more: string) {
    const at = await placeWith(more);
    const receiver = await startReceiver();
    const target = { kind: 'webhook', url: `${receiver.url}/in` };
    await at.api('/api/alert-channels', { name: 'hook', allow_private: true, target });
    await at.patch('/api/settings', { alert_links: true });
    const waits = at.run();
    const [told] = await receiver.until(1);
    const { data } = JSON.parse(told?.body ?? '') as {
      data: { lines: string[]; actions: { label: string; url: string }[] };
    };
    const urlOf = (label: string) =>
      data.actions.find((one) => one.label === label)?.url ?? 'http://127.0.0.1:1';
    return { at, waits, data, press: (label: string) => fetch(urlOf(label), { method: 'POST' }) };
  }

  test('grants one action, once', async () => {
    const { at, waits, data, press } = await alerted('');
    expect(data.lines.join()).toContain('npm run migrate');
    expect(data.actions.map(({ label }) => label)).toEqual(['Grant', 'Refuse']);
    expect((await press('Grant')).status).toBe(200);
    expect(isRefusal(await waits)).toBe(false);
    expect((await press('Grant')).status).toBe(404);
    expect((await press('Refuse')).status).toBe(404);
    await at.waiting(0);
  });

  test('refuses it', async () => {
    const { waits, press } = await alerted('');
    expect((await press('Refuse')).status).toBe(200);
    expect(JSON.stringify(await waits)).toContain('A person refused it');
  });

  test('does nothing where the rule names people, unless it names the link too', async () => {
    const named = await alerted('    answered_by: [alice]\n');
    expect((await named.press('Grant')).status).toBe(404);
    expect(await named.at.approvals()).toHaveLength(1);
    expect(isRefusal(await named.waits)).toBe(true);
    const linked = await alerted('    answered_by: [alice, alert-link]\n');
    expect((await linked.press('Grant')).status).toBe(200);
    expect(isRefusal(await linked.waits)).toBe(false);
  });
});
