/**
 * A chart that lives: lines or bars over time or steps, drawn by uPlot, in the colours of the page.
 *
 * A canvas says nothing to those who cannot see it, so every chart carries a sentence.
 */
import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import { useTheme } from '../shell/theme.ts';
import { axisLabels } from './axis-labels.ts';

export interface Series {
  readonly label: string;
  /** The name of a colour of the page. */
  readonly colour: 'accent' | 'warn' | 'danger' | 'good' | 'hold' | 'muted';
  readonly dashed?: boolean;
  readonly bars?: boolean;
  readonly stepped?: boolean;
  /** Single points instead of a line. */
  readonly dots?: boolean;
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  readonly summary: string;
  readonly x: readonly number[];
  readonly xIsTime: boolean;
  readonly series: readonly Series[];
  /** The least the axis reaches. */
  readonly top?: number;
  readonly height?: number;
  readonly format?: (value: number) => string;
  /** Names a place of an axis that is no time. */
  readonly xLabel?: (value: number) => string;
}

const colourOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Between two marks of a time axis. */
const TIME_STEPS_S = [1, 5, 15, 30, 60, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400];
const minutes = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const seconds = new Intl.DateTimeFormat(undefined, {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

function timeLabels(_: uPlot, splits: number[]): string[] {
  const [first = 0, second = Infinity] = splits;
  const format = second - first < 60 ? seconds : minutes;
  return splits.map((at) => format.format(at * 1_000));
}

function optionsOf(props: ChartProps, width: number): uPlot.Options {
  const { series, xIsTime, top = 0, height = 150, format = String, xLabel = String } = props;
  const axis = {
    stroke: colourOf('muted'),
    grid: { stroke: colourOf('line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  return {
    width,
    height,
    // On the right half of the last label has its place.
    padding: [8, 30, 0, 0],
    cursor: { y: false, points: { size: 6 } },
    legend: { show: false },
    scales: {
      x: { time: xIsTime },
      y: { range: (_, __, most) => [0, Math.max(top, most) * 1.08 || 1] },
    },
    axes: [
      {
        ...axis,
        size: 26,
        space: 70,
        ...(xIsTime
          ? { incrs: [...TIME_STEPS_S], values: timeLabels }
          : {
              space: 90,
              incrs: [1, 2, 5, 10, 20, 50, 100],
              values: (_: uPlot, values: number[]) => values.map(xLabel),
            }),
      },
      { ...axis, size: 48, values: (_, values) => [...axisLabels(values, format)] },
    ],
    series: [
      {},
      ...series.map(({ label, colour, dashed, bars, stepped, dots }): uPlot.Series => {
        const stroke = colourOf(colour);
        const paths = bars === true ? uPlot.paths.bars?.({ size: [0.7, 24] }) : undefined;
        const steps = stepped === true ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
        return {
          label,
          stroke,
          width: bars === true || dots === true ? 0 : 1.75,
          points: dots === true ? { show: true, size: 9, fill: stroke } : { show: false },
          ...(dashed === true ? { dash: [5, 4] } : {}),
          ...(bars === true ? { fill: stroke } : {}),
          ...((paths ?? steps) === undefined
            ? {}
            : { paths: (paths ?? steps) as uPlot.Series.PathBuilder }),
        };
      }),
    ],
  };
}

export function Chart(props: ChartProps): ReactNode {
  const { summary, x, series } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const theme = useTheme();
  const shape = JSON.stringify([theme.shown, series.map(({ label }) => label)]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const made = new uPlot(
      optionsOf(latest.current, element.clientWidth || 300),
      dataOf(latest.current),
      element,
    );
    plot.current = made;
    const watcher = new ResizeObserver(() => {
      made.setSize({ width: element.clientWidth, height: latest.current.height ?? 150 });
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape]);
  useEffect(() => {
    plot.current?.setData(dataOf(latest.current));
  }, [x, series]);
  return (
    <figure>
      <div ref={box} aria-hidden className="w-full overflow-hidden" />
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {series.map(({ label, colour, dashed, dots }) => (
          <span key={label} className="inline-flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 18 6" className="h-1.5 w-4.5">
              {dots === true ? (
                <circle cx="9" cy="3" r="3" fill={`var(--${colour})`} />
              ) : (
                <path
                  d="M0 3h18"
                  stroke={`var(--${colour})`}
                  strokeWidth="3"
                  {...(dashed === true ? { strokeDasharray: '5 3' } : {})}
                />
              )}
            </svg>
            {label}
          </span>
        ))}
        <span className="sr-only">{summary}</span>
      </figcaption>
    </figure>
  );
}

function dataOf({ x, series }: ChartProps): uPlot.AlignedData {
  return [[...x], ...series.map(({ values }) => [...values])];
}
