/** Numbers for machines: metrics, traces, the self-check, exports. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { startReceiver } from './receiver.ts';
import { asking, callOnce, loop, runningControl } from './running-control.ts';

describe('metrics', () => {
  test('count what agents did, by agent and never by session', async () => {
    const { gate, ask } = await runningControl({ killSwitch: { enabled: true } });
    await callOnce(gate, asking('calm', { session: 'secret-session' }));
    await loop(gate, 'crawler');
    const { text, headers } = await ask('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain; version=/);
    expect(text).toContain('tripwire_calls_total{agent="calm"} 1');
    expect(text).toContain('tripwire_tokens_total{agent="calm"} 300');
    expect(text).toContain('tripwire_holds_total{hold="kill_switch"} 1');
    expect(text).toContain('tripwire_agents{state="stopped"} 1');
    expect(text).not.toContain('secret-session');
  });

  test('have at most a hundred agents as labels', async () => {
    const { gate, ask } = await runningControl();
    for (let count = 0; count < 120; count += 1) await callOnce(gate, asking(`agent-${count}`));
    const { text } = await ask('/metrics');
    const labels = new Set(
      [...text.matchAll(/tripwire_calls_total\{agent="([^"]+)"\}/g)].map(([, name]) => name),
    );
    expect(labels.size).toBe(101);
    expect(text).toContain('tripwire_calls_total{agent="other"} 20');
  });
});

describe('healthz', () => {
  test('says that an agent can be stopped, after a stop that was really made', async () => {
    const folder = temporaryFolder('check');
    const { ask, gate } = await runningControl({ stopsFolder: folder });
    const { status, body } = await ask('/healthz', { token: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, can_stop: true, can_record: true });
    expect(await gate.agents()).toEqual([]);
  });

  test('says 503 when the marks of stops cannot be written', async () => {
    const folder = join(temporaryFolder('check'), 'gone');
    const { ask } = await runningControl({ stopsFolder: folder });
    const { status, body } = await ask('/healthz', { token: null });
    expect(status).toBe(503);
    expect(body).toMatchObject({ ok: false, can_stop: false, can_record: true });
  });
});

describe('traces', () => {
  test('one span for each call, and the durations, in the words of the GenAI conventions', async () => {
    const collector = await startReceiver();
    const otlp = { endpoint: `${collector.url}/`, headers: { 'x-key': 'k' } };
    const { gate, control } = await runningControl({ otlp });
    const asked = { model: 'gemini-3-flash', provider: 'gemini' };
    const answered = { model: 'gemini-3-flash-001', costMicroUsd: 4_200 };
    await callOnce(gate, asking('calm', { session: 's1', ...asked }), answered);
    await control.close();
    const [traces, metrics] = await collector.until(2);
    expect([traces?.path, metrics?.path]).toEqual(['/v1/traces', '/v1/metrics']);
    expect(traces?.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/json' });
    const sent = JSON.parse(traces?.body ?? '') as {
      resourceSpans: {
        scopeSpans: {
          spans: { name: string; traceId: string; attributes: { key: string; value: object }[] }[];
        }[];
      }[];
    };
    const [span, ...more] = sent.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
    expect(more).toEqual([]);
    expect(span).toMatchObject({
      name: 'chat gemini-3-flash',
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
    expect(span?.attributes).toContainEqual({
      key: 'gen_ai.agent.name',
      value: { stringValue: 'calm' },
    });
    expect(span?.attributes).toContainEqual({ key: 'tripwire.tokens', value: { intValue: '300' } });
    const told = new Map(span?.attributes.map(({ key, value }) => [key, value]));
    expect(told.get('gen_ai.provider.name')).toEqual({ stringValue: 'gcp.gemini' });
    expect(told.get('gen_ai.request.model')).toEqual({ stringValue: 'gemini-3-flash' });
    expect(told.get('gen_ai.response.model')).toEqual({ stringValue: 'gemini-3-flash-001' });
    expect(told.get('tripwire.cost_usd')).toEqual({ doubleValue: 0.0042 });
    expect(metrics?.body).toContain('"tripwire.cost"');
    expect(metrics?.body).toContain('"gen_ai.client.operation.duration"');
    expect(metrics?.body).toContain('"count":"1"');
  });

  test('a collector that is away holds up nothing', async () => {
    const otlp = { endpoint: 'http://127.0.0.1:9', headers: {} };
    const { gate, control } = await runningControl({ otlp });
    expect((await callOnce(gate, asking('calm'))).allowed).toBe(true);
    await control.close();
  });
});

describe('events', () => {
  test('are found by agent, time and place, and can be paged in both directions', async () => {
    const { gate, ask } = await runningControl();
    for (const agent of ['a', 'b']) {
      await gate.register(agent, 'test');
      await ask(`/api/agents/${agent}/pause`, { method: 'POST' });
    }
    const found = async (query: string) =>
      ((await ask(`/api/events?${query}`)).body as { id: number; agent: string }[]).map(
        ({ id }) => id,
      );
    const all = await found('');
    expect(all.length).toBeGreaterThan(4);
    expect(await found('agent=b')).toEqual(all.slice(all.length / 2));
    expect(await found(`before=${all[2]}&limit=1`)).toEqual([all[1]]);
    expect(await found(`after=${all[2]}&limit=1`)).toEqual([all[3]]);
    expect(await found(`until=1`)).toEqual([]);
    expect((await ask(`/api/events?before=1&after=1`)).status).toBe(400);
  });

  test('are exported whole, as JSON lines or as CSV that no spreadsheet reckons with', async () => {
    const { gate, ask } = await runningControl();
    await gate.register('a', 'test');
    const why = '=HYPERLINK("http://evil.example"), "quoted"';
    await ask('/api/agents/a/pause', { method: 'POST', body: { by: '=1+1', why } });
    const lines = (await ask('/api/events/export?format=jsonl')).text.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { agent: string }).agent)).toEqual(
      lines.map(() => 'a'),
    );
    const csv = await ask('/api/events/export?format=csv&type=hold');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, row = ''] = csv.text.split('\r\n');
    expect(head).toBe('id,timestamp,time,agent,session,event_type,reason,details');
    expect(row).toContain('"paused: =HYPERLINK(""http://evil.example""), ""quoted""');
    expect(row.split(',').every((cell) => !/^"?[=+@]/.test(cell))).toBe(true);
  });
});
