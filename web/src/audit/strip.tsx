/**
 * The trace as a strip of windows: two days at a glance, the hour around the chosen window below it.
 *
 * It is one slider for the keyboard: arrows go from window to window, Page keys by the hour, N and P to what is violated.
 */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/numbers.ts';
import { localTime } from '../ui/time.tsx';
import { KIND_LOOKS } from './kind-look.ts';
import { StripBand } from './strip-band.tsx';
import { StripLegend } from './strip-legend.tsx';
import type { TraceWindow } from './trace-window.ts';
import { useWidth } from './use-width.ts';

/** 75 windows of 48 s. */
const HOUR_WINDOWS = 75;
/** Up to here every window is wide enough to be seen alone. */
const ALONE_MAX = 150;

const isBad = ({ kind }: TraceWindow): boolean =>
  kind === 'violated' || kind === 'edge' || kind === 'broken';

function wordsOf({ index, tStartMs, kind, violated, problems }: TraceWindow): string {
  const { label, meaning } = KIND_LOOKS[kind];
  const why =
    problems[0] ?? (violated.length === 0 || kind === 'silent' ? meaning : violated.join(', '));
  return `window ${index} · ${localTime(tStartMs)} · ${label}: ${why}`;
}

export function Strip({
  windows,
  selected,
  onSelect,
}: {
  readonly windows: readonly TraceWindow[];
  readonly selected: TraceWindow;
  readonly onSelect: (window: TraceWindow) => void;
}): ReactNode {
  const [box, width] = useWidth<HTMLDivElement>();
  const [hovered, setHovered] = useState<TraceWindow | null>(null);
  const place = Math.max(0, windows.indexOf(selected));
  const last = windows.length - 1;
  const go = (to: number | undefined): void => {
    const window = windows[Math.min(last, Math.max(0, to ?? place))];
    if (window !== undefined) onSelect(window);
  };
  const nextBad = (): number | undefined =>
    found(windows.findIndex((one, at) => at > place && isBad(one)));
  const previousBad = (): number | undefined =>
    found(windows.findLastIndex((one, at) => at < place && isBad(one)));
  const keys: Readonly<Record<string, () => number | undefined>> = {
    ArrowLeft: () => place - 1,
    ArrowRight: () => place + 1,
    PageUp: () => place - HOUR_WINDOWS,
    PageDown: () => place + HOUR_WINDOWS,
    Home: () => 0,
    End: () => last,
    n: nextBad,
    p: previousBad,
  };
  const move = (event: KeyboardEvent): void => {
    const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(key());
  };
  const from = Math.min(
    Math.max(0, place - Math.floor(HOUR_WINDOWS / 2)),
    Math.max(0, windows.length - HOUR_WINDOWS),
  );
  const near = windows.slice(from, from + HOUR_WINDOWS);
  const band = { width, selected, onHover: setHovered, onSelect };
  return (
    <div>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label="Window of the trace"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place}
        aria-valuetext={wordsOf(selected)}
        onKeyDown={move}
        className="space-y-2 rounded"
      >
        {windows.length > ALONE_MAX ? (
          <>
            <StripBand windows={windows} framed={near} {...band} />
            <StripBand windows={near} {...band} />
          </>
        ) : (
          <StripBand windows={windows} {...band} />
        )}
      </div>
      <p data-testid="strip-words" className="mt-2 min-h-10 text-xs break-words sm:min-h-5">
        {wordsOf(hovered ?? selected)}
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <StripLegend windows={windows} />
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-xs text-muted">
            {plural(windows.filter(isBad).length, 'finding')}
          </span>
          <Button
            size="small"
            disabled={previousBad() === undefined}
            onClick={() => go(previousBad())}
          >
            <ChevronLeft aria-hidden />
            Previous
          </Button>
          <Button size="small" disabled={nextBad() === undefined} onClick={() => go(nextBad())}>
            Next
            <ChevronRight aria-hidden />
          </Button>
        </div>
      </div>
    </div>
  );
}

const found = (place: number): number | undefined => (place === -1 ? undefined : place);
