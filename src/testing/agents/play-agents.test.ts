import { describe, expect, test } from 'vitest';
import { DecisionRun, FROZEN_V0_2, type HoldKind } from '../../core/index.ts';
import { healthyAgent, loopingAgent, playAgents, runawayAgent, type Moment } from '../index.ts';
import type { AgentScript } from './scripted-agent.ts';

async function play(...scripts: readonly AgentScript[]): Promise<Moment[]> {
  return collect(scripts, new DecisionRun(FROZEN_V0_2));
}

async function collect(scripts: readonly AgentScript[], run: DecisionRun): Promise<Moment[]> {
  const moments: Moment[] = [];
  for await (const moment of playAgents(scripts, run)) moments.push(moment);
  return moments;
}

function events(moments: readonly Moment[]): Moment[] {
  return moments.filter(({ record }) => record.type === 'event');
}

function holds({ decision }: Moment): HoldKind[] {
  return decision.holds.map(({ hold }) => hold);
}

describe('the healthy agent', () => {
  test('is never refused, however long it works', async () => {
    const moments = await play(healthyAgent(4 * 3_600_000));
    expect(moments.filter(({ decision }) => !decision.safety.allowed)).toEqual([]);
  });

  test('is seen working and idle, and no other way', async () => {
    const moments = await play(healthyAgent(520_000));
    const modes = new Set(events(moments).map(({ decision }) => decision.activity.mode));
    expect([...modes]).toEqual(['WORKING']);
    const ticks = moments.filter(({ record }) => record.type === 'tick');
    expect(ticks.some(({ decision }) => decision.activity.mode === 'IDLE')).toBe(true);
  });
});

describe('the looping agent', () => {
  test('is refused on its fifth output, not earlier', async () => {
    const first = events(await play(loopingAgent(0))).slice(0, 5);
    const vetoes = first.map(({ decision }) => decision.safety.vetoReason);
    expect(vetoes).toEqual([undefined, undefined, undefined, undefined, 'LOOP_DETECTED']);
  });

  test('gets a fresh chance after each cooldown, then a soft suspend, then a hard stop', async () => {
    const moments = await play(loopingAgent(0));
    const suspended = moments.findIndex((moment) => holds(moment).includes('soft_suspend'));
    const stopped = moments.findIndex((moment) => holds(moment).includes('hard_stop'));
    const before = events(moments.slice(0, suspended)).map(
      ({ decision }) => decision.safety.allowed,
    );
    const round = [true, true, true, true, false, false, false, false];
    expect(before).toEqual([...round, ...round, true, true, true, true]);
    expect(suspended).toBeGreaterThan(0);
    expect(stopped).toBeGreaterThan(suspended);
  });

  test('is freed from the hard stop by nothing but the restart', async () => {
    const moments = await play(loopingAgent(0));
    const stopped = moments.findIndex((moment) => holds(moment).includes('hard_stop'));
    const restarted = moments.findIndex(
      ({ record }) => record.type === 'operator' && record.action === 'restart',
    );
    const between = moments.slice(stopped, restarted);
    expect(between.some(({ record }) => record.type === 'operator')).toBe(true);
    expect(between.some(({ record }) => record.type === 'tick')).toBe(true);
    expect(between.every(({ decision }) => !decision.safety.allowed)).toBe(true);
    const after = moments.slice(restarted);
    expect(events(after).length).toBeGreaterThan(0);
    expect(after.every(({ decision }) => decision.safety.allowed)).toBe(true);
  });
});

describe('the runaway agent', () => {
  test('is refused for its tempo, and works again after the cooldown', async () => {
    const judged = events(await play(runawayAgent(0)));
    const refused = judged.filter(({ decision }) => !decision.safety.allowed);
    const vetoes = new Set(refused.map(({ decision }) => decision.safety.vetoReason));
    expect([...vetoes]).toEqual(['RUNAWAY_DETECTED']);
    expect(judged.at(-1)?.decision.safety.allowed).toBe(true);
  });
});

describe('playing', () => {
  test('mixes agents by time and judges each as if it were alone', async () => {
    const scripts = [healthyAgent(200_000), loopingAgent(0), runawayAgent(30_000)];
    const together = await play(...scripts);
    const times = together.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const script of scripts) {
      const alone = events(await play(script));
      expect(events(together.filter(({ agent }) => agent === script.name))).toEqual(alone);
    }
  });

  test('carries out what is allowed and nothing else, and reports it', async () => {
    const moments = await play(loopingAgent(0));
    const statuses = moments.flatMap(({ record }) =>
      record.type === 'result' ? record.result.status : [],
    );
    const judged = events(moments);
    expect(statuses).toHaveLength(judged.length);
    for (const [index, { decision }] of judged.entries()) {
      expect(statuses[index] === 'BLOCKED').toBe(!decision.safety.allowed);
    }
    expect(statuses).toContain('FAILED');
  });

  test('gives the same digests every time', async () => {
    const runs = [new DecisionRun(FROZEN_V0_2), new DecisionRun(FROZEN_V0_2)];
    for (const run of runs) await collect([loopingAgent(0)], run);
    expect(runs[0]?.digests).toEqual(runs[1]?.digests);
  });
});
