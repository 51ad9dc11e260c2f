/** The plot: every detector has its point and a label that covers no other. */
import { expect, test } from 'vitest';
import { placeLabels } from './place-labels.ts';
import type { Score } from './score.ts';
import type { Standing } from './standing.ts';
import { svgPlot } from './svg-plot.ts';

const score: Score = { stuck: 0, caught: 0, early: 0, delays: null, healthy: 0, wrongStops: 0 };

function standing(name: string, recall: number | null, wrongStops: number): Standing {
  const detector = { name, family: 'peer' as const, rule: '', firedAt: () => null };
  return { detector, scores: [], verdicts: [], overall: score, recall, wrongStops };
}

test('detectors with both figures are drawn, names are escaped', () => {
  const svg = svgPlot([standing('a<b', 1, 0), standing('c', 0.5, 0.2), standing('d', null, 0)]);
  expect(svg.match(/<circle/g)).toHaveLength(2);
  expect(svg).toContain('>a&lt;b</text>');
  expect(svg).toContain('prefers-color-scheme: dark');
});

test('labels of points in one place do not cover each other', () => {
  const points = Array.from({ length: 12 }, (_, n) => ({ x: 100, y: 200, text: `detector ${n}` }));
  const places = placeLabels(points, { left: 0, top: 0, right: 800, bottom: 500 });
  for (const [index, a] of places.entries()) {
    for (const b of places.slice(index + 1)) {
      expect(Math.abs(a.y - b.y) >= 14 || Math.abs(a.x - b.x) >= 66).toBe(true);
    }
  }
});
