/** What all agents used lately, drawn: tokens, money or calls over time with the stops marked, and who used it. */
import { useMemo, useState, type ReactNode } from 'react';
import type { Usage } from '../../../src/control/api/client.ts';
import { sumText } from '../../../src/prices/money-text.ts';
import { useApi } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chart } from '../ui/chart.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { count, plural } from '../ui/numbers.ts';
import { Segments } from '../ui/segments.tsx';
import { localTime } from '../ui/time.tsx';
import { measured, type Measure } from './measure.ts';
import { UsageShares } from './usage-shares.tsx';

const POLL_MS = 10_000;
const ranges = [
  { id: '6h', label: '6 hours' },
  { id: '24h', label: '24 hours' },
  { id: '7d', label: '7 days' },
] as const;
const measures = [
  { id: 'tokens', label: 'Tokens' },
  { id: 'cost_usd', label: 'Money' },
  { id: 'calls', label: 'Calls' },
] as const satisfies readonly { id: Measure; label: string }[];

export function UsageCard(): ReactNode {
  const [range, setRange] = useState<(typeof ranges)[number]['id']>('24h');
  const [measure, setMeasure] = useState<Measure>('tokens');
  const [agent, setAgent] = useState<string | null>(null);
  const asked = { query: { range, ...(agent === null ? {} : { agent }) } };
  const query = useApi('GET /api/usage', asked, { everyMs: POLL_MS });
  const span = ranges.find(({ id }) => id === range)?.label ?? '';
  return (
    <Card
      title={`The last ${span}${agent === null ? '' : `: ${agent}`}`}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          {agent === null ? null : (
            <Button size="small" onClick={() => setAgent(null)}>
              All agents
            </Button>
          )}
          <Segments label="Measure" chosen={measure} options={measures} onChoose={setMeasure} />
          <Segments label="Range" chosen={range} options={ranges} onChoose={setRange} />
        </div>
      }
    >
      <Loaded query={query}>
        {(usage) => (
          <div className="space-y-5">
            <UsageChart usage={usage} measure={measure} />
            <UsageShares usage={usage} measure={measure} chosen={agent} onChoose={setAgent} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

const names: Readonly<Record<Measure, string>> = {
  tokens: 'tokens',
  cost_usd: 'dollars at list prices',
  calls: 'calls',
};

function UsageChart({
  usage,
  measure,
}: {
  readonly usage: Usage;
  readonly measure: Measure;
}): ReactNode {
  const { buckets, bucket_ms: stepMs, total, complete_since: complete, since } = usage;
  const x = useMemo(() => buckets.map(({ at }) => at / 1_000), [buckets]);
  const series = useMemo(() => {
    const values = buckets.map((bucket) => bucket[measure] ?? 0);
    const stops = buckets.map((bucket, index) => (bucket.stops > 0 ? (values[index] ?? 0) : null));
    const minutes = stepMs / 60_000;
    const step = minutes < 60 ? `${minutes} minutes` : plural(minutes / 60, 'hour');
    return [
      {
        label: `${names[measure]} in ${step}`,
        colour: 'accent' as const,
        bars: true,
        values,
      },
      ...(stops.every((value) => value === null)
        ? []
        : [
            { label: 'an agent was stopped', colour: 'danger' as const, dots: true, values: stops },
          ]),
    ];
  }, [buckets, measure, stepMs]);
  const money = total.cost_usd === null ? 'no price known' : sumText(total);
  return (
    <div>
      <p className="mb-2 text-muted">
        <strong className="text-ink tabular-nums">{count(total.tokens)}</strong> tokens,{' '}
        <strong className="text-ink tabular-nums">{money}</strong>,{' '}
        <strong className="text-ink tabular-nums">{count(total.calls)}</strong>{' '}
        {total.calls === 1 ? 'call' : 'calls'}, {count(total.refused)} refused,{' '}
        {plural(total.stops, 'stop')} by the loop detector.
      </p>
      <Chart
        summary={`${count(total.tokens)} tokens, ${money}, ${plural(total.calls, 'call')}, ${plural(total.stops, 'stop')}.`}
        x={x}
        xIsTime
        series={series}
        height={170}
        format={(value) => measured(measure, value)}
      />
      {complete > since ? (
        <p className="mt-2 text-xs text-muted">
          Complete from {localTime(complete)} on; what is older is only partly counted.
        </p>
      ) : null}
    </div>
  );
}
