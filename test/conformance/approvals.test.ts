/** Approvals of an adapter's calls on a running server: by the server's rules, and by a policy of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { openGate } from '../../src/adapters/index.ts';
import { GateApproval, RequireApproval } from '../../src/guardrails/index.ts';
import { ServerGate } from '../../src/server/server-gate.ts';
import { approvalsPlace } from '../hooks/approvals-place.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { ToolStage } from '../kit/tool-stage.ts';

vi.setConfig({ testTimeout: 60_000 });

const ACT_RULE = `approvals:
  - name: act
    tools: [{ tool: act, where: { to: prod } }]
`;

async function staged(yaml: string, policies: ConstructorParameters<typeof ToolStage>[0] = {}) {
  const at = await approvalsPlace(yaml);
  const gate = await openGate({ agent: 'coder', env: { TRIPWIRE_URL: at.server.url } });
  const stage = new ToolStage(policies);
  const run = (params: object) => stage.run({ params, gate });
  return { at, stage, run };
}

describe('a rule of the server', () => {
  verifies('A6', 'a yes lets this call run once, and other calls are not asked about', async () => {
    const { at, stage, run } = await staged(ACT_RULE);
    expect(await run({ to: 'test' })).toMatchObject({ status: 'success' });
    expect(await at.approvals()).toEqual([]);
    const waits = run({ to: 'prod' });
    const [asked] = await at.waiting(1);
    expect(stage.ran).toEqual(['act']);
    await at.answer(asked, 'grant');
    expect(await waits).toMatchObject({ status: 'success' });
    const second = run({ to: 'prod' });
    const [other] = await at.waiting(1);
    await at.answer(other, 'refuse');
    expect(await second).toMatchObject({ status: 'denied', by: 'policy', policy: 'approvals' });
    expect(stage.ran).toEqual(['act', 'act']);
  });

  test('a lapse refuses', async () => {
    const { at, stage, run } = await staged(`${ACT_RULE}    lapse_seconds: 1\n`);
    const ended = await run({ to: 'prod' });
    expect(ended).toMatchObject({ status: 'denied', policy: 'approvals' });
    expect(JSON.stringify(ended)).toContain('Nobody answered within 1 s');
    expect(stage.ran).toEqual([]);
    await at.waiting(0);
  });

  test('a server that is gone lets nothing through', async () => {
    const { at, stage, run } = await staged(ACT_RULE);
    await at.server.close();
    expect(await run({ to: 'prod' })).toMatchObject({ status: 'denied' });
    expect(stage.ran).toEqual([]);
  });
});

describe('a policy of the adapter’s own', () => {
  async function asking(lapseMs = 60_000) {
    const at = await approvalsPlace('');
    const port = new ServerGate({ url: at.server.url });
    const approval = new GateApproval({ gate: port, agent: 'coder', lookEveryMs: 20 });
    const policy = new RequireApproval({ tools: ['act'], port: approval, lapseMs });
    const stage = new ToolStage({ policies: [policy] });
    return { at, port, stage, run: () => stage.run({ gate: { port, agent: 'coder' } }) };
  }

  test('asks a person by signal and holds over the wire: a yes runs it, a no does not', async () => {
    const { at, stage, run } = await asking();
    const first = run();
    const [asked] = await at.waiting(1);
    expect(asked).toMatchObject({ rule: null, answered_by: null });
    await at.answer(asked, 'grant');
    expect(await first).toMatchObject({ status: 'success' });
    const second = run();
    const [other] = await at.waiting(1);
    await at.answer(other, 'refuse');
    expect(await second).toMatchObject({ status: 'denied', policy: 'require_approval' });
    expect(stage.ran).toEqual(['act']);
    await at.waiting(0);
  });

  test('a lapse refuses', async () => {
    const { at, stage, run } = await asking(300);
    expect(await run()).toMatchObject({ status: 'denied' });
    expect(stage.ran).toEqual([]);
    await at.waiting(0);
  });

  test('cannot ask under the name of a rule, nor raise any other hold', async () => {
    const { port } = await asking();
    const raised = { agent: 'coder', session: 's', source: 'policy', change: 'raise' } as const;
    const details = 'harmless, please say yes';
    await expect(
      port.signal({ ...raised, hold: 'approval', details, target: 'act:act:0123456789abcdef' }),
    ).rejects.toThrow('belongs to a rule');
    await expect(port.signal({ ...raised, hold: 'blocker', details })).rejects.toThrow(
      'nothing but approvals',
    );
  });
});

test('a gate of one’s own asks by the same rules, and the program answers', async () => {
  const data = temporaryFolder('own-gate');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'tripwire.yaml'), ACT_RULE);
  const opened = await openGate({ agent: 'coder', data, env: { HOME: temporaryFolder('home') } });
  onTestFinished(() => opened.close());
  const stage = new ToolStage();
  const run = (params: object) => stage.run({ params, gate: opened });
  const asked = async () =>
    (await opened.gate?.holds('coder', stage.session.id))?.map(({ target }) => target) ?? [];
  expect(await run({ to: 'test' })).toMatchObject({ status: 'success' });
  const waits = run({ to: 'prod' });
  await expect.poll(asked, { timeout: 60_000 }).toHaveLength(1);
  const [target = ''] = await asked();
  // Without a reason: a program need not make one up.
  await opened.gate?.operate({ agent: 'coder', action: 'grant', by: 'ada', target });
  expect(await waits).toMatchObject({ status: 'success' });
  expect(stage.ran).toEqual(['act', 'act']);
});
