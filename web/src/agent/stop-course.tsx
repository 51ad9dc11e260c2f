/** How far a stop has come: what was seen to happen, when, and what nobody has seen yet. */
import type { ReactNode } from 'react';
import type { Answer } from '../../../src/control/api/client.ts';
import { useApi } from '../api/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Time } from '../ui/time.tsx';

type Stop = Answer<'GET /api/stops'>[number];

const POLL_MS = 2_000;

const words: Readonly<Record<Stop['state'], string>> = {
  requested: 'Saving its work',
  in_force: 'In force, calls are being ended',
  cut: 'Told to stop, not yet confirmed',
  ended: 'Ended',
  may_be_alive: 'May be alive',
};

/** Nothing where the agent isn't stopped. */
export function StopCourse({ agent }: { readonly agent: string }): ReactNode {
  const query = useApi('GET /api/stops', { query: { agent } }, { everyMs: POLL_MS });
  return (query.data ?? []).map((stop) => (
    <div
      key={`${stop.session ?? ''} ${stop.subagent ?? ''}`}
      className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm"
    >
      <Badge tone={stop.state === 'ended' ? 'good' : 'warn'}>{words[stop.state]}</Badge>
      {stop.session === null ? null : <span>session {stop.session}</span>}
      {stop.subagent === null ? null : <span>subagent {stop.subagent}</span>}
      {stop.turn ? <span>this turn only</span> : null}
      <span>
        requested <Time at={stop.requested_at} />
      </span>
      <span>
        {stop.state === 'requested' ? 'everything refused by' : 'in force'}{' '}
        <Time at={stop.in_force_at} />
      </span>
      {stop.cut_at === null ? null : (
        <span>
          calls cut <Time at={stop.cut_at} />
        </span>
      )}
      {stop.ended_at === null ? (
        <span>end not seen</span>
      ) : (
        <span>
          ended <Time at={stop.ended_at} />
        </span>
      )}
    </div>
  ));
}
