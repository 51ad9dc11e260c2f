/** What the bars of the strip mean; only the kinds that it has, and the two that everybody looks for. */
import type { ReactNode } from 'react';
import { KIND_LOOKS } from './kind-look.ts';
import { KINDS, type TraceWindow } from './trace-window.ts';

export function StripLegend({ windows }: { readonly windows: readonly TraceWindow[] }): ReactNode {
  const shown = KINDS.filter(
    (kind) => kind === 'ok' || kind === 'violated' || windows.some((one) => one.kind === kind),
  );
  return (
    <ul
      aria-label="What the bars mean"
      className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted"
    >
      {shown.map((kind) => {
        const { label, meaning, colour, from, to } = KIND_LOOKS[kind];
        return (
          <li key={kind} title={meaning} className="inline-flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 10 14" className="h-3.5 w-2.5 bg-sunken">
              <rect x="2" width="6" y={14 * (1 - to)} height={14 * (to - from)} fill={colour} />
            </svg>
            {label}
          </li>
        );
      })}
    </ul>
  );
}
