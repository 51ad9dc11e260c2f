/** Where a key leads on the strip: window by window, by the hour, to the ends, to the next and previous finding. */
import type { TraceWindow } from './trace-window.ts';

/** 75 windows of 48 s. */
export const HOUR_WINDOWS = 75;

/** Something to look at: an invariant that did not hold, or a link. */
export const isFinding = ({ kind }: TraceWindow): boolean =>
  kind === 'violated' || kind === 'edge' || kind === 'broken';

/** The place of the next finding; undefined when there is none. */
export function nextFinding(windows: readonly TraceWindow[], place: number): number | undefined {
  return known(windows.findIndex((one, at) => at > place && isFinding(one)));
}

export function previousFinding(
  windows: readonly TraceWindow[],
  place: number,
): number | undefined {
  return known(windows.findLastIndex((one, at) => at < place && isFinding(one)));
}

const known = (place: number): number | undefined => (place === -1 ? undefined : place);

/** The place that a key leads to; undefined for a key that means nothing here. */
export function placeAfter(
  key: string,
  windows: readonly TraceWindow[],
  place: number,
): number | undefined {
  const last = windows.length - 1;
  const places: Readonly<Record<string, () => number>> = {
    ArrowLeft: () => place - 1,
    ArrowRight: () => place + 1,
    PageUp: () => place - HOUR_WINDOWS,
    PageDown: () => place + HOUR_WINDOWS,
    Home: () => 0,
    End: () => last,
    n: () => nextFinding(windows, place) ?? place,
    p: () => previousFinding(windows, place) ?? place,
  };
  const wanted = places[key.length === 1 ? key.toLowerCase() : key]?.();
  return wanted === undefined ? undefined : Math.min(last, Math.max(0, wanted));
}
