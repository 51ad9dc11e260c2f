/** Agents that only report themselves, by OpenTelemetry: judged, shown, alerted, and refused where they ask next. */
import { SpanStatusCode } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';
import { modelSpan, otlpJson, toolSpan } from './otlp-bodies.ts';
import { agentOf, report, send } from './sent-traces.ts';

vi.setConfig({ testTimeout: 60_000 });

interface IncidentShown {
  readonly id: string;
  readonly agent: string;
  readonly kind: string;
  readonly reported: boolean;
  readonly title: string;
}

const STUCK = {
  tool: 'run_tests',
  args: { path: 'all' },
  result: 'FAILED test_total: expected 3, got 2',
};

/** Whether the agent's next model call through the proxy reaches the provider. */
async function nextCall(at: WholeServer, agent: string): Promise<number> {
  const answer = await fetch(`${at.server.url}/agents/${agent}/openai/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-own' },
    body: JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: 'Hello there.' }] }),
  });
  await answer.text();
  return answer.status;
}

/** A run as a program traces it with OpenTelemetry's own SDK. */
async function traced(
  at: WholeServer,
  agent: string,
  encoding: 'json' | 'protobuf',
  results: readonly string[],
): Promise<void> {
  const Exporter = encoding === 'json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({
    url: `${at.server.url}/agents/${agent}/v1/traces`,
    ...(encoding === 'protobuf' ? { compression: 'gzip' as never } : {}),
  });
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  const tracer = provider.getTracer('an agent');
  for (const result of results) {
    const span = tracer.startSpan('execute_tool run_tests');
    span.setAttributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'run_tests',
      'gen_ai.tool.call.arguments': '{"path":"all"}',
      'gen_ai.tool.call.result': result,
      'gen_ai.conversation.id': 'conversation-1',
    });
    span.setStatus({ code: SpanStatusCode.UNSET });
    span.end();
  }
  await provider.forceFlush();
  await provider.shutdown();
}

describe('traces of an agent', () => {
  verifies(
    'X13',
    'are judged in both encodings of the real SDK; the stop is shown as reported, and refused at the next door',
    async () => {
      const at = await wholeServer();
      for (const encoding of ['json', 'protobuf'] as const) {
        const [stuck, healthy] = [`stuck-${encoding}`, `healthy-${encoding}`];
        await traced(
          at,
          stuck,
          encoding,
          Array.from({ length: 8 }, () => STUCK.result),
        );
        await traced(
          at,
          healthy,
          encoding,
          Array.from({ length: 8 }, (_, index) => `${8 - index} tests fail: test_${index * 7}`),
        );
        expect(await agentOf(at, stuck)).toMatchObject({
          active: 0,
          reported: true,
          holds: [{ hold: 'kill_switch', level: 'agent' }],
          sessions: [{ id: 'reported:otlp', reported: true }],
        });
        expect(await nextCall(at, stuck)).toBe(400);
        expect(await agentOf(at, healthy)).toMatchObject({ active: 1, reported: true, holds: [] });
        expect(await nextCall(at, healthy)).toBe(200);
        // It asked here now, so not everything about it was reported.
        expect(await agentOf(at, healthy)).toMatchObject({ active: 1, reported: false });
      }
      const incidents = await at.api<readonly IncidentShown[]>('/api/incidents');
      expect(incidents.map(({ agent, kind, reported }) => ({ agent, kind, reported }))).toEqual(
        expect.arrayContaining([
          { agent: 'stuck-json', kind: 'kill_switch', reported: true },
          { agent: 'stuck-protobuf', kind: 'kill_switch', reported: true },
        ]),
      );
      expect(incidents).toHaveLength(2);
      expect(incidents[0]?.title).toContain('same failure each time (FAILED test_total');
      const alerts = JSON.stringify(await at.api('/api/alerts'));
      expect(alerts).toContain('Reported by OpenTelemetry, not enforced');
    },
  );

  const CONVENTIONS = ['genai', 'openllmetry', 'openinference', 'vercel'] as const;
  verifies('X13', 'are read as OpenLLMetry, OpenInference and others write tools', async () => {
    const at = await wholeServer();
    for (const convention of CONVENTIONS) {
      const spans = Array.from({ length: 8 }, () => toolSpan(convention, STUCK));
      const answer = await report(at, convention, spans);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('is stopped (kill_switch)');
      expect(await agentOf(at, convention)).toMatchObject({ active: 0, reported: true });
    }
  });

  verifies('X13', 'are read from the messages of model calls, with what these used', async () => {
    const at = await wholeServer();
    for (const convention of ['genai', 'openllmetry', 'openinference'] as const) {
      const round = (results: readonly string[]) => modelSpan(convention, { ...STUCK, results });
      const stuck = Array.from({ length: 8 }, (_, index) =>
        round(Array.from({ length: index }, () => STUCK.result)),
      );
      const healthy = Array.from({ length: 8 }, (_, index) =>
        round(Array.from({ length: index }, (__, at2) => `${8 - at2} tests fail: test_${at2 * 7}`)),
      );
      await report(at, `stuck-${convention}`, stuck);
      await report(at, `healthy-${convention}`, healthy);
      const shown = await agentOf(at, `stuck-${convention}`);
      expect(shown).toMatchObject({ active: 0, spend: { today: { tokens: 8 * 920 } } });
      expect(shown.spend.today.cost_usd).toBeGreaterThan(0);
      expect(await agentOf(at, `healthy-${convention}`)).toMatchObject({ active: 1, holds: [] });
    }
  });

  verifies(
    'X13',
    'count once, however often they are sent and wherever a call is told',
    async () => {
      const at = await wholeServer();
      const rounds = (count: number) => Array.from({ length: count }, () => STUCK.result);
      // Three rounds, told by spans of the tools and again by the messages of every model call.
      const spans = [0, 1, 2, 3].flatMap((count) => [
        {
          ...modelSpan('genai', { ...STUCK, results: rounds(count) }),
          spanId: `aa0000000000000${count}`,
        },
        ...(count === 3
          ? []
          : [{ ...toolSpan('genai', STUCK), spanId: `bb0000000000000${count}` }]),
      ]);
      const body = otlpJson(spans.map((span) => ({ ...span, traceId: 'cc'.repeat(16) })));
      for (let turn = 0; turn < 4; turn += 1) {
        expect((await send(at, '/agents/sam/v1/traces', body)).status).toBe(200);
      }
      expect(await agentOf(at, 'sam')).toMatchObject({
        active: 1,
        spend: { today: { tokens: 4 * 920 } },
      });
    },
  );

  verifies('X13', 'spend budgets, which the next call meets', async () => {
    const at = await wholeServer({
      yaml: 'agents:\n  sam:\n    budgets:\n      tokens_per_day: 2000\n',
    });
    const spans = [0, 1, 2].map(() => modelSpan('genai', { ...STUCK, results: [] }));
    await report(at, 'sam', spans);
    expect(await nextCall(at, 'sam')).toBe(400);
    expect(await nextCall(at, 'other')).toBe(200);
  });
});

describe('who may report', () => {
  verifies(
    'X13',
    'only the agent itself: by its key where there are keys, never by its spans',
    async () => {
      const at = await wholeServer();
      const stuck = Array.from({ length: 8 }, () => ({
        attributes: {
          ...toolSpan('genai', STUCK).attributes,
          'gen_ai.agent.name': 'victim',
          'gen_ai.agent.id': 'victim',
          'service.name': 'victim',
          'gen_ai.conversation.id': 'victim',
        },
      }));
      await at.api('/api/agents', { name: 'victim' });
      await report(at, 'hostile', stuck);
      expect(await agentOf(at, 'hostile')).toMatchObject({ active: 0 });
      expect(await agentOf(at, 'victim')).toMatchObject({ active: 1, loop_score: null });

      const { key } = await at.api<{ readonly key: string }>('/api/agents/victim/keys', {});
      await at.api('/api/agents', { name: 'mallory' });
      const other = await at.api<{ readonly key: string }>('/api/agents/mallory/keys', {});
      const body = otlpJson(stuck);
      const asked = (path: string, shown?: string) =>
        send(at, path, body, shown === undefined ? {} : { 'x-tripwire-key': shown });
      expect((await asked('/agents/victim/v1/traces')).status).toBe(401);
      expect((await asked('/agents/victim/v1/traces', other.key)).status).toBe(403);
      expect((await asked('/v1/traces', 'tw_made_up')).status).toBe(401);
      expect((await asked('/v1/traces')).status).toBe(401);
      expect(await agentOf(at, 'victim')).toMatchObject({ active: 1, loop_score: null });
      expect((await asked('/v1/traces', other.key)).status).toBe(200);
      expect(await agentOf(at, 'mallory')).toMatchObject({ active: 0 });
      expect((await asked('/v1/traces', key)).status).toBe(200);
      expect(await agentOf(at, 'victim')).toMatchObject({ active: 0 });
    },
  );

  verifies(
    'X13',
    'nobody makes another agent look stuck by pushing its conversation out of memory',
    async () => {
      const at = await wholeServer();
      const results = Array.from(
        { length: 10 },
        (_, index) => `${10 - index} fail: t_${index * 7}`,
      );
      let flood = 0;
      for (const count of results.keys()) {
        const round = modelSpan('genai', { ...STUCK, results: results.slice(0, count) });
        expect((await report(at, 'victim', [round])).text).toBe('{}');
        if (count < 4) continue;
        flood += 1;
        // As many in one body are refused.
        for (const half of ['first', 'second']) {
          const messages = Array.from({ length: 26_000 }, (_, index) => ({
            role: 'user',
            parts: [{ type: 'text', content: `${flood} ${half} ${index}` }],
          }));
          const attributes = {
            'gen_ai.operation.name': 'chat',
            'gen_ai.input.messages': JSON.stringify(messages),
          };
          expect((await report(at, 'mallory', [{ attributes }])).status).toBe(200);
        }
      }
      expect(await agentOf(at, 'victim')).toMatchObject({ active: 1, holds: [] });
    },
  );

  test('a page of another origin may not', async () => {
    const at = await wholeServer();
    const headers = { origin: 'https://evil.example' };
    expect((await send(at, '/agents/sam/v1/traces', otlpJson([]), headers)).status).toBe(403);
  });

  verifies(
    'X13',
    'a report is no way to make a stopped or looping conversation look healthy',
    async () => {
      const at = await wholeServer();
      const alone = await at.agent('looping', 'alone');
      const fine = (step: number) =>
        Array.from({ length: 20 }, (_, index) =>
          toolSpan('genai', {
            tool: 'edit',
            args: { at: 20 * step + index },
            result: `changed line ${(20 * step + index) * 13}`,
          }),
        );
      const sent: Promise<unknown>[] = [];
      const onStep = ({ step }: { readonly step: number }) =>
        sent.push(report(at, 'sam', fine(step)));
      const end = await at.agent('looping', 'sam', { onStep });
      await Promise.all(sent);
      expect(sent.length).toBeGreaterThan(2);
      expect(end).toMatchObject({ reason: 'refused', steps: alone.steps });
      await report(at, 'sam', fine(0));
      expect(await agentOf(at, 'sam')).toMatchObject({ active: 0, reported: false });
      expect(await nextCall(at, 'sam')).toBe(400);
    },
  );
});
