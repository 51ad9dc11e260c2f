/** One bay: wall, arch, glass, light, floor and the sign of its rest. Nothing at all where nobody saw. */
import type { ReactNode } from 'react';
import { lancet, px, type LightKind } from './bay-light.ts';
import { Lantern } from './cathedral-lantern.tsx';
import type { Layout, Row } from './cathedral-layout.ts';
import type { Bay } from './cathedral-shape.ts';
import type { Level } from './energy-level.ts';

const FILLS: Readonly<Record<LightKind, string>> = {
  flow: 'url(#cathedral-flow)',
  fog: 'url(#cathedral-fog)',
  chapel: 'var(--chapel-dark)',
  unknown: 'var(--stage)',
  void: 'none',
};
const STROKES: Readonly<Record<LightKind, string>> = {
  flow: 'var(--ray-core)',
  fog: 'var(--mist)',
  chapel: 'var(--chapel)',
  unknown: 'var(--fault)',
  void: 'none',
};

export function BayDrawing({
  bay,
  layout,
}: {
  readonly bay: Bay;
  readonly layout: Layout;
}): ReactNode {
  const isVoid = bay.light.kind === 'void';
  return (
    <g data-light={bay.light.kind} data-mask={bay.mask}>
      {isVoid ? (
        <path d={bay.light.strokes} fill="var(--stone-line)" />
      ) : (
        <Standing bay={bay} layout={layout} />
      )}
      <path d={bay.mark} fill={bay.mask === 'ACTIVE' ? 'var(--stage-ink)' : 'var(--stage-muted)'} />
      {bay.impact === 'none' ? null : <Lantern bay={bay} layout={layout} />}
    </g>
  );
}

function Standing({ bay, layout }: { readonly bay: Bay; readonly layout: Layout }): ReactNode {
  const { left, right, light, apex, glass, floor } = bay;
  const { vault, glass: glassRow, light: lightRow, floor: floorRow } = layout;
  const middle = (left + right) / 2;
  const inset = layout.bayWidth * 0.2;
  const pane = { left: left + inset, right: right - inset };
  return (
    <>
      <path
        d={`M${px(left)} ${px(vault.bottom)}Q${px(left)} ${px(apex.y)} ${px(middle)} ${px(apex.y)}Q${px(right)} ${px(apex.y)} ${px(right)} ${px(vault.bottom)}V${px(lightRow.bottom)}H${px(left)}Z`}
        fill="url(#cathedral-stone)"
        stroke="var(--stone-line)"
      />
      <Pane id={`cathedral-pane-${bay.step}`} box={{ ...pane, ...glassRow }} level={glass} />
      <path
        d={light.opening ?? ''}
        fill={FILLS[light.kind]}
        stroke={STROKES[light.kind]}
        strokeOpacity={0.75}
      />
      <path
        d={light.strokes}
        fill="none"
        stroke={STROKES[light.kind]}
        strokeWidth={light.kind === 'chapel' || light.kind === 'unknown' ? 1.5 : 1}
        strokeOpacity={light.kind === 'flow' ? 0.6 : 0.9}
        strokeLinecap="round"
      />
      <Slab left={left} right={right} row={floorRow} level={floor} />
      {light.kind === 'flow' ? <Spill bay={bay} layout={layout} /> : null}
    </>
  );
}

/** The light of consent lies on the floor too. */
function Spill({ bay, layout }: { readonly bay: Bay; readonly layout: Layout }): ReactNode {
  const { left, right } = bay;
  const inset = layout.bayWidth * 0.16;
  const { bottom } = layout.light;
  const floor = layout.floor.top + 3;
  return (
    <path
      d={`M${px(left + inset)} ${px(bottom)}H${px(right - inset)}L${px(right - 2)} ${px(floor)}H${px(left + 2)}Z`}
      fill="var(--ray)"
      fillOpacity={0.85}
    />
  );
}

function Pane({
  id,
  box,
  level,
}: {
  readonly id: string;
  readonly box: Row & { readonly left: number; readonly right: number };
  readonly level: Level;
}): ReactNode {
  const { left, right, bottom } = box;
  return (
    <>
      <clipPath id={id}>
        <path d={lancet(box)} />
      </clipPath>
      <path d={lancet(box)} fill="var(--stage)" fillOpacity={0.75} />
      <rect
        clipPath={`url(#${id})`}
        x={px(left)}
        y={px(bottom - level.height)}
        width={px(right - left)}
        height={px(level.height)}
        fill={level.isMeasured ? 'var(--glass)' : 'url(#cathedral-fault)'}
        fillOpacity={0.85}
      />
    </>
  );
}

function Slab({
  left,
  right,
  row,
  level,
}: {
  readonly left: number;
  readonly right: number;
  readonly row: Row;
  readonly level: Level;
}): ReactNode {
  return (
    <rect
      x={px(left + 0.5)}
      y={px(row.top)}
      width={px(right - left - 1)}
      height={px(Math.max(2, level.height))}
      fill={level.isOver ? 'url(#cathedral-fault)' : 'var(--ember)'}
    />
  );
}
