/**
 * Who is signed in.
 *
 * A sign-in link carries a code behind the `#`, which no server and no log sees. It is used once and leaves the address
 * bar at once.
 */
import { createContext, use } from 'react';
import type { Session } from '../../../src/control/api/client.ts';
import { api, keepSecret } from './api.ts';
import { useConnection } from './connection.ts';
import { closeFeed } from './live-feed.ts';
import { queryClient } from './queries.ts';

export type Role = Session['role'];
const ranks: readonly Role[] = ['viewer', 'operator', 'admin'];

export const SessionContext = createContext<Session | null>(null);

/** The session; the pages are only there with one. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('nobody is signed in');
  return session;
}

/** Whether the person has this role, or a higher one. */
export function useHasRole(role: Role): boolean {
  return ranks.indexOf(useSession().role) >= ranks.indexOf(role);
}

/** Whether the person may do now what needs this role: nothing can be done while the server does not answer. */
export function useMay(role: Role): boolean {
  const { isLost } = useConnection();
  return useHasRole(role) && !isLost;
}

/** Why a button is off; undefined where it is not. */
export function useWhyNot(role: Role): string | undefined {
  const { isLost } = useConnection();
  if (!useHasRole(role)) return `This needs the role ${role}`;
  return isLost ? 'The server does not answer' : undefined;
}

/** The code of a sign-in link, taken out of the address. */
export function takeCode(): string | null {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

/** Signs in; throws when the server says no. */
export async function signIn(
  how: { readonly token: string } | { readonly code: string },
): Promise<Session> {
  const session = await api.call('POST /api/session', { body: how });
  keepSecret(session.csrf_token);
  return session;
}

export async function signOut(): Promise<void> {
  await api.call('DELETE /api/session').catch(() => undefined);
  keepSecret(null);
  closeFeed();
  queryClient.clear();
  location.assign('/');
}
