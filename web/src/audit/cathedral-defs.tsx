/** Light, mist, stone and hatching of the cathedral. Hatching says what colour says, for who does not see it. */
import type { ReactNode } from 'react';
import type { Layout } from './cathedral-layout.ts';

type Stop = readonly [offset: number, colour: string, opacity: number];

function Shade({
  id,
  from,
  to,
  stops,
}: {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly stops: readonly Stop[];
}): ReactNode {
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1={from} y2={to}>
      {stops.map(([offset, colour, opacity]) => (
        <stop key={offset} offset={offset} stopColor={`var(--${colour})`} stopOpacity={opacity} />
      ))}
    </linearGradient>
  );
}

function Hatch({
  id,
  colour,
  under,
}: {
  readonly id: string;
  readonly colour: string;
  readonly under: number;
}): ReactNode {
  return (
    <pattern
      id={id}
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="6" height="6" fill={`var(--${colour})`} fillOpacity={under} />
      <path d="M0 0V6" stroke={`var(--${colour})`} strokeWidth="2.5" />
    </pattern>
  );
}

export function CathedralDefs({ layout }: { readonly layout: Layout }): ReactNode {
  const { light, vault, height } = layout;
  const flow: readonly Stop[] = [
    [0, 'ray', 0.75],
    [0.35, 'ray-core', 1],
    [1, 'ray', 0.9],
  ];
  const fog: readonly Stop[] = [
    [0, 'mist', 0.05],
    [0.6, 'mist', 0.3],
    [1, 'mist', 0.5],
  ];
  return (
    <defs>
      <Shade
        id="cathedral-sky"
        from={0}
        to={height}
        stops={[
          [0, 'stage-sky', 1],
          [0.5, 'stage', 1],
        ]}
      />
      <Shade
        id="cathedral-stone"
        from={vault.top}
        to={light.bottom}
        stops={[
          [0, 'stone', 0.55],
          [1, 'stone', 1],
        ]}
      />
      <Shade id="cathedral-flow" from={light.top} to={light.bottom} stops={flow} />
      <Shade id="cathedral-fog" from={light.top} to={light.bottom} stops={fog} />
      <linearGradient id="cathedral-scar">
        {[1, 0.5, 0.25, 0.125, 0.06].map((weight, half) => (
          <stop key={weight} offset={half / 4} stopColor="var(--scar)" stopOpacity={weight} />
        ))}
      </linearGradient>
      <Hatch id="cathedral-fault" colour="fault" under={0.45} />
      <Hatch id="cathedral-chapel" colour="chapel" under={0.18} />
    </defs>
  );
}
