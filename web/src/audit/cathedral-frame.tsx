/** What spans all bays: sky, corridor and vault line, caps and the names of the rows. */
import type { ReactNode } from 'react';
import { px } from './bay-light.ts';
import { Foundation } from './cathedral-foundation.tsx';
import type { Row } from './cathedral-layout.ts';
import type { Cathedral } from './cathedral-shape.ts';
import { VaultLine } from './vault-line.tsx';

/** What lies behind the bays. */
export function Backdrop({ of: { layout, corridor } }: { readonly of: Cathedral }): ReactNode {
  const { left, width, height } = layout;
  return (
    <>
      <rect width={width} height={height} rx={8} fill="url(#cathedral-sky)" />
      <rect
        x={left}
        y={px(corridor.top)}
        width={px(width - 2 * left)}
        height={px(corridor.bottom - corridor.top)}
        fill="var(--vault)"
        fillOpacity={0.13}
      />
    </>
  );
}

/** What lies before them. */
export function Overlay({
  of,
  bounds,
}: {
  readonly of: Cathedral;
  readonly bounds: Readonly<Record<'min' | 'max' | 'acute' | 'systemic', string>>;
}): ReactNode {
  const { layout, corridor, glassCap, floorCap } = of;
  const { vault, glass, light, floor, rest, scars } = layout;
  return (
    <>
      <Bound of={of} y={corridor.top} label={bounds.max} />
      <Bound of={of} y={corridor.bottom} label={bounds.min} />
      <VaultLine of={of} />
      <Bound of={of} y={glass.bottom - glassCap} label={`cap ${bounds.systemic}`} />
      <Average of={of} />
      <path d={`M0 ${floor.top}H${layout.width}`} stroke="var(--stone-line)" strokeWidth={1.5} />
      <Bound of={of} y={floor.top + floorCap} label={`cap ${bounds.acute}`} />
      <Name of={of} row={vault} above={8}>
        Vault · β₁
      </Name>
      <Name of={of} row={glass} above={7}>
        Glass · systemic energy
      </Name>
      <Name of={of} row={light} above={4}>
        Light · stance
      </Name>
      <Name of={of} row={{ top: floor.bottom + 12, bottom: 0 }} above={0}>
        Floor · acute energy
      </Name>
      <Foundation of={of} />
      <Name of={of} row={scars} above={6}>
        {of.hasScars ? 'Scars, and how they fade' : 'No scars; how they would fade'}
      </Name>
      {of.bays.map(({ step, left, right }) => (
        <text
          key={step}
          x={px((left + right) / 2)}
          y={rest.bottom}
          textAnchor="middle"
          className="fill-(--stage-muted) text-[10px]"
        >
          {step + 1}
        </text>
      ))}
    </>
  );
}

function Name({
  of: { layout },
  row,
  above,
  children,
}: {
  readonly of: Cathedral;
  readonly row: Row;
  readonly above: number;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <text
      x={layout.left + 2}
      y={row.top - above}
      className="fill-(--stage-ink) stroke-(--stage) stroke-3 text-[11px] [paint-order:stroke]"
    >
      {children}
    </text>
  );
}

function Bound({
  of: { layout },
  y,
  label,
}: {
  readonly of: Cathedral;
  readonly y: number;
  readonly label: string;
}): ReactNode {
  const { left, width } = layout;
  return (
    <>
      <path
        d={`M${left} ${px(y)}H${width - left}`}
        stroke="var(--stage-ink)"
        strokeOpacity={0.55}
        strokeDasharray="2 4"
      />
      <text
        x={width - left - 2}
        y={px(y - 4)}
        textAnchor="end"
        className="fill-(--stage-ink) stroke-(--stage) stroke-2 text-[10px] [paint-order:stroke]"
      >
        {label}
      </text>
    </>
  );
}

function Average({ of: { layout, glassAverage } }: { readonly of: Cathedral }): ReactNode {
  const y = px(layout.glass.bottom - glassAverage.height);
  const colour = glassAverage.isOver ? 'var(--fault)' : 'var(--glass)';
  return (
    <path
      d={`M${layout.left} ${y}H${layout.width - layout.left}`}
      stroke={colour}
      strokeWidth={glassAverage.isOver ? 3 : 1.5}
    />
  );
}
