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
import {
  HOUR_WINDOWS,
  isFinding,
  nextFinding,
  placeAfter,
  previousFinding,
} from './strip-moves.ts';
import type { TraceWindow } from './trace-window.ts';
import { useWidth } from './use-width.ts';
import { violationWords } from './violation-words.ts';

/** Up to here every window is wide enough to be seen alone. */
const ALONE_MAX = 150;

export interface StripProps {
  readonly windows: readonly TraceWindow[];
  readonly selected: TraceWindow;
  readonly onSelect: (window: TraceWindow) => void;
}

function wordsOf({ index, tStartMs, kind, violated, problems }: TraceWindow): string {
  const { label, meaning } = KIND_LOOKS[kind];
  const isNamed = violated.length > 0 && kind !== 'silent';
  const why = problems[0] ?? (isNamed ? violationWords(violated) : meaning);
  return `window ${index} · ${localTime(tStartMs)} · ${label}: ${why}`;
}

/** The hour around a place, whole also at the ends. */
function hourAround(windows: readonly TraceWindow[], place: number): readonly TraceWindow[] {
  const last = Math.max(0, windows.length - HOUR_WINDOWS);
  const from = Math.min(last, Math.max(0, place - Math.floor(HOUR_WINDOWS / 2)));
  return windows.slice(from, from + HOUR_WINDOWS);
}

export function Strip({ windows, selected, onSelect }: StripProps): ReactNode {
  const [box, width] = useWidth<HTMLDivElement>();
  const [hovered, setHovered] = useState<TraceWindow | null>(null);
  const place = Math.max(0, windows.indexOf(selected));
  const move = (event: KeyboardEvent): void => {
    const isMeant = !event.ctrlKey && !event.metaKey && !event.altKey;
    const window = isMeant ? windows[placeAfter(event.key, windows, place) ?? -1] : undefined;
    if (window === undefined) return;
    event.preventDefault();
    onSelect(window);
  };
  const near = hourAround(windows, place);
  const band = { width, selected, onHover: setHovered, onSelect };
  return (
    <div>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label="Window of the trace"
        aria-valuemin={0}
        aria-valuemax={windows.length - 1}
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
        <Findings windows={windows} place={place} onSelect={onSelect} />
      </div>
    </div>
  );
}

/** From one finding to the next, for who has no keyboard. */
function Findings({
  windows,
  place,
  onSelect,
}: Pick<StripProps, 'windows' | 'onSelect'> & { readonly place: number }): ReactNode {
  const previous = windows[previousFinding(windows, place) ?? -1];
  const next = windows[nextFinding(windows, place) ?? -1];
  const go = (window: TraceWindow | undefined): void => {
    if (window !== undefined) onSelect(window);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-xs text-muted">
        {plural(windows.filter(isFinding).length, 'finding')}
      </span>
      <Button size="small" disabled={previous === undefined} onClick={() => go(previous)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Button size="small" disabled={next === undefined} onClick={() => go(next)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}
