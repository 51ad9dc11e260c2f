/**
 * What a person exempted from an agent's kill switch, each with a way to take it back.
 */
import type { ReactNode } from 'react';
import type { KillSwitchSettings } from '../../../src/control/api/client.ts';
import { useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast-store.ts';

export type Exemption = KillSwitchSettings['exceptions'][number];

const EVERY_TOOL = '*';

export function Exemptions({
  agent,
  of,
}: {
  readonly agent: string;
  readonly of: readonly Exemption[];
}): ReactNode {
  const change = useChange('PATCH /api/agents/:id/kill-switch');
  const may = useMay('operator');
  if (of.length === 0) return null;
  const remove = async (removed: Exemption): Promise<void> => {
    const exceptions = of.filter((one) => one !== removed);
    await change.mutateAsync({ params: { id: agent }, body: { exceptions } });
    showToast({ tone: 'good', title: 'Exemption removed', text: exemptionText(removed) });
  };
  return (
    <div>
      <h3 className="text-xs font-medium text-muted">Exemptions</h3>
      <ul className="mt-1 space-y-1">
        {of.map((one) => (
          <li
            key={`${one.tool} ${one.call ?? ''} ${one.is}`}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1"
          >
            <span className="min-w-0 break-words">
              {exemptionText(one)}
              <span className="block text-xs text-muted">
                {one.until === undefined ? (
                  'until somebody removes it'
                ) : (
                  <>
                    until <Time at={one.until} />
                  </>
                )}
              </span>
            </span>
            <Button
              size="small"
              disabled={!may || change.isPending}
              aria-label={`Remove the exemption: ${exemptionText(one)}`}
              onClick={() => void remove(one).catch(() => undefined)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What an exemption is about. */
export function exemptionText({ tool, is, call }: Exemption): string {
  if (tool === EVERY_TOOL) return 'Everything this agent does: judged and reported, never stopped';
  if (is === 'poll') return `${tool} waits by design`;
  return call === undefined
    ? `Every call of ${tool} may repeat`
    : `This one call of ${tool} may repeat, even if numbers in it change`;
}
