/** One bay: wall, arch, glass, light, floor and the sign of its rest. Nothing at all where nobody saw. */
import type { ReactNode } from 'react';
import { lancet, px, type LightKind } from './bay-light.ts';
import type { Layout, Row } from './cathedral-layout.ts';
import type { Bay, Level } from './cathedral-shape.ts';

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
      {isVoid ? <Void bay={bay} layout={layout} /> : <Standing bay={bay} layout={layout} />}
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
      {light.kind === 'flow' ? <Spill bay={bay} row={lightRow} bayWidth={layout.bayWidth} /> : null}
      <path
        d={light.strokes}
        fill="none"
        stroke={STROKES[light.kind]}
        strokeWidth={light.kind === 'chapel' || light.kind === 'unknown' ? 1.5 : 1}
        strokeOpacity={light.kind === 'flow' ? 0.6 : 0.9}
        strokeLinecap="round"
      />
      <Slab left={left} right={right} row={floorRow} level={floor} />
    </>
  );
}

/** The light of consent, which reaches the floor. */
function Spill({
  bay: { left, right },
  row,
  bayWidth,
}: {
  readonly bay: Bay;
  readonly row: Row;
  readonly bayWidth: number;
}): ReactNode {
  const inset = bayWidth * 0.16;
  const base = `M${px(left + inset)} ${px(row.bottom)}H${px(right - inset)}`;
  return (
    <path
      d={`${base}L${px(right)} ${px(row.bottom + 20)}H${px(left)}Z`}
      fill="url(#cathedral-spill)"
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

function Void({ bay, layout }: { readonly bay: Bay; readonly layout: Layout }): ReactNode {
  const middle = px((bay.left + bay.right) / 2);
  const y = px(layout.light.top + (layout.light.bottom - layout.light.top) * 0.64);
  return (
    <>
      <path d={bay.light.strokes} fill="var(--stone-line)" />
      <text
        x={middle}
        y={y}
        transform={`rotate(-90 ${middle} ${y})`}
        textAnchor="middle"
        dominantBaseline="central"
        className="fill-(--stage-muted) text-[10px] tracking-[0.3em] uppercase"
      >
        silent
      </text>
    </>
  );
}

/** A high-impact action hangs in its bay: full when it had a word, hollow and barred when not. */
function Lantern({ bay, layout }: { readonly bay: Bay; readonly layout: Layout }): ReactNode {
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
