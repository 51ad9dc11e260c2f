/** Which agents are audited: by the setting of each, over that of all. */
import { useAgents } from '../api/agents.ts';
import { useApi } from '../api/queries.ts';

/** Their names; undefined while they are being read. */
export function useAuditedAgents(): readonly string[] | undefined {
  const agents = useAgents();
  const settings = useApi('GET /api/settings');
  if (agents.data === undefined || settings.data === undefined) return undefined;
  const valueOf = new Map(settings.data.config.map(({ path, value }) => [path, value]));
  const isOn = (id: string): boolean => {
    const own =
      valueOf.get(`agents.${id}.audit`) ?? valueOf.get(`agents[${JSON.stringify(id)}].audit`);
    return (own ?? valueOf.get('audit')) === 'on';
  };
  return agents.data.map(({ id }) => id).filter(isOn);
}
