/** A high-impact action hangs in its bay: full when it had a word, hollow and barred when not. */
import type { ReactNode } from 'react';
import { px } from './bay-light.ts';
import type { Layout } from './cathedral-layout.ts';
import type { Bay } from './cathedral-shape.ts';

export function Lantern({
  bay,
  layout,
}: {
  readonly bay: Bay;
  readonly layout: Layout;
}): ReactNode {
  const x = (bay.left + bay.right) / 2;
  const y = layout.light.top + 44;
  const size = Math.min(7, layout.bayWidth * 0.26);
  const isHeard = bay.impact === 'heard';
  const diamond = `M${px(x)} ${px(y - size * 1.3)}L${px(x + size)} ${px(y)}L${px(x)} ${px(y + size * 1.3)}L${px(x - size)} ${px(y)}Z`;
  return (
    <g data-impact={bay.impact} stroke={isHeard ? 'var(--stage)' : 'var(--fault)'}>
      <path
        d={diamond}
        fill={isHeard ? 'var(--stage-ink)' : 'var(--stage)'}
        strokeWidth={isHeard ? 1.5 : 2}
      />
      {isHeard ? null : (
        <path d={`M${px(x - size * 1.7)} ${px(y)}h${px(size * 3.4)}`} strokeWidth={2} />
      )}
    </g>
  );
}
