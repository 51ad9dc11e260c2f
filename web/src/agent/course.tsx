/**
 * The course of an agent: tokens against its budget, the two loop scores against the threshold, mode and health.
 */
import { Activity } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { Agent, Step } from '../../../src/control/api/client.ts';
import { Card } from '../ui/card.tsx';
import { Chart } from '../ui/chart.tsx';
import { Empty } from '../ui/empty.tsx';
import { count } from '../ui/numbers.ts';
import { ModeStrip } from './mode-strip.tsx';

const MINUTE_MS = 60_000;
const BUDGET_SHOWN_FROM = 0.1;

export function Course({
  agent,
  steps,
}: {
  readonly agent: Agent;
  readonly steps: readonly Step[];
}): ReactNode {
  const judged = useMemo(() => steps.filter(({ scores }) => scores !== null), [steps]);
  if (steps.length === 0) {
    return (
      <Card title="Course">
        <Empty icon={Activity} title="Nothing recorded yet">
          What it does appears here with its first request.
        </Empty>
      </Card>
    );
  }
  return (
    <>
      <Card
        title="Loop scores over the last steps"
        aside={<Verdict steps={judged} agent={agent} />}
      >
        {judged.length < 2 ? (
          <p className="text-muted">
            The scores appear with the second step that has something to compare.
          </p>
        ) : (
          <Scores steps={judged} agent={agent} />
        )}
      </Card>
      <Card
        title="Tokens a minute against the budget"
        aside={
          <span className="text-xs text-muted">
            effective budget {count(agent.usage.budget_tokens_minute)}
          </span>
        }
      >
        <Tokens agent={agent} />
      </Card>
      <Card title="Mode, intensity and health">
        <ModeStrip steps={steps} />
        <HealthLine steps={steps} />
      </Card>
    </>
  );
}

function Verdict({
  steps,
  agent,
}: {
  readonly steps: readonly Step[];
  readonly agent: Agent;
}): ReactNode {
  const last = steps.at(-1)?.scores ?? null;
  if (last === null) return null;
  const { detector, threshold } = agent.kill_switch;
  return (
    <span className="text-xs text-muted">
      {detector} now <strong className="text-ink">{last[detector].toFixed(2)}</strong>, stops above{' '}
      {threshold.toFixed(2)}
    </span>
  );
}

function Scores({
  steps,
  agent,
}: {
  readonly steps: readonly Step[];
  readonly agent: Agent;
}): ReactNode {
  const { threshold, detector } = agent.kill_switch;
  const x = useMemo(() => steps.map((_, index) => index + 1 - steps.length), [steps]);
  const series = useMemo(
    () => [
      {
        label: 'progress score',
        colour: 'accent' as const,
        values: steps.map(({ scores }) => scores?.progress ?? null),
      },
      {
        label: 'literal score',
        colour: 'warn' as const,
        values: steps.map(({ scores }) => scores?.literal ?? null),
      },
      {
        label: `threshold of ${detector}`,
        colour: 'danger' as const,
        dashed: true,
        values: steps.map(() => threshold),
      },
    ],
    [steps, threshold, detector],
  );
  const last = steps.at(-1)?.scores;
  return (
    <Chart
      summary={`Over the last ${steps.length} judged steps; now progress ${last?.progress ?? 0}, literal ${last?.literal ?? 0}, threshold ${threshold}.`}
      x={x}
      xIsTime={false}
      series={series}
      top={1}
      height={170}
      format={(value) => value.toFixed(1)}
    />
  );
}

function Tokens({ agent }: { readonly agent: Agent }): ReactNode {
  const { tokens_by_minute: minutes, budget_tokens_minute: budget } = agent.usage;
  // A budget far above what is spent would press the bars flat.
  const isNear = Math.max(0, ...minutes) > budget * BUDGET_SHOWN_FROM;
  const nowMinute = Math.floor(Date.now() / MINUTE_MS);
  const x = useMemo(
    () => minutes.map((_, index) => (nowMinute - (minutes.length - 1 - index)) * 60),
    [minutes, nowMinute],
  );
  const series = useMemo(
    () => [
      { label: 'tokens', colour: 'accent' as const, bars: true, values: minutes },
      ...(isNear
        ? [
            {
              label: 'effective budget',
              colour: 'danger' as const,
              dashed: true,
              values: minutes.map(() => budget),
            },
          ]
        : []),
    ],
    [minutes, budget, isNear],
  );
  return (
    <Chart
      summary={`Most in a minute: ${count(Math.max(0, ...minutes))} tokens; the budget is ${count(budget)}.`}
      x={x}
      xIsTime
      series={series}
      format={count}
    />
  );
}

function HealthLine({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const x = useMemo(() => steps.map(({ at }) => at / 1_000), [steps]);
  const series = useMemo(
    () => [
      {
        label: 'health',
        colour: 'good' as const,
        stepped: true,
        values: steps.map(({ health }) => health),
      },
    ],
    [steps],
  );
  return (
    <Chart
      summary={`Health now ${steps.at(-1)?.health ?? 1}, least ${Math.min(1, ...steps.map(({ health }) => health))}.`}
      x={x}
      xIsTime
      series={series}
      top={1}
      height={110}
      format={(value) => value.toFixed(1)}
    />
  );
}
