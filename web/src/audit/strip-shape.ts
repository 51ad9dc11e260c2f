/**
 * A trace as a strip: where each window lies in time, where nothing was measured, and which hours to name. Pure.
 *
 * Two days are 3,600 windows on a thousand pixels. So windows of a kind are one path, and those that matter are never
 * drawn thinner than the eye can see.
 */
import { KIND_LOOKS } from './kind-look.ts';
import { KINDS, type Kind, type TraceWindow } from './trace-window.ts';

/** A stretch of time on so many pixels. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly width: number;
}

export interface StripShape {
  readonly paths: readonly { readonly kind: Kind; readonly d: string }[];
  /** Where no window is, between two that are. */
  readonly gaps: readonly { readonly x: number; readonly width: number }[];
  readonly ticks: readonly { readonly x: number; readonly atMs: number }[];
}

const HOUR_MS = 3_600_000;
const TICKS_MS = [
  10_000,
  30_000,
  60_000,
  5 * 60_000,
  15 * 60_000,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
];
const TICK_WIDTH_MIN = 64;
/** A short trace is not stretched beyond this. */
const WINDOWS_SHOWN_MIN = 18;
/** Between two windows of more than a few pixels. */
const AIR_FROM_WIDTH = 4;

/** The time that a strip of these windows covers. */
export function spanOf(windows: readonly TraceWindow[], width: number): Span {
  const [first] = windows;
  if (first === undefined) return { fromMs: 0, toMs: 1, width };
  // In a file that is not in order, the first need not be the earliest.
  let [fromMs, toMs] = [first.tStartMs, first.tStartMs];
  for (const { tStartMs, lengthMs } of windows) {
    fromMs = Math.min(fromMs, tStartMs);
    toMs = Math.max(toMs, tStartMs + lengthMs);
  }
  return { fromMs, toMs: Math.max(fromMs + WINDOWS_SHOWN_MIN * first.lengthMs, toMs), width };
}

export function xOf({ fromMs, toMs, width }: Span, atMs: number): number {
  return ((atMs - fromMs) / Math.max(1, toMs - fromMs)) * width;
}

export function stripShape(
  windows: readonly TraceWindow[],
  span: Span,
  height: number,
  offsetMinutes: (atMs: number) => number,
): StripShape {
  const paths = new Map<Kind, string>();
  const gaps: { x: number; width: number }[] = [];
  let endMs: number | null = null;
  for (const { kind, tStartMs, lengthMs } of windows) {
    const x = xOf(span, tStartMs);
    if (endMs !== null && tStartMs > endMs) {
      const from = xOf(span, endMs);
      gaps.push({ x: from, width: Math.max(1, x - from) });
    }
    endMs = Math.max(endMs ?? 0, tStartMs + lengthMs);
    const full = xOf(span, tStartMs + lengthMs) - x;
    const air = full > AIR_FROM_WIDTH ? 1 : 0;
    const { from, to, widthMin } = KIND_LOOKS[kind];
    const width = Math.max(widthMin, full - air).toFixed(2);
    const [top, size] = [(height * (1 - to)).toFixed(1), (height * (to - from)).toFixed(1)];
    paths.set(kind, `${paths.get(kind) ?? ''}M${x.toFixed(2)} ${top}h${width}v${size}h-${width}z`);
  }
  return {
    // What matters most is drawn last.
    paths: KINDS.flatMap((kind) => {
      const d = paths.get(kind);
      return d === undefined ? [] : [{ kind, d }];
    }),
    gaps,
    ticks: ticksOf(span, offsetMinutes),
  };
}

/** Round times of the reader's zone, far enough apart to be read. */
function ticksOf(span: Span, offsetMinutes: (atMs: number) => number): StripShape['ticks'] {
  const perPixel = (span.toMs - span.fromMs) / Math.max(1, span.width);
  const step = TICKS_MS.find((ms) => ms / perPixel >= TICK_WIDTH_MIN) ?? 24 * HOUR_MS;
  const offset = offsetMinutes(span.fromMs) * 60_000;
  const first = Math.ceil((span.fromMs - offset) / step) * step + offset;
  const ticks: { x: number; atMs: number }[] = [];
  for (let atMs = first; atMs < span.toMs; atMs += step) ticks.push({ x: xOf(span, atMs), atMs });
  return ticks;
}

/** The window that lies under a place of the strip, or the nearest to it. */
export function windowAt(
  windows: readonly TraceWindow[],
  span: Span,
  x: number,
): TraceWindow | undefined {
  const atMs = span.fromMs + (x / Math.max(1, span.width)) * (span.toMs - span.fromMs);
  let [low, high] = [0, windows.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((windows[middle]?.tStartMs ?? 0) <= atMs) low = middle;
    else high = middle - 1;
  }
  return windows[low];
}
