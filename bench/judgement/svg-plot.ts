/**
 * The plot: recall against wrong stops, one labelled point for each detector. Best is the upper left.
 *
 * The axis of wrong stops is a square root, because the difference between no wrong stop and one in a
 * hundred matters more than that between fifty and sixty. The picture brings its own background for
 * light and dark readers.
 */
import { placeLabels } from './place-labels.ts';
import type { Standing } from './standing.ts';

const WIDTH = 860;
const HEIGHT = 560;
const frame = { left: 70, top: 56, right: 830, bottom: 490 };
const wrongTicks = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1];
const recallTicks = [0, 0.25, 0.5, 0.75, 1];
/** Room between the axes and the points of 0 and 1. */
const INSET = 16;

const style = `
  .paper { fill: #ffffff; } .ink { fill: #1f2328; } .faint { fill: #59636e; }
  .grid { stroke: #d1d9e0; } .lead { stroke: #8c959f; }
  .peer { fill: #59636e; } .seed { fill: #ffffff; stroke: #bc4c00; } .ours { fill: #1a7f37; }
  text { font: 12px system-ui, sans-serif; } .title { font-size: 16px; font-weight: 600; }
  .mine { fill: #1a7f37; font-weight: 600; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; } .ink { fill: #f0f6fc; } .faint { fill: #9198a1; }
    .grid { stroke: #3d444d; } .lead { stroke: #656c76; }
    .peer { fill: #9198a1; } .seed { fill: #0d1117; stroke: #f0883e; } .ours { fill: #3fb950; }
    .mine { fill: #3fb950; }
  }`;

/** The whole picture. Detectors without both figures are left out. */
export function svgPlot(standings: readonly Standing[]): string {
  const points = standings.flatMap(({ detector, recall, wrongStops }) =>
    recall === null || wrongStops === null
      ? []
      : [{ x: xOf(wrongStops), y: yOf(recall), text: detector.name, family: detector.family }],
  );
  const places = placeLabels(points, frame);
  const marks = points.map(({ x, y, text, family }, index) => {
    const place = places[index] ?? { x, y, far: false };
    const end = place.x > x ? place.x - 2 : place.x + text.length * 6.4;
    return [
      place.far
        ? `<line class="lead" x1="${n(x)}" y1="${n(y)}" x2="${n(end)}" y2="${n(place.y)}"/>`
        : '',
      `<circle class="${family}" cx="${n(x)}" cy="${n(y)}" r="${family === 'ours' ? 6 : 4.5}" stroke-width="2"/>`,
      `<text class="${family === 'ours' ? 'mine' : 'ink'}" x="${n(place.x)}" y="${n(place.y + 4)}">${escape(text)}</text>`,
    ].join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Recall on stuck runs against wrong stops of healthy runs">
<style>${style}
</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
<text class="ink title" x="${frame.left}" y="28">Stuck runs caught against healthy runs stopped</text>
<text class="faint" x="${frame.left}" y="46">best: upper left · means over sets · hollow: the rules of the seeds</text>
${axes()}
${marks.join('\n')}
</svg>
`;
}

function axes(): string {
  const { left, right, top, bottom } = frame;
  const vertical = wrongTicks.map((share) => {
    const x = n(xOf(share));
    return `<line class="grid" x1="${x}" y1="${top}" x2="${x}" y2="${bottom}"/><text class="faint" x="${x}" y="${bottom + 18}" text-anchor="middle">${share * 100} %</text>`;
  });
  const horizontal = recallTicks.map((share) => {
    const y = yOf(share);
    return `<line class="grid" x1="${left}" y1="${n(y)}" x2="${right}" y2="${n(y)}"/><text class="faint" x="${left - 8}" y="${n(y + 4)}" text-anchor="end">${share * 100} %</text>`;
  });
  const middle = (left + right) / 2;
  return [
    ...vertical,
    ...horizontal,
    `<text class="ink" x="${middle}" y="${bottom + 44}" text-anchor="middle">healthy runs stopped (square-root scale)</text>`,
    `<text class="ink" transform="translate(18 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">stuck runs caught</text>`,
  ].join('\n');
}

function xOf(share: number): number {
  return frame.left + INSET + Math.sqrt(share) * (frame.right - frame.left - 2 * INSET);
}

function yOf(share: number): number {
  return frame.bottom - INSET - share * (frame.bottom - frame.top - 2 * INSET);
}

function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
