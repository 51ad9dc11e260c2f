/** Pillars of VETO, and the chapels of rest that lean on them. */
import type { ReactNode } from 'react';
import { px } from './bay-light.ts';
import { bayLeft, type Layout } from './cathedral-layout.ts';
import type { Cathedral } from './cathedral-shape.ts';
import type { Chapel } from './chapels.ts';

/** Share of the bay's light that a chapel is high. */
const CHAPEL_HEIGHT = 0.46;

export function Pillars({ of }: { readonly of: Cathedral }): ReactNode {
  const { layout, pillars, chapels, bays } = of;
  return (
    <>
      {chapels.map((chapel) => (
        <ChapelDrawing key={chapel.pillar ?? 'carried'} chapel={chapel} layout={layout} />
      ))}
      {pillars.map((step) => (
        <Pillar key={step} step={step} top={bays[step]?.apex.y ?? 0} layout={layout} />
      ))}
    </>
  );
}

function Pillar({
  step,
  top,
  layout,
}: {
  readonly step: number;
  readonly top: number;
  readonly layout: Layout;
}): ReactNode {
  const middle = bayLeft(layout, step) + layout.bayWidth / 2;
  const shaft = Math.min(17, layout.bayWidth * 0.34);
  const head = shaft * 1.7;
  const { bottom } = layout.light;
  const block = (width: number, y: number, height: number) =>
    `M${px(middle - width / 2)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;
  const flute = (share: number) =>
    `M${px(middle + shaft * share)} ${px(top + 12)}V${px(bottom - 9)}`;
  return (
    <g data-pillar={step}>
      <path
        d={`${block(head, top, 6)}${block(shaft * 1.3, top + 6, 4)}${block(shaft, top + 10, bottom - top - 10)}${block(head, bottom - 8, 8)}`}
        fill="var(--pillar)"
        stroke="var(--stage)"
      />
      <path d={`${flute(-0.2)}${flute(0.2)}`} stroke="var(--stage)" strokeOpacity={0.45} />
    </g>
  );
}

/** A low vault over the bays that owe rest; open on the side where it goes on in another window. */
function ChapelDrawing({
  chapel,
  layout,
}: {
  readonly chapel: Chapel;
  readonly layout: Layout;
}): ReactNode {
  const { from, length, isCut, pillar, breaches } = chapel;
  const left = bayLeft(layout, from);
  const right = bayLeft(layout, from + length);
  const { top, bottom } = layout.light;
  const roof = bottom - (bottom - top) * CHAPEL_HEIGHT;
  const eaves = roof + 20;
  const middle = (left + right) / 2;
  // A side that is open has no wall, and the roof runs on.
  const start =
    pillar === null ? `M${px(left)} ${px(roof)}` : `M${px(left)} ${px(bottom)}V${px(eaves)}`;
  const up =
    pillar === null ? '' : `Q${px(left)} ${px(roof)} ${px(isCut ? right : middle)} ${px(roof)}`;
  const down = isCut
    ? `H${px(right)}`
    : `${pillar === null ? `H${px(middle)}` : ''}Q${px(right)} ${px(roof)} ${px(right)} ${px(eaves)}V${px(bottom)}`;
  const outline = `${start}${up}${down}`;
  return (
    <g data-chapel={from} data-length={length}>
      <path
        d={`${outline}L${px(right)} ${px(bottom)}H${px(left)}Z`}
        fill="url(#cathedral-chapel)"
      />
      <path d={outline} fill="none" stroke="var(--chapel)" strokeWidth={2.5} />
      {breaches.map((step) => (
        <path
          key={step}
          d={`M${px(bayLeft(layout, step) + 3)} ${px(bottom - 4)}l${px(layout.bayWidth - 6)} ${px(roof - bottom + 10)}`}
          stroke="var(--fault)"
          strokeWidth={3}
          strokeDasharray="6 4"
        />
      ))}
    </g>
  );
}
