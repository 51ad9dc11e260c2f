/** β₁ from point to point: broken where a step was not measured, dotted over what nobody saw, red where it jumps. */
import type { ReactNode } from 'react';
import { px } from './bay-light.ts';
import type { Cathedral } from './cathedral-shape.ts';

export function VaultLine({ of: { bays, layout } }: { readonly of: Cathedral }): ReactNode {
  const half = layout.bayWidth / 2;
  return (
    <g fill="none" strokeLinejoin="round" strokeLinecap="round">
      {bays.map(({ step, left, apex, mask }) => {
        const before = bays[step - 1];
        if (before === undefined || !apex.isMeasured || !before.apex.isMeasured) return null;
        const isDashed = apex.isJump || mask === 'SILENT' || before.mask === 'SILENT';
        return (
          <path
            key={step}
            d={`M${px(left - half)} ${px(before.apex.y)}L${px(left + half)} ${px(apex.y)}`}
            stroke={apex.isJump ? 'var(--fault)' : 'var(--vault)'}
            strokeWidth={apex.isJump ? 4 : 2.5}
            {...(isDashed ? { strokeDasharray: apex.isJump ? '5 4' : '1 5' } : {})}
          />
        );
      })}
      {bays.map(({ step, left, apex }) => (
        <circle
          key={step}
          cx={px(left + half)}
          cy={px(apex.y)}
          r={apex.isInside ? 2.5 : 4.5}
          fill={apex.isInside ? 'var(--vault)' : 'var(--stage)'}
          stroke={apex.isInside ? 'none' : 'var(--fault)'}
          strokeWidth={2}
          data-outside={!apex.isInside}
        />
      ))}
    </g>
  );
}
