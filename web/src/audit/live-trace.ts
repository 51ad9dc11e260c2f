/**
 * The windows that this server measured on an agent, two days of them, kept up to date.
 *
 * What is in the log never changes again, so only what came after it is read anew: the page is told to read after every
 * event, and two days are a megabyte.
 */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { AuditWindow } from '../../../src/audit/verify.ts';
import { api } from '../api/api.ts';
import { pace, timed } from '../api/pace.ts';
import { useApi } from '../api/queries.ts';
import { HOUR_WINDOWS } from './strip-moves.ts';
import { serverWindow, type TraceWindow } from './trace-window.ts';

export interface LiveTrace {
  readonly isAudited: boolean;
  readonly windows: readonly TraceWindow[];
}

const NAME = 'GET /api/agents/:id/windows';
const TWO_DAYS = 3_600;
const POLL_MS = 10_000;

async function read(
  id: string,
  known: LiveTrace | undefined,
  signal: AbortSignal,
): Promise<LiveTrace> {
  const kept = known?.windows.filter(({ logIndex }) => logIndex !== null) ?? [];
  const last = kept.at(-1);
  const query = { limit: TWO_DAYS, summary: 'true' } as const;
  const from = last === undefined ? {} : { from: last.index + 1 };
  const page = await api.call(NAME, { params: { id }, query: { ...query, ...from }, signal });
  // Fewer than are known: another data folder.
  if (last !== undefined && page.total <= last.index) return read(id, undefined, signal);
  const windows = [...kept, ...page.windows.map(serverWindow)].slice(-TWO_DAYS);
  return { isAudited: page.audited, windows };
}

export function useLiveTrace(agent: string): UseQueryResult<LiveTrace> {
  const client = useQueryClient();
  const queryKey = ['live trace', agent];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      timed(NAME, () => read(agent, client.getQueryData<LiveTrace>(queryKey), signal)),
    structuralSharing: false,
    refetchInterval: () => pace(NAME, POLL_MS),
  });
}

export interface OpenedWindow {
  readonly window: AuditWindow;
  readonly before: readonly AuditWindow[];
}

/**
 * One of them as it is committed to, with the one before, whose cooldown may reach into it. Read by the hour, so that
 * going from window to window does not wait.
 */
export function useLiveWindow(agent: string, index: number): UseQueryResult<OpenedWindow> {
  const hour = Math.floor(index / HOUR_WINDOWS) * HOUR_WINDOWS;
  const from = Math.max(0, hour - 1);
  const query = { from, limit: HOUR_WINDOWS + 1, summary: 'false' } as const;
  const found = useApi(NAME, { params: { id: agent }, query });
  const { data } = found;
  const opened = useMemo(() => {
    const windowAt = (wanted: number): AuditWindow[] =>
      (data?.windows ?? []).flatMap(({ index: at, window }) =>
        at === wanted ? [window as AuditWindow] : [],
      );
    const [window] = windowAt(index);
    return window === undefined ? undefined : { window, before: windowAt(index - 1) };
  }, [data, index]);
  // The strip may know a window that ended after its hour was read.
  const isNew = data !== undefined && opened === undefined;
  const { refetch } = found;
  useEffect(() => {
    if (isNew) void refetch();
  }, [isNew, refetch]);
  return { ...found, data: opened } as UseQueryResult<OpenedWindow>;
}
