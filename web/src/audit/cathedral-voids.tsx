/** The word for what is not there: once for each stretch of steps that nobody saw. */
import type { ReactNode } from 'react';
import { px } from './bay-light.ts';
import type { Bay, Cathedral } from './cathedral-shape.ts';

/** From so many pixels on the word lies flat. */
const FLAT_FROM = 90;

/** Silent bays side by side. */
function stretchesOf(
  bays: readonly Bay[],
): readonly { readonly left: number; readonly right: number }[] {
  const found: { left: number; right: number }[] = [];
  for (const { left, right, mask, step } of bays) {
    if (mask !== 'SILENT') continue;
    const last = found.at(-1);
    if (last !== undefined && bays[step - 1]?.mask === 'SILENT') last.right = right;
    else found.push({ left, right });
  }
  return found;
}

export function Voids({ of: { bays, layout } }: { readonly of: Cathedral }): ReactNode {
  const { top, bottom } = layout.light;
  const y = px(top + (bottom - top) * 0.62);
  return stretchesOf(bays).map(({ left, right }) => {
    const middle = px((left + right) / 2);
    return (
      <text
        key={left}
        x={middle}
        y={y}
        {...(right - left < FLAT_FROM ? { transform: `rotate(-90 ${middle} ${y})` } : {})}
        textAnchor="middle"
        dominantBaseline="central"
        className="fill-(--stage-muted) text-[10px] tracking-[0.3em] uppercase"
      >
        silent
      </text>
    );
  });
}
