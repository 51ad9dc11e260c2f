/**
 * The course of an agent: tokens against its budget, the score that decides against its threshold, mode and health.
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
      <Card title="Loop score over the last steps" aside={<Verdict steps={judged} agent={agent} />}>
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
  const { threshold } = agent.kill_switch;
  // A person who resumes it lets the score start at 0, which no step shows yet.
  if (agent.loop_score === null && steps.length === 0) return null;
  return (
    <span className="text-xs text-muted">
      now <strong className="text-ink">{(agent.loop_score ?? 0).toFixed(2)}</strong>, stops above{' '}
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
  const stopsAt = useMemo(() => steps.map(({ scores }) => stopOf(scores)), [steps]);
  const x = useMemo(() => steps.map((_, index) => index + 1 - steps.length), [steps]);
  const series = useMemo(
    () => [
      {
        label: detector === 'progress' ? 'No-progress score' : 'Literal score',
        colour: 'accent' as const,
        values: steps.map(({ scores }) => scores?.[detector] ?? null),
      },
      {
        label: 'stops above this',
        colour: 'danger' as const,
        dashed: true,
        values: steps.map(() => threshold),
      },
      ...(stopsAt.every((value) => value === null)
        ? []
        : [{ label: 'stopped here', colour: 'danger' as const, dots: true, values: stopsAt }]),
    ],
    [steps, threshold, detector, stopsAt],
  );
  return (
    <Chart
      summary={`Over the last ${steps.length} judged steps; the score is now ${agent.loop_score ?? 0} and stops above ${threshold}.`}
      xLabel={(value) => (value === 0 ? 'last' : `${-value} before`)}
      x={x}
      xIsTime={false}
      series={series}
      top={1}
      height={170}
      format={(value) => value.toFixed(1)}
    />
  );
}

/** The score that stopped the agent at a step; null at all others. */
function stopOf(scores: Step['scores']): number | null {
  return scores?.did === 'killed' ? scores[scores.detector] : null;
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
