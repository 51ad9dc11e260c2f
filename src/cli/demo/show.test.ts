import { beforeAll, describe, expect, test } from 'vitest';
import { DecisionRun, FROZEN_V0_2 } from '../../core/index.ts';
import { healthyAgent, loopingAgent, playAgents, runawayAgent } from '../../testing/index.ts';
import { paint, type Line } from '../terminal/styled-line.ts';
import { DemoShow } from './show.ts';
import { emptyView, type AgentView } from './view.ts';

interface Played {
  readonly frames: readonly string[];
  readonly views: readonly AgentView[];
}

async function play(columns: number, rows: number): Promise<Played> {
  const scripts = [healthyAgent(460_000), loopingAgent(0), runawayAgent(30_000)];
  const frames: string[] = [];
  const draw = (lines: readonly Line[]): void => {
    frames.push(lines.map((line) => paint(line, false)).join('\n'));
  };
  const canvas = { columns, rows, draw };
  const show = new DemoShow(canvas, FROZEN_V0_2, scripts.map(emptyView), false);
  const views = await show.play(playAgents(scripts, new DecisionRun(FROZEN_V0_2)));
  return { frames, views };
}

describe('every screen of the show', () => {
  test.each([
    [1, 1],
    [20, 10],
    [50, 24],
    [80, 24],
    [80, 30],
    [200, 60],
  ])('fits on %i columns and %i rows', async (columns, rows) => {
    const { frames } = await play(columns, rows);
    for (const frame of frames) {
      const lines = frame.split('\n');
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    }
  });

  test('has the same height, so that nothing jumps', async () => {
    const { frames } = await play(80, 30);
    expect(new Set(frames.map((frame) => frame.split('\n').length)).size).toBe(1);
  });
});

describe('the show', () => {
  let played: Played = { frames: [], views: [] };
  const captions = (): string[] => played.frames.map((frame) => frame.split('\n')[2] ?? '');

  beforeAll(async () => {
    played = await play(200, 60);
  });

  test.each([
    'looping is refused: LOOP_DETECTED',
    'looping: the cooldown is over',
    'healthy is IDLE',
    'runaway is refused: RUNAWAY_DETECTED',
    'looping: soft_suspend, health',
    'ada (a person): resume looping; this lifts soft_suspend',
    'looping: hard_stop, health',
    'ada (a person): restart looping; this lifts hard_stop',
  ])('tells: %s', (caption) => {
    expect(captions().some((line) => line.includes(caption))).toBe(true);
  });

  test('draws refusals, holds and the way out', () => {
    const all = played.frames.join('\n');
    expect(all).toContain('▃▃▃▃✕✕✕✕┊▃▃▃▃');
    expect(all).toContain(' HARD STOP ');
    expect(all).toContain('held: hard_stop, lifted by a person: restart');
    expect(all).toContain('cooldown: 60 s left');
  });

  test('counts what was judged', () => {
    const [healthy, looping, runaway] = played.views;
    expect(healthy).toMatchObject({ refused: 0, stops: [] });
    expect(looping?.stops.map(({ code }) => code)).toContain('hard_stop');
    expect(runaway?.stops.map(({ code }) => code)).toEqual(['RUNAWAY_DETECTED']);
  });
});
