/** How an agent is stuck without looping: each way with its code, in words, and since when. */
import type { ReactNode } from 'react';
import { stuckWords } from '../../../src/control/agents/state-words.ts';
import type { Agent } from '../../../src/control/api/client.ts';
import { Card } from '../ui/card.tsx';
import { Time } from '../ui/time.tsx';

/** Nothing where it isn't. */
export function StuckCard({ stuck }: Pick<Agent, 'stuck'>): ReactNode {
  if (stuck.length === 0) return null;
  return (
    <Card title="Stuck">
      <ul className="space-y-3">
        {stuck.map(({ code, since, why }) => (
          <li key={code}>
            <p>{stuckWords[code]}</p>
            <p className="mt-1 text-xs text-muted">
              {why} (<code>{code}</code>, since <Time at={since} relative />)
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">This doesn't count as a loop.</p>
    </Card>
  );
}
