/** What needs a person, each thing once. */
import type { Overview } from '../../src/control/api/client.ts';

/** Without alerts about an approval that is listed itself: they say nothing new. */
export function withoutEchoes(needs: Overview['needs']): Overview['needs'] {
  const asking = new Set(needs.filter(({ kind }) => kind === 'approval').map(({ agent }) => agent));
  const isEcho = ({ kind, agent, what }: Overview['needs'][number]): boolean =>
    kind === 'alert' && asking.has(agent) && what.includes('waits for a yes');
  return needs.filter((need) => !isEcho(need));
}
