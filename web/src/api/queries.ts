/**
 * Reading and changing through the API, with what is on the screen kept up to date.
 *
 * Every read is cached under the endpoint and what it was asked with. After a change everything on the screen is read
 * again: the server is on the same machine, and a page that shows an old state of a kill switch is worse than a request.
 */
import {
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { ApiProblem, type Answer, type CallOptions } from '../../../src/control/api/client.ts';
import { showToast } from '../ui/toast-store.ts';
import { api, type EndpointName } from './api.ts';
import { pace, timed } from './pace.ts';

const RETRIES_MAX = 2;

/** Whoever is no longer signed in gets the way in, not a page that stands still. */
function askAgain(error: Error): void {
  if (error instanceof ApiProblem && error.status === 401) location.reload();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askAgain }),
  defaultOptions: {
    // The server may be on this very machine: whether there is a network beyond it says nothing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 500,
      retry: (count, error) =>
        !(error instanceof ApiProblem && error.status < 500) && count < RETRIES_MAX,
    },
  },
});

type Loosely = (name: EndpointName, options: object) => Promise<unknown>;
/** The types of the client follow from the endpoint's name; here the name is a variable. */
const callLoosely = api.call.bind(api) as unknown as Loosely;

/** How a read is kept fresh. */
export interface Freshness {
  /** How often it is read again; only on events when left out. */
  readonly everyMs?: number;
  readonly enabled?: boolean;
}

/** Reads an endpoint. */
export function useApi<Name extends EndpointName>(
  name: Name,
  options?: Omit<CallOptions<Name>, 'signal'>,
  { everyMs, enabled = true }: Freshness = {},
): UseQueryResult<Answer<Name>> {
  return useQuery({
    queryKey: [name, options ?? null],
    queryFn: ({ signal }) =>
      timed(name, async () => (await callLoosely(name, { ...options, signal })) as Answer<Name>),
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: () => pace(name, everyMs) }),
  });
}

/** Changes something; what is shown is read again, and what went wrong is told, unless the page shows it itself. */
export function useChange<Name extends EndpointName>(
  name: Name,
  { quiet = false }: { readonly quiet?: boolean } = {},
): UseMutationResult<Answer<Name>, Error, CallOptions<Name>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (options: CallOptions<Name>) =>
      (await callLoosely(name, options as object)) as Answer<Name>,
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => {
      if (!quiet) showToast({ tone: 'danger', title: 'Not done', text: error.message });
    },
  });
}
