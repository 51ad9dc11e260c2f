/**
 * A night over time, as a drawing that stands in a page: a bar for each turn, a band for each hold, a mark for what
 * went wrong and for what got it out.
 */
import { html, type Html } from '../../base/html.ts';
import { momentText } from '../terminal/time-text.ts';
import type { NightFacts } from './facts.ts';

const WIDTH = 960;
const HEIGHT = 190;
const LEFT = 70;
const RIGHT = 12;
const AXIS = 150;
const TICKS = 6;
const BAR_HEIGHT = 22;
const WIDTH_MIN = 1;
const MARK_WIDTH = 3;

/** The rows, from above, and the kinds of moment that stand in each. */
const ROWS: readonly (readonly [name: string, y: number, kinds: readonly string[]])[] = [
  ['turns', 16, ['turn']],
  ['stuck', 48, ['stuck', 'gate', 'compaction']],
  ['way out', 80, ['advice', 'engine', 'resumed']],
  ['held, end', 112, ['hold', 'crash', 'ended']],
];

/** The drawing as SVG; its colours come from the page. */
export function nightTimeline({ night, lastAtMs }: NightFacts): Html {
  const fromMs = night.startedAtMs;
  const spanMs = Math.max(1, lastAtMs - fromMs);
  const place = (atMs: number) => LEFT + ((WIDTH - LEFT - RIGHT) * (atMs - fromMs)) / spanMs;
  const bars = ROWS.flatMap(([, y, kinds]) =>
    night.moments
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, text, atMs, tookMs }) => {
        // A hold is drawn with the moment that ends it, which knows how long it took.
        const start = Math.max(fromMs, atMs - (tookMs ?? 0));
        const x = Math.max(LEFT, Math.min(place(start), WIDTH - RIGHT - WIDTH_MIN));
        const width = Math.max(WIDTH_MIN, place(atMs) - x - 0.5);
        const drawn = tookMs === null ? MARK_WIDTH : width.toFixed(1);
        const isGood = kind === 'ended' && night.ended?.outcome === 'done';
        const name = `${kind}${isFailed(text) ? ' failed' : ''}${isGood ? ' done' : ''}`;
        return html`<rect
          class="${name}"
          x="${x.toFixed(1)}"
          y="${y}"
          width="${drawn}"
          height="${BAR_HEIGHT}"
          ><title>${momentText(atMs)} ${text}</title></rect
        >`;
      }),
  );
  const names = ROWS.map(
    ([name, y]) =>
      html`<text class="label" x="${LEFT - 8}" y="${y + 15}" text-anchor="end">${name}</text>`,
  );
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => {
    const atMs = fromMs + (spanMs * index) / TICKS;
    const x = place(atMs).toFixed(1);
    const anchor = index === 0 ? 'start' : index === TICKS ? 'end' : 'middle';
    return html`<line class="axis" x1="${x}" y1="${AXIS}" x2="${x}" y2="${AXIS + 5}" /><text
        class="label"
        x="${x}"
        y="${AXIS + 20}"
        text-anchor="${anchor}"
        >${momentText(atMs).slice(11)}</text
      >`;
  });
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="the night over time">
    <line class="axis" x1="${LEFT}" y1="${AXIS}" x2="${WIDTH - RIGHT}" y2="${AXIS}" />
    ${names} ${ticks} ${bars}
  </svg>`;
}

function isFailed(text: string): boolean {
  return /exit code [1-9]|ended by/.test(text);
}
