/** What settings that are not saved yet would have done in the last day: stops gained and lost, and requests that wait. */
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Backtest as Result, CallOptions } from '../../../src/control/api/client.ts';
import { useChange } from '../api/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/numbers.ts';
import { Time } from '../ui/time.tsx';

type Settings = NonNullable<CallOptions<'POST /api/agents/:id/backtest'>['body']>;

const STOPS_SHOWN = 3;

export function Backtest({
  agent,
  settings,
}: {
  readonly agent: string;
  readonly settings: Settings;
}): ReactNode {
  const backtest = useChange('POST /api/agents/:id/backtest');
  const { data } = backtest;
  return (
    <div className="border-t border-line pt-4">
      <Button
        size="small"
        disabled={backtest.isPending}
        onClick={() => backtest.mutate({ params: { id: agent }, body: { ...settings, hours: 24 } })}
      >
        <History aria-hidden />
        Try these settings on the last 24 hours
      </Button>
      {data === undefined ? null : <Outcome result={data} />}
    </div>
  );
}

function Outcome({ result }: { readonly result: Result }): ReactNode {
  const { summary, stops, lost, waits, complete } = result;
  const gained = new Set(result.gained.map(({ seq }) => seq));
  return (
    <div role="status" className="mt-3 space-y-2">
      <p>{summary}</p>
      {stops.slice(0, STOPS_SHOWN).map(({ seq, at, reason, tokens_after: after }) => (
        <p key={seq} className="text-xs text-muted">
          {gained.has(seq) ? <Badge tone="warn">would stop</Badge> : null} <Time at={at} />:{' '}
          {reason} {plural(after, 'token')} spent after it.
        </p>
      ))}
      {lost.slice(0, STOPS_SHOWN).map(({ seq, at, reason }) => (
        <p key={`lost ${seq}`} className="text-xs text-muted">
          <Badge>would not stop</Badge> <Time at={at} />: {reason}
        </p>
      ))}
      {waits.were === waits.would_be ? null : (
        <p className="text-xs text-muted">
          {plural(waits.would_be, 'request')} would have waited; {waits.were} did.
        </p>
      )}
      {complete ? null : (
        <p className="text-xs text-muted">
          This covers only part of that time: the journal starts later, or holds more than one
          backtest can judge.
        </p>
      )}
    </div>
  );
}
