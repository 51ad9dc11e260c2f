/**
 * The score of a run over its calls, as a drawing that stands in a page.
 */
import { html, type Html } from '../../base/html.ts';
import { highest } from '../terminal/sparkline.ts';
import type { StuckRun } from './judge.ts';

const WIDTH = 720;
const HEIGHT = 160;
const LEFT = 34;
const BOTTOM = 22;
const TOP = 12;
const POINTS_MAX = 360;

/** The drawing as SVG; its colours come from the page. */
export function scorePlot(stuck: StuckRun): Html {
  const { scores, threshold, stuckFromCall, stoppedAtCall, calls } = stuck;
  const values = highest(scores, POINTS_MAX);
  const top = Math.max(threshold * 1.25, ...values);
  const place = (call: number) =>
    LEFT + ((WIDTH - LEFT - 8) * (call - 1)) / Math.max(1, scores.length - 1);
  const height = (score: number) =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.min(score, top) / top);
  const share = scores.length / Math.max(1, values.length);
  const points = values.map((score, index) => {
    const call = values.length === scores.length ? index + 1 : (index + 0.5) * share + 0.5;
    return `${place(call).toFixed(1)},${height(score).toFixed(1)}`;
  });
  const base = HEIGHT - BOTTOM;
  const limit = height(threshold).toFixed(1);
  const marks = [
    mark(place(stuckFromCall), base, 'from', `stuck from call ${stuckFromCall}`, TOP + 10),
    mark(place(stoppedAtCall), base, 'stop', `stop at call ${stoppedAtCall}`, TOP + 24),
  ];
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="score over ${calls} calls"
  >
    <line class="axis" x1="${LEFT}" y1="${base}" x2="${WIDTH - 8}" y2="${base}" />
    <line class="limit" x1="${LEFT}" y1="${limit}" x2="${WIDTH - 8}" y2="${limit}" />
    <text class="label" x="${LEFT - 6}" y="${Number(limit) + 4}" text-anchor="end">
      ${threshold}
    </text>
    <text class="label" x="${LEFT - 6}" y="${base + 4}" text-anchor="end">0</text>
    <text class="label" x="${LEFT}" y="${HEIGHT - 6}">call 1</text>
    <text class="label" x="${WIDTH - 8}" y="${HEIGHT - 6}" text-anchor="end">call ${calls}</text>
    ${marks}
    <polyline class="score" points="${points.join(' ')}" />
  </svg>`;
}

/** A line down the plot with its name beside it, on the side where there is room. */
function mark(x: number, base: number, name: string, label: string, y: number): Html {
  const isRight = x > WIDTH * 0.75;
  const at = (isRight ? x - 5 : x + 5).toFixed(1);
  const anchor = isRight ? 'end' : 'start';
  const place = x.toFixed(1);
  return html`<line class="${name}" x1="${place}" y1="${TOP}" x2="${place}" y2="${base}" />
    <text class="label ${name}" x="${at}" y="${y}" text-anchor="${anchor}">${label}</text>`;
}
