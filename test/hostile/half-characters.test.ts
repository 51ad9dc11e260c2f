/** Half characters and NUL in names that agents and models choose: what no record may hold keeps nothing from being recorded. */
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { AGENT, hookServerPlace } from '../hooks/hook-server.ts';
import { wholeServer } from '../kit/whole-server.ts';
import { startedProxy } from '../proxy/started-proxy.ts';
import { rawRequest, sendRaw } from './raw-request.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The second is cut in the middle of its last character where names are cut. */
const NAMES = ['look\ud800', `${'x'.repeat(47)}\u{1f600}`, 'look\u0000', '\udfff'];

describe('the name of a tool', () => {
  test.each(NAMES)('passes on the wire: %j', async (name) => {
    const running = await startedProxy(() => ({ text: 'Done.' }));
    const call = { id: 'a', type: 'function', function: { name, arguments: '{}' } };
    const messages = [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'nothing' },
    ];
    const answer = await sendRaw(
      running.proxy.port,
      rawRequest({
        method: 'POST',
        target: '/agents/sam/openai/v1/chat/completions',
        body: Buffer.from(JSON.stringify({ model: 'm', messages })).toString('latin1'),
        headers: [
          ['content-type', 'application/json'],
          ['content-length', String(Buffer.byteLength(JSON.stringify({ model: 'm', messages })))],
        ],
      }),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  for (const name of NAMES) {
    verifies('T6', `does not hide a loop from hooks: ${JSON.stringify(name)}`, async () => {
      const at = await hookServerPlace('kill_switch:\n  enabled: true\n');
      const about = {
        session_id: 's',
        cwd: at.project(),
        tool_name: name,
        tool_input: { path: 'a' },
      };
      let refused = 0;
      for (let step = 0; step < 16; step += 1) {
        const id = { ...about, tool_use_id: `call-${step}` };
        const before = await at.post('claude-code', { ...id, hook_event_name: 'PreToolUse' });
        if (JSON.stringify(before.json).includes('deny')) refused += 1;
        const after = await at.post('claude-code', {
          ...id,
          hook_event_name: 'PostToolUse',
          tool_response: { stdout: 'The same as ever, and nothing else came of it.' },
        });
        expect(JSON.stringify(after.json)).not.toContain('cannot decide');
      }
      expect(refused, `as ${AGENT}`).toBeGreaterThan(0);
    });
  }
});

test.each(['a\u0000b', 'a\ud800', 'a\u001b[2J'])(
  'the label of a key is refused by name: %j',
  async (label) => {
    const at = await wholeServer();
    await at.api('/api/agents', { name: 'sam', by: 'ada' });
    for (const body of [{ label }, { label: 'ci', models: [label] }]) {
      const answer = await at.api<{ readonly status: number }>('/api/agents/sam/keys', body);
      expect(answer).toMatchObject({ status: 400 });
    }
  },
);
