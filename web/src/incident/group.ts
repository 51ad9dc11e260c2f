/** Stops with the same cause, put together: what a person would call the same problem again. */
import type { IncidentSummary } from '../../../src/control/api/client.ts';

export interface IncidentGroup {
  readonly key: string;
  /** The newest first. */
  readonly incidents: readonly IncidentSummary[];
  readonly newest: IncidentSummary;
  readonly agents: readonly string[];
  readonly open: number;
  readonly firstAt: number;
}

/** In the order of their newest stops. */
export function groupByCause(incidents: readonly IncidentSummary[]): readonly IncidentGroup[] {
  const groups = new Map<string, IncidentSummary[]>();
  for (const incident of incidents) {
    const key = causeOf(incident);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [incident]);
    else known.push(incident);
  }
  return [...groups].flatMap(([key, own]): readonly IncidentGroup[] => {
    const [newest] = own;
    if (newest === undefined) return [];
    return [
      {
        key,
        incidents: own,
        newest,
        agents: [...new Set(own.map(({ agent }) => agent))],
        open: own.filter(({ open }) => open).length,
        firstAt: own.at(-1)?.at ?? newest.at,
      },
    ];
  });
}

/** The kind and the title; how often and how long differ from stop to stop. */
function causeOf({ kind, title }: IncidentSummary): string {
  return `${kind} ${title.replaceAll(/\d+(?:[.,]\d+)*/g, '#').replaceAll(/in (?:# (?:s|min|h)|less than a second)/g, 'in #')}`;
}
