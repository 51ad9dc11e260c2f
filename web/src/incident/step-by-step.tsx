/**
 * The stopped conversation step by step: what the agent did, what that added to the score or took off, and why.
 *
 * A person who doubts a stop finds here which step to argue with. On a narrow screen each row becomes a block.
 */
import { useState, type ReactNode } from 'react';
import type { Incident } from '../../../src/control/api/client.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/class-names.ts';
import { plural } from '../ui/numbers.ts';
import { Time } from '../ui/time.tsx';

type Explained = NonNullable<Incident['explained']>;
type Step = Explained['steps'][number];

const FIRST_SHOWN = 20;

export function StepByStep({ incident }: { readonly incident: Incident }): ReactNode {
  const { explained } = incident;
  const [all, setAll] = useState(false);
  if (explained === null || explained.steps.length === 0) return null;
  const steps = all ? explained.steps : explained.steps.slice(-FIRST_SHOWN);
  const hidden = explained.steps.length - steps.length;
  return (
    <Card title="Step by step" bodyClassName="p-0">
      <p className="px-4 pt-3 text-muted">{limitsText(explained)}</p>
      {explained.agrees ? null : (
        <p className="px-4 pt-2 text-warn">
          Part of this conversation is no longer in the journal, so the scores below can differ from
          the recorded one.
        </p>
      )}
      {hidden === 0 ? null : (
        <div className="px-4 pt-3">
          <Button size="small" onClick={() => setAll(true)}>
            Show {plural(hidden, 'earlier step')}
          </Button>
        </div>
      )}
      <table className="mt-3 w-full table-fixed border-t border-line text-left max-sm:block">
        <caption className="sr-only">Every step with its points and the reason</caption>
        <thead className="text-xs text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className="w-28 py-1.5 pr-3 pl-4 font-medium">
              Time
            </th>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              What the agent did
            </th>
            <th scope="col" className="w-16 py-1.5 pr-3 text-right font-medium">
              Points
            </th>
            <th scope="col" className="w-36 py-1.5 pr-3 font-medium">
              Score
            </th>
            <th scope="col" className="w-48 py-1.5 pr-4 font-medium">
              Why
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {steps.map((step, index) => (
            <Row key={`${step.seq} ${step.kind} ${index}`} step={step} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function limitsText({ steps, earlier_steps: earlier }: Explained): string {
  const last = steps.at(-1);
  const before =
    earlier === 0
      ? ''
      : ` ${plural(earlier, 'step')} before these ${earlier === 1 ? 'is' : 'are'} not shown.`;
  if (last === undefined) return before;
  return (
    `Steps that bring nothing new add points; steps that do take points off. Above ${last.warns_above} a warning ` +
    `is recorded, above ${last.stops_above} the kill switch stops the agent.${before}`
  );
}

const tints = { ok: '', warn: 'bg-warn-soft/40', stop: 'bg-danger-soft/50' } as const;

function Row({ step }: { readonly step: Step }): ReactNode {
  const { at, kind, what, text, points, score, stops_above: limit, code, why, level } = step;
  return (
    <tr
      className={classes(
        'border-t border-line align-top max-sm:block max-sm:px-4 max-sm:py-2',
        kind === 'opinion' ? 'bg-accent-soft/40' : tints[level],
      )}
    >
      <td className="py-2 pr-3 pl-4 text-xs whitespace-nowrap text-muted max-sm:block max-sm:p-0">
        <Time at={at} />
      </td>
      <td className="py-2 pr-3 break-words max-sm:block max-sm:p-0">
        {what}
        {text === null ? null : (
          <code className="mt-1 line-clamp-3 block font-mono text-xs whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">
            {text}
          </code>
        )}
      </td>
      <td className="py-2 pr-3 text-right tabular-nums max-sm:inline max-sm:p-0 max-sm:pr-3">
        {points === 0 ? <span className="text-muted">0</span> : signed(points)}
      </td>
      <td className="py-2 pr-3 whitespace-nowrap max-sm:inline max-sm:p-0">
        <span className="tabular-nums">
          {score} of {limit}
        </span>{' '}
        {level === 'ok' ? null : (
          <Badge tone={level === 'stop' ? 'danger' : 'warn'}>
            {level === 'stop' ? 'stopped' : 'warned'}
          </Badge>
        )}
        <Meter step={step} />
      </td>
      <td className="py-2 pr-4 break-words max-sm:block max-sm:p-0">
        {why === null ? <span className="text-muted">nothing counted</span> : why}
        {code === null ? null : <code className="ml-1 text-xs text-muted">{code}</code>}
      </td>
    </tr>
  );
}

/** The score against its two limits, for the eye; the numbers stand beside it. */
function Meter({ step }: { readonly step: Step }): ReactNode {
  const { score, warns_above: warns, stops_above: limit, level } = step;
  const share = Math.min(1, score / (limit * 1.25));
  const tone = level === 'stop' ? 'bg-danger-solid' : level === 'warn' ? 'bg-warn' : 'bg-muted';
  return (
    <span aria-hidden className="relative mt-1 block h-1.5 w-24 rounded bg-sunken max-sm:w-full">
      <span
        className={classes('absolute inset-y-0 left-0 rounded', tone)}
        style={{ width: `${share * 100}%` }}
      />
      {[warns, limit].map((at) => (
        <span
          key={at}
          className="absolute inset-y-0 w-px bg-ink"
          style={{ left: `${(at / (limit * 1.25)) * 100}%` }}
        />
      ))}
    </span>
  );
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : `−${-points}`;
}
