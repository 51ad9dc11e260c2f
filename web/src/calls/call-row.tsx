/** One call in the list; it unfolds to its reason, and to its text where that was kept. */
import { Check, CircleDashed, Hourglass, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ModelCall } from '../../../src/control/api/client.ts';
import { usdText } from '../../../src/prices/money-text.ts';
import { useApi } from '../api/queries.ts';
import { AgentLink } from '../ui/agent-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { count, plural } from '../ui/numbers.ts';
import { Time, withLocalTimes } from '../ui/time.tsx';
import type { Tone } from '../ui/tone.ts';

const looks: Readonly<
  Record<ModelCall['verdict'], { readonly tone: Tone; readonly icon: LucideIcon }>
> = {
  allowed: { tone: 'good', icon: Check },
  waited: { tone: 'warn', icon: Hourglass },
  refused: { tone: 'danger', icon: X },
  failed: { tone: 'warn', icon: TriangleAlert },
  open: { tone: 'accent', icon: CircleDashed },
};

export function CallRow({ call }: { readonly call: ModelCall }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { at, agent, model, tool, requests, verdict, client } = call;
  return (
    <li className="border-b border-line last:border-0">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="grid list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 hover:bg-page lg:grid-cols-[6.5rem_5.5rem_minmax(0,12rem)_minmax(0,1fr)_6rem_5rem_5rem]">
          <Time at={at} className="text-xs whitespace-nowrap text-muted max-lg:order-2" />
          <span className="max-lg:order-1">
            <Badge {...looks[verdict]}>{verdict}</Badge>
          </span>
          <span className="truncate font-medium max-lg:order-3 max-lg:text-right">{agent}</span>
          <span className="min-w-0 truncate max-lg:order-4 max-lg:col-span-3">
            {model ?? 'no model named'}
            {tool === null ? '' : ` after ${tool}`}
            {requests === 1 ? '' : `, ${plural(requests, 'request')}`}
            {client === null ? null : <span className="text-muted"> · {client}</span>}
          </span>
          <span className="text-right text-xs tabular-nums max-lg:order-5 max-lg:text-left">
            {call.tokens === 0 ? '' : plural(call.tokens, 'token')}
          </span>
          <span className="text-right text-xs tabular-nums max-lg:order-6">
            {call.cost_usd === null || call.tokens === 0 ? '' : usdText(call.cost_usd)}
          </span>
          <span className="text-right text-xs text-muted tabular-nums max-lg:order-7">
            {call.took_ms === null ? '' : `${count(call.took_ms)} ms`}
          </span>
        </summary>
        {isOpen ? <Detail call={call} /> : null}
      </details>
    </li>
  );
}

function Detail({ call }: { readonly call: ModelCall }): ReactNode {
  const query = useApi('GET /api/calls/:id', { params: { id: call.id } });
  const { session, provider, code } = call;
  return (
    <div className="space-y-3 bg-page px-4 py-3">
      <p className="text-muted">
        <AgentLink agent={call.agent} className="text-accent underline underline-offset-2" />
        {session === null ? '' : `, session ${session}`}
        {provider === null ? '' : `, asked at ${provider}`}
        {code === null ? '' : `, held back or refused by ${code}`}
      </p>
      <Loaded query={query}>
        {({ reason, texts }) => (
          <>
            <p className="break-words">{withLocalTimes(reason)}</p>
            {texts === null ? (
              <p className="text-muted">
                No text of this call was kept. Text is kept around a stop, or always with{' '}
                <code>capture: all</code> in tripwire.yaml.
              </p>
            ) : (
              <ol className="space-y-2">
                {texts.map(({ at, kind, text }, index) => (
                  <li key={`${at} ${index}`}>
                    <p className="text-xs text-muted">{kind}</p>
                    <pre
                      tabIndex={0}
                      className="max-h-40 overflow-y-auto font-mono text-xs break-words whitespace-pre-wrap"
                    >
                      {text}
                    </pre>
                  </li>
                ))}
              </ol>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
