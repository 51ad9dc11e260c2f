/**
 * The consent cathedral of one window, to look at, to point at and to walk through by keyboard.
 *
 * It is a scene at night in both themes: only there can consent be light and silence be nothing.
 */
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { AuditWindow, WindowNumbers } from '../../../src/audit/verify.ts';
import { px } from './bay-light.ts';
import { BayDrawing } from './cathedral-bay.tsx';
import { Pillars } from './cathedral-chapel.tsx';
import { CathedralDefs } from './cathedral-defs.tsx';
import { Backdrop, Overlay } from './cathedral-frame.tsx';
import { cathedralOf, type Cathedral } from './cathedral-shape.ts';
import { Voids } from './cathedral-voids.tsx';
import { decimal } from './measure-words.ts';
import { StepReadout } from './step-readout.tsx';
import { stepSentence, stepWords } from './step-words.ts';
import { useWidth } from './use-width.ts';

/** What moves through the bays, and how far. */
const KEYS: Readonly<Record<string, (step: number, last: number) => number>> = {
  ArrowLeft: (step) => Math.max(0, step - 1),
  ArrowRight: (step, last) => Math.min(last, step + 1),
  Home: () => 0,
  End: (_, last) => last,
};

export function CathedralView({
  window,
  before,
  numbers,
}: {
  readonly window: AuditWindow;
  readonly before: readonly AuditWindow[];
  readonly numbers: WindowNumbers;
}): ReactNode {
  const [box, width] = useWidth<HTMLDivElement>();
  const drawn = useMemo(
    () => (width === 0 ? null : cathedralOf(window, before, width)),
    [window, before, width],
  );
  const [step, setStep] = useState(0);
  return (
    <div>
      <div ref={box} className="w-full">
        {drawn === null ? null : (
          <Scene of={drawn} numbers={numbers} step={step} onStep={setStep} />
        )}
      </div>
      {drawn === null ? null : <StepReadout of={drawn} numbers={numbers} step={step} />}
    </div>
  );
}

interface SceneProps {
  readonly of: Cathedral;
  readonly numbers: WindowNumbers;
  readonly step: number;
  readonly onStep: (step: number) => void;
}

function Scene({ of, numbers, step, onStep }: SceneProps): ReactNode {
  const { layout, bays } = of;
  const { betaMin, betaMax, acuteMax, systemicMax } = numbers.governance;
  const bounds = {
    min: decimal(betaMin),
    max: decimal(betaMax),
    acute: decimal(acuteMax),
    systemic: decimal(systemicMax),
  };
  return (
    <svg
      width={layout.width}
      height={layout.height}
      role="listbox"
      aria-label="The window as a cathedral: one bay for each of its 16 steps"
      aria-orientation="horizontal"
      className="block"
    >
      <CathedralDefs layout={layout} />
      <Backdrop of={of} />
      <g aria-hidden>
        {bays.map((bay) => (
          <BayDrawing key={bay.step} bay={bay} layout={layout} />
        ))}
        <Voids of={of} />
        <Pillars of={of} />
        <Overlay of={of} bounds={bounds} />
      </g>
      <Places of={of} numbers={numbers} step={step} onStep={onStep} />
    </svg>
  );
}

/** Over each bay, what can be pointed at and focused; one of them is in the order of the Tab key. */
function Places({ of, numbers, step, onStep }: SceneProps): ReactNode {
  const { layout, bays } = of;
  const move = (event: KeyboardEvent<SVGGElement>): void => {
    const next = KEYS[event.key]?.(step, bays.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    onStep(next);
    const places = event.currentTarget.querySelectorAll<SVGElement>('[role=option]');
    places[next]?.focus();
  };
  return (
    <g onKeyDown={move}>
      {bays.map((bay) => (
        <rect
          key={bay.step}
          role="option"
          aria-selected={bay.step === step}
          aria-label={stepSentence(bay.step, stepWords(bay, of, numbers))}
          tabIndex={bay.step === step ? 0 : -1}
          x={px(bay.left + 1)}
          y={layout.vault.top - 4}
          width={px(layout.bayWidth - 2)}
          height={layout.rest.bottom - layout.vault.top + 10}
          rx={3}
          fill="transparent"
          onPointerEnter={() => onStep(bay.step)}
          onFocus={() => onStep(bay.step)}
          className="cursor-pointer stroke-transparent outline-none focus-visible:stroke-(--stage-ink) focus-visible:stroke-2 aria-selected:stroke-(--stage-ink)/50"
        />
      ))}
    </g>
  );
}
