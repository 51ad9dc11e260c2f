/**
 * A link to an agent that costs next to nothing to draw: in a list that scrolls, the router's own link was the dearest
 * part of a row.
 */
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

export function AgentLink({
  agent,
  className,
}: {
  readonly agent: string;
  readonly className: string;
}): ReactNode {
  const router = useRouter();
  const follow = (event: MouseEvent): void => {
    // Whoever wants a new tab gets one.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    void router.navigate({ to: '/agents/$agent', params: { agent } });
  };
  return (
    <a
      href={`/agents/${encodeURIComponent(agent)}`}
      title={agent}
      onClick={follow}
      className={className}
    >
      {agent}
    </a>
  );
}
