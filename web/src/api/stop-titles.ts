/** The title of the stop that an event tells of: the same sentence as on its own page. */
import { useMemo } from 'react';
import type { ApiEvent, IncidentSummary } from '../../../src/control/api/client.ts';
import { useApi } from './queries.ts';

const INCIDENTS_READ = 200;

type About = Pick<ApiEvent, 'agent' | 'timestamp' | 'details' | 'event_type'>;

/** The stop of an event among those that were read; of one that is not among them the event's own words are shown. */
export function titleIn(
  incidents: readonly Pick<IncidentSummary, 'agent' | 'at' | 'kind' | 'title'>[],
  { agent, timestamp, details, event_type: type }: About,
): string | undefined {
  if (type !== 'hold' && type !== 'kill_switch') return undefined;
  const kind = type === 'kill_switch' ? 'kill_switch' : details['hold'];
  return incidents.find((one) => one.agent === agent && one.at === timestamp && one.kind === kind)
    ?.title;
}

export function useStopTitles(): (event: About) => string | undefined {
  const { data = [] } = useApi('GET /api/incidents', { query: { limit: INCIDENTS_READ } });
  return useMemo(() => (event) => titleIn(data, event), [data]);
}
