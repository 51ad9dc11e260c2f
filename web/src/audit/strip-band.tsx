/** A stretch of the trace as bars: one colour, height and form for each kind of window, hours below. */
import { useId, useMemo, type PointerEvent, type ReactNode } from 'react';
import { KIND_LOOKS } from './kind-look.ts';
import { spanOf, stripShape, windowAt, xOf, type Span } from './strip-shape.ts';
import type { TraceWindow } from './trace-window.ts';

const HEIGHT = 44;
const AXIS = 18;
const DAY_MS = 86_400_000;

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const clockSeconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const offsetMinutes = (atMs: number): number => new Date(atMs).getTimezoneOffset();

export interface BandProps {
  readonly windows: readonly TraceWindow[];
  readonly width: number;
  readonly selected: TraceWindow;
  /** What of it the band below shows. */
  readonly framed?: readonly TraceWindow[];
  readonly onHover: (window: TraceWindow | null) => void;
  readonly onSelect: (window: TraceWindow) => void;
}

export function StripBand(props: BandProps): ReactNode {
  const { windows, width, selected, framed, onHover, onSelect } = props;
  const hatch = useId();
  const span = useMemo(() => spanOf(windows, width), [windows, width]);
  const shape = useMemo(() => stripShape(windows, span, HEIGHT, offsetMinutes), [windows, span]);
  const under = (event: PointerEvent<SVGSVGElement>): TraceWindow | undefined =>
    windowAt(windows, span, event.clientX - event.currentTarget.getBoundingClientRect().left);
  return (
    <svg
      aria-hidden
      width={width}
      height={HEIGHT + AXIS}
      className="block cursor-pointer touch-pan-y"
      onPointerMove={(event) => onHover(under(event) ?? null)}
      onPointerLeave={() => onHover(null)}
      onPointerDown={(event) => {
        const found = under(event);
        if (found !== undefined) onSelect(found);
      }}
    >
      <pattern
        id={hatch}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M0 0V6" stroke="var(--danger)" strokeWidth="2" />
      </pattern>
      <rect width={width} height={HEIGHT} rx={3} fill="var(--sunken)" />
      {framed === undefined ? null : <Frame span={span} framed={framed} />}
      {shape.gaps.map(({ x, width: size }) => (
        <rect key={x} data-gap x={x} width={size} height={HEIGHT} fill={`url(#${hatch})`} />
      ))}
      {shape.paths.map(({ kind, d }) => (
        <path key={kind} data-kind={kind} d={d} fill={KIND_LOOKS[kind].colour} />
      ))}
      <Chosen span={span} selected={selected} />
      <Ticks span={span} ticks={shape.ticks} />
    </svg>
  );
}

function Ticks({
  span,
  ticks,
}: {
  readonly span: Span;
  readonly ticks: readonly { readonly x: number; readonly atMs: number }[];
}): ReactNode {
  const step = (ticks[1]?.atMs ?? 0) - (ticks[0]?.atMs ?? 0);
  const isLong = span.toMs - span.fromMs > DAY_MS;
  const words = isLong && step > 3_600_000 ? dayAndClock : step < 60_000 ? clockSeconds : clock;
  const labelPx = isLong ? 84 : 52;
  // One label has its place before the next begins.
  const every = Math.ceil(labelPx / Math.max(1, (ticks[1]?.x ?? span.width) - (ticks[0]?.x ?? 0)));
  return ticks.map(({ x, atMs }, index) => (
    <g key={atMs}>
      <path d={`M${x.toFixed(1)} ${HEIGHT}v4`} stroke="var(--line-strong)" />
      {index % every !== 0 || x > span.width - labelPx ? null : (
        <text x={x + 3} y={HEIGHT + 14} className="fill-muted text-[10px]">
          {words.format(atMs)}
        </text>
      )}
    </g>
  ));
}

/** The window that is shown below: a frame that is wide enough to be seen. */
function Chosen({
  span,
  selected,
}: {
  readonly span: Span;
  readonly selected: TraceWindow;
}): ReactNode {
  const from = xOf(span, selected.tStartMs);
  const size = Math.max(4, xOf(span, selected.tStartMs + selected.lengthMs) - from);
  return (
    <g fill="none" stroke="var(--ink)">
      <rect x={from - 1} y={1} width={size + 1} height={HEIGHT - 2} strokeWidth={2} rx={2} />
    </g>
  );
}

function Frame({
  span,
  framed,
}: {
  readonly span: Span;
  readonly framed: readonly TraceWindow[];
}): ReactNode {
  const inner = spanOf(framed, 1);
  const from = xOf(span, inner.fromMs);
  return (
    <rect
      x={from}
      width={Math.max(3, xOf(span, inner.toMs) - from)}
      height={HEIGHT}
      fill="var(--accent)"
      fillOpacity={0.22}
    />
  );
}
