/** The typed client against the real server: every endpoint answers in its own shape, and the document describes it. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test, vi } from 'vitest';
import {
  ApiClient,
  ApiProblem,
  type Answer,
  type CallOptions,
} from '../../src/control/api/client.ts';
import { endpoints, type EndpointName } from '../../src/control/api/endpoints.ts';
import type { Gate } from '../../src/gate/index.ts';
import type { Store } from '../../src/store/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import {
  answerCheck,
  compiled,
  operationsOf,
  schemasOf,
  type ApiDocument,
} from './api-document.ts';
import { startReceiver } from './receiver.ts';
import { asking, callOnce, loop, runningControl, TOKEN } from './running-control.ts';

const names = Object.keys(endpoints) as EndpointName[];

type Call = <Name extends EndpointName>(
  name: Name,
  options: CallOptions<Name>,
) => Promise<Answer<Name>>;

const crawler = { params: { id: 'crawler' } };

test('the client calls every endpoint, and each answer has the shape that is promised', async () => {
  const { gate, store, control } = await runningControl({
    killSwitch: { enabled: true },
    dataDir: temporaryFolder('endpoints'),
  });
  const receiver = await startReceiver();
  const client = new ApiClient({ url: control.url, token: TOKEN });
  const called = new Set<EndpointName>();
  // Options may be left out where nothing is needed; here they are always given.
  const sending: Call = client.call.bind(client);
  const document = (await client.call('GET /api/openapi.json')) as unknown as ApiDocument;
  const problemIn = answerCheck(document);
  const call: Call = async (name, options) => {
    const answer = await sending(name, options);
    called.add(name);
    expect(problemIn(name, answer)).toBeNull();
    const { error } = endpoints[name].response.safeParse(answer);
    expect(error, `${name}: ${JSON.stringify(error?.issues)}`).toBeUndefined();
    return answer;
  };
  await callOnce(gate, asking('family', { session: 's1' }));
  await loop(gate, 'crawler');
  await lookAround(call);
  await handleIncident(call);
  await actOnAgents(call);
  await decideApprovals(call, gate);
  await configureAlerts(call, receiver.url, store);
  await administer(call);
  expect(names.filter((name) => !called.has(name))).toEqual([]);
});

async function lookAround(call: Call): Promise<void> {
  await call('GET /api/status', {});
  await call('GET /api/agents', {});
  await call('POST /api/agents', { body: { name: 'new' } });
  await call('GET /api/agents/:id', { params: { id: 'family' } });
  await call('GET /api/agents/:id/events', { ...crawler, query: { limit: 5 } });
  const steps = await call('GET /api/agents/:id/steps', { ...crawler, query: { limit: 50 } });
  expect(steps.some(({ repeated }) => repeated)).toBe(true);
  expect(steps.some(({ scores }) => scores?.did === 'killed')).toBe(true);
  await call('POST /api/agents/:id/backtest', { ...crawler, body: { threshold: 5 } });
  await call('POST /api/agents/:id/process', {
    ...crawler,
    body: { process: '1', state: 'started' },
  });
  await call('GET /api/stops', { query: { agent: 'crawler' } });
  const { id } = await call('POST /api/panic-links', { body: { label: 'phone' } });
  await call('GET /api/panic-links', {});
  await call('DELETE /api/panic-links/:id', { params: { id } });
  await call('GET /api/agents/:id/windows', { ...crawler, query: { limit: 5 } });
  await call('GET /api/audit/log', {});
  await call('GET /api/audit/log/entries', { query: { from: 0, limit: 5 } });
  await call('GET /api/agents/:id/envelope', crawler);
  const tighter = { max_tokens_per_minute: 40_000 };
  await call('PATCH /api/agents/:id/envelope', { ...crawler, body: tighter });
  const key = await call('POST /api/agents/:id/keys', { ...crawler, body: { label: 'one' } });
  const next = await call('POST /api/keys/:id/rotate', { params: { id: key.id }, body: {} });
  expect((await call('GET /api/keys', {})).keys).toHaveLength(1);
  await call('DELETE /api/keys/:id', { params: { id: next.id } });
  await call('DELETE /api/keys', {});
  // A server that is alone.
  expect(await call('GET /api/nodes', {})).toEqual([]);
  await call('GET /api/overview', {});
  expect((await call('POST /api/session/link', { body: {} })).url).toContain('/#code=');
  expect((await call('GET /api/usage', { query: { range: '6h' } })).buckets).toHaveLength(72);
  const { calls } = await call('GET /api/calls', { query: { q: 'crawler', limit: 1 } });
  await call('GET /api/calls/:id', { params: { id: calls[0]?.id ?? '' } });
  await call('GET /api/events', { query: { type: 'hold' } });
  await call('GET /api/events/export', { query: { format: 'csv' } });
  await call('GET /api/shadow-report', {});
}

async function handleIncident(call: Call): Promise<void> {
  const [incident] = await call('GET /api/incidents', { query: { state: 'open' } });
  const params = { id: incident?.id ?? '' };
  await call('GET /api/incidents/:id', { params });
  await call('POST /api/incidents/:id/acknowledge', { params, body: {} });
  await call('POST /api/incidents/:id/note', { params, body: { note: 'a test' } });
  const assigned = { params, body: { assignee: 'kai' } };
  expect((await call('POST /api/incidents/:id/assign', assigned)).assignee).toBe('kai');
  await call('POST /api/incidents/:id/case', { params, body: { label: 'stuck' } });
  await call('POST /api/incidents/:id/healthy', { params, body: {} });
}

async function actOnAgents(call: Call): Promise<void> {
  await call('POST /api/agents/:id/activate', { ...crawler, body: { why: 'it is mended' } });
  await call('POST /api/agents/:id/pause', { ...crawler, body: {} });
  await call('POST /api/agents/:id/resume', { ...crawler, body: {} });
  await call('POST /api/agents/:id/deactivate', { ...crawler, body: {} });
  await call('POST /api/agents/:id/restart', { ...crawler, body: {} });
  await call('PATCH /api/agents/:id/kill-switch', { ...crawler, body: { enabled: true } });
  await call('POST /api/arm', { body: { shadow: true } });
  await call('POST /api/stop-all', { body: {} });
  const alert = await vi.waitUntil(async () => {
    const open = await call('GET /api/alerts', { query: { state: 'open' } });
    return open.find(({ rule }) => rule === 'stop_all');
  });
  const params = { id: alert.id };
  const seen = await call('POST /api/alerts/:id/acknowledge', { params, body: {} });
  expect(seen.state).toBe('acknowledged');
  await call('POST /api/resume-all', { body: {} });
}

async function decideApprovals(call: Call, gate: Gate): Promise<void> {
  const raise = { agent: 'family', session: 's1', source: 'policy', hold: 'approval' } as const;
  for (const target of ['deploy:1', 'deploy:2']) {
    await gate.signal({ ...raise, change: 'raise', details: 'deploy?', target });
  }
  const waiting = await call('GET /api/approvals', {});
  expect(waiting.map(({ target }) => target)).toEqual(['deploy:1', 'deploy:2']);
  await call('POST /api/approvals/:id/grant', { params: { id: waiting[0]?.id ?? '' }, body: {} });
  await call('POST /api/approvals/:id/refuse', { params: { id: waiting[1]?.id ?? '' }, body: {} });
}

async function configureAlerts(call: Call, url: string, store: Store): Promise<void> {
  const target = { kind: 'webhook', url } as const;
  const body = { name: 'hook', allow_private: true, target };
  const channel = await call('POST /api/alert-channels', { body });
  const own = { params: { id: channel.id } };
  await call('GET /api/alert-channels', {});
  await call('PATCH /api/alert-channels/:id', { ...own, body: { name: 'other' } });
  expect((await call('POST /api/alert-channels/:id/test', own)).ok).toBe(true);
  await call('GET /api/alert-rules', {});
  await call('PATCH /api/alert-rules/:id', { params: { id: 'budget' }, body: { level: 80 } });
  await call('GET /api/alert-deliveries', { query: { state: 'delivered' } });
  const nobody = { params: { id: 'nobody' } };
  await expect(call('POST /api/alert-deliveries/:id/retry', nobody)).rejects.toThrow(ApiProblem);
  const dead = {
    params: { id: await givenUp(store, channel.id, await call('GET /api/alerts', {})) },
  };
  await call('GET /api/alert-deliveries', { query: { state: 'dead' } });
  expect(await call('POST /api/alert-deliveries/:id/retry', dead)).toMatchObject({ attempts: 0 });
  await call('DELETE /api/alert-channels/:id', own);
}

/** A delivery as it stands in the store after its last try failed, which takes hours. */
async function givenUp(
  store: Store,
  channel: string,
  [alert]: readonly Answer<'GET /api/alerts'>[number][],
): Promise<string> {
  const id = 'given-up';
  const value = { channel, alert, attempts: 8, created_at: 1, delivered_at: null, problem: 'gone' };
  const document = { kind: 'delivery-dead', id, at: 1, body: JSON.stringify(value) };
  await store.changeDocuments({ put: [document] });
  return id;
}

async function administer(call: Call): Promise<void> {
  await call('GET /api/settings', {});
  await call('PATCH /api/settings', { body: { alert_links: false } });
  await call('GET /api/connect', {});
  await call('GET /api/openapi.json', {});
  expect(await call('GET /metrics', {})).toContain('tripwire_can_stop 1');
  await call('POST /api/session', { body: { token: TOKEN } });
  await call('GET /api/session', {});
  const token = await call('POST /api/tokens', { body: { name: 'ada', role: 'viewer' } });
  await call('GET /api/tokens', {});
  await call('DELETE /api/tokens/:id', { params: { id: token.id } });
  await call('DELETE /api/session', {});
}

describe('the OpenAPI document', () => {
  const served = async () => {
    const { ask } = await runningControl();
    return (await ask('/api/openapi.json')).body as ApiDocument;
  };

  test('is valid OpenAPI 3.1 by the schema of its authors, and every schema in it is JSON Schema', async () => {
    const document = await served();
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
    const schemas = schemasOf(document);
    expect(schemas.length).toBeGreaterThan(names.length);
    for (const [place, schema] of schemas) {
      expect(() => compiled(document, schema), place).not.toThrow();
    }
  });

  test('would be refused with a fault in it', async () => {
    const document = await served();
    const [path = '', methods = {}] = Object.entries(document.paths)[0] ?? [];
    const [method = '', operation] = Object.entries(methods)[0] ?? [];
    const broken = { ...document.paths, [path]: { [method]: { ...operation, responses: 'none' } } };
    const { valid } = await new Validator().validate({ ...document, paths: broken });
    expect(valid).toBe(false);
    expect(() => compiled(document, { type: 'fish' })).toThrow('type');
    expect(answerCheck(document)('GET /api/status', {})).toContain('required');
    expect(answerCheck(document)('GET /api/nothing', {})).toBe('GET /api/nothing is not described');
  });

  test('has every endpoint, its parameters and references that lead somewhere', async () => {
    const document = await served();
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('0.1.0');
    const found = operationsOf(document);
    expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    const ids = found.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of found) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const told = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect(told).toEqual(inPath);
      expect(Object.keys(operation.responses)).toEqual(['200', 'default']);
    }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(0);
    for (const [, reference = ''] of references) {
      expect(reference).toMatch(/^#\/components\/schemas\//);
      expect(document.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '');
    }
  });
});
