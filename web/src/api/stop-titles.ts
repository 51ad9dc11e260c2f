/** The title of the stop that an event tells of, among the stops that the server was asked for. */
import { useMemo } from 'react';
import { titleIn } from '../../../src/control/agents/event-title.ts';
import type { ApiEvent } from '../../../src/control/api/client.ts';
import { useApi } from './queries.ts';

const INCIDENTS_READ = 200;

export function useStopTitles(): (event: ApiEvent) => string | undefined {
  const { data = [] } = useApi('GET /api/incidents', { query: { limit: INCIDENTS_READ } });
  return useMemo(() => (event) => titleIn(data, event), [data]);
}
