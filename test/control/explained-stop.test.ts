/** A stop that a person can argue with: every step of the run with its points, its reason and the score. */
import { describe, expect, test, vi } from 'vitest';
import type { Incident, IncidentSummary } from '../../src/control/api/client.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 60_000 });

async function incidentOf(whole: WholeServer, agent: string): Promise<Incident> {
  const [newest] = await whole.api<IncidentSummary[]>(`/api/incidents?agent=${agent}`);
  return whole.api<Incident>(`/api/incidents/${encodeURIComponent(newest?.id ?? '')}`);
}

describe('a stop of an agent that loops', () => {
  test('is shown step by step, with points, reasons, limits and the texts that were kept', async () => {
    const whole = await wholeServer();
    expect((await whole.agent('looping', 'looper')).reason).toBe('refused');
    const incident = await vi.waitFor(
      async () => {
        const found = await incidentOf(whole, 'looper');
        expect(found.evidence).not.toBeNull();
        return found;
      },
      { timeout: 30_000 },
    );
    const { explained } = incident;
    const tools = explained?.steps.filter(({ kind }) => kind === 'tool') ?? [];
    expect(tools.map(({ what }) => what)).toEqual(tools.map(() => 'Called run_tests'));
    expect(tools[0]).toMatchObject({ points: 0, score: 0, code: null, why: null, level: 'ok' });
    const repeats = tools.slice(1);
    expect(repeats.length).toBeGreaterThan(2);
    let score = 0;
    for (const step of repeats) {
      score = Math.round((score + step.points) * 100) / 100;
      expect(step).toMatchObject({ score, warns_above: 5, stops_above: 10 });
      expect(step.points).toBeGreaterThan(0);
      expect(step.code).toMatch(/^(?:repeat|quick-failure)$/);
      expect(step.why).toMatch(/again/);
      expect(step.text).toContain('run_tests {"command":"npm test"}');
    }
    const [first, last] = [explained?.steps[0], explained?.steps.at(-1)];
    expect(first).toMatchObject({ kind: 'prompt', what: 'Got a prompt', points: 0 });
    expect(last).toMatchObject({
      level: 'stop',
      rule: 'no-progress',
      score: incident.signal?.progress,
    });
    expect(last?.says).toBe(incident.signal?.reason);
    expect(explained).toMatchObject({ agrees: true, earlier_steps: 0 });
  });

  test('has no text where none is kept, and the same points', async () => {
    const whole = await wholeServer({ yaml: 'capture: none\n' });
    await whole.agent('looping', 'quiet');
    const { explained, evidence } = await incidentOf(whole, 'quiet');
    expect(evidence).toBeNull();
    expect(explained?.steps.map(({ text }) => text)).toEqual(explained?.steps.map(() => null));
    expect(explained?.steps.at(-1)).toMatchObject({ level: 'stop', tool: 'run_tests' });
  });
});

test('work that brings something is explained, too: it takes points off', async () => {
  const whole = await wholeServer();
  await whole.agent('healthy', 'worker', { steps: 6 });
  await whole.api('/api/agents/worker/deactivate', { why: 'lunch' });
  const { explained, kind } = await incidentOf(whole, 'worker');
  expect(kind).toBe('manual');
  expect(explained?.steps.some(({ tool }) => tool === 'edit_file')).toBe(true);
  expect(explained?.steps.map(({ level }) => level)).not.toContain('stop');
  expect(explained?.agrees).toBe(true);
});
