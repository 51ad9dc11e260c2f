/**
 * What an exemption would do, before it is made: what it covers, and what the last day would have been with it.
 */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { exemptionText } from '../agent/exemptions.tsx';
import { api } from '../api/api.ts';

export interface WantedExemption {
  readonly scope: 'call' | 'tool' | 'agent';
  readonly for_s?: number;
}

export function ExemptionPreview({
  id,
  exemption,
}: {
  readonly id: string;
  readonly exemption: WantedExemption;
}): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['exemption preview', id, exemption],
    queryFn: () =>
      api.call('POST /api/incidents/:id/healthy', {
        params: { id },
        body: { ...exemption, preview: true },
      }),
  });
  return (
    <p role="status" className="rounded-md bg-sunken p-3 text-sm">
      {error?.message ?? (data === undefined ? 'Trying it on the last 24 hours …' : words(data))}
    </p>
  );
}

function words({
  exception,
  backtest,
}: Awaited<ReturnType<typeof api.call<'POST /api/incidents/:id/healthy'>>>): string {
  const covers = exception === null ? 'Nothing to exempt' : exemptionText(exception);
  return `${covers}. ${backtest?.summary ?? ''}`;
}
