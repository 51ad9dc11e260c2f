/** Actions that wait for a person's yes; who says nothing says no in the end. */
import { Check, Hand, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Approval } from '../../../src/control/api/client.ts';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast-store.ts';

const POLL_MS = 2_000;

export function ApprovalsPage(): ReactNode {
  const query = useApi('GET /api/approvals', undefined, { everyMs: POLL_MS });
  return (
    <>
      <PageHead
        title="Approvals"
        text="Actions that wait for a person’s approval. If nobody answers, they are refused."
      />
      <Loaded query={query}>
        {(approvals) =>
          approvals.length === 0 ? (
            <Card>
              <Empty icon={Hand} title="Nothing is waiting for approval">
                Name what needs one under approvals in tripwire.yaml. Hooks, tripwire mcp, adapters
                and the proxy then ask here.
              </Empty>
            </Card>
          ) : (
            <ul className="space-y-3">
              {approvals.map((approval) => (
                <li key={approval.id}>
                  <ApprovalCard approval={approval} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function ApprovalCard({ approval }: { readonly approval: Approval }): ReactNode {
  const { id, agent, session, target, why, by, since, refused } = approval;
  const { answered_by: answerers, lapses_at: lapsesAt } = approval;
  const grant = useChange('POST /api/approvals/:id/grant');
  const refuse = useChange('POST /api/approvals/:id/refuse');
  const may = useMay('operator');
  const isBusy = grant.isPending || refuse.isPending;
  const answer = async (how: typeof grant, word: string): Promise<void> => {
    await how.mutateAsync({ params: { id }, body: {} });
    showToast({ tone: 'good', title: `${word}: ${target}`, text: agent });
  };
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium">
            {agent}
            {session === null ? '' : ` · ${session}`}{' '}
            <span className="font-normal text-muted">
              asked <Time at={since} relative /> ({by})
            </span>
          </p>
          <code className="mt-2 block rounded bg-sunken px-2 py-1.5 font-mono text-xs break-all">
            {target}
          </code>
          <p className="mt-2 break-words text-muted">{why}</p>
          <p className="mt-1 text-xs text-muted">
            {answerers === null ? 'Any operator can answer' : `May answer: ${answerers.join(', ')}`}
            {lapsesAt === null ? null : (
              <>
                {' · '}refused if nobody answers by <Time at={lapsesAt} />
              </>
            )}
          </p>
        </div>
        {refused ? (
          <Badge tone="neutral" icon={X}>
            refused
          </Badge>
        ) : (
          <div className="flex gap-2">
            <Button
              tone="dangerQuiet"
              disabled={!may || isBusy}
              onClick={() => void answer(refuse, 'Refused').catch(() => undefined)}
            >
              <X aria-hidden />
              Refuse
            </Button>
            <Button
              tone="primary"
              disabled={!may || isBusy}
              onClick={() => void answer(grant, 'Granted').catch(() => undefined)}
            >
              <Check aria-hidden />
              Grant
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
