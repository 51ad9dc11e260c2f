/** The foundation: what happened before is a crack in it, and loses half of its weight with each half-life. */
import type { ReactNode } from 'react';
import { px } from './bay-light.ts';
import type { Cathedral } from './cathedral-shape.ts';
import { duration } from './measure-words.ts';

/** The same shares as in the gradient of the crack. */
const SHARES = ['now', '½', '¼', '⅛'];
const CRACK_POINTS = 64;

export function Foundation({
  of: { layout, hasScars, halfLifeS },
}: {
  readonly of: Cathedral;
}): ReactNode {
  const { left, width, scars } = layout;
  const length = width - 2 * left;
  const middle = (scars.top + scars.bottom) / 2;
  const crack = Array.from({ length: CRACK_POINTS }, (_, place) => {
    const x = left + (length * place) / (CRACK_POINTS - 1);
    // Uneven, and the same every time.
    const swing = ((place * 37) % 11) - 5;
    return `${place === 0 ? 'M' : 'L'}${px(x)} ${px(middle + swing * 1.3)}`;
  }).join('');
  return (
    <>
      <rect
        x={left}
        y={scars.top}
        width={px(length)}
        height={scars.bottom - scars.top}
        fill="var(--stone)"
        fillOpacity={0.55}
      />
      {hasScars ? (
        <path d={crack} fill="none" stroke="url(#cathedral-scar)" strokeWidth={2.5} data-scars />
      ) : null}
      {SHARES.map((share, half) => (
        <text
          key={share}
          x={px(left + (half * length) / SHARES.length + 2)}
          y={scars.bottom + 14}
          className="fill-(--stage-muted) text-[10px]"
        >
          {half === 0 ? share : `${share} in ${duration(half * halfLifeS)}`}
        </text>
      ))}
    </>
  );
}
