/** What was read, or that it is being read, or why it cannot be. */
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, MapPinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../../src/control/api/client.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

export function Loaded<Data>({
  query,
  children,
}: {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) {
    return (
      <div role="status" className="space-y-3 p-4">
        <span className="sr-only">Loading</span>
        <div className="h-4 w-2/3 animate-pulse rounded bg-sunken" />
        <div className="h-4 w-1/2 animate-pulse rounded bg-sunken" />
        <div className="h-4 w-3/5 animate-pulse rounded bg-sunken" />
      </div>
    );
  }
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <Empty icon={MapPinOff} title="Not found">
        <p>{error.message}</p>
        <p>Old records are removed; Settings shows after how long, under Retention.</p>
      </Empty>
    );
  }
  return (
    <Empty icon={CircleAlert} title="This could not be read">
      <p className="mb-3">{error.message}</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </Empty>
  );
}
