/**
 * The title of the stop that an event tells of: the same sentence as on the page of the stop.
 *
 * The words of an event are derived from the journal and name the tool; the incident knows what the agent ran.
 */
import type { ApiEvent, IncidentSummary } from '../api/client.ts';

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
