/**
 * Whether a base URL that stands in the settings of a client leads to this Tripwire.
 *
 * Of the URL only scheme, host and port are ever repeated: a name and a password, or a key in the query, may stand in it.
 */
import { isAgentName } from '../base/agent-name.ts';
import { isLoopbackHost } from '../base/node/loopback-host.ts';
import type { Pointing } from './examined.ts';

/** Where a base URL leads; `where` says which setting it is. */
export function pointingOf(baseUrl: string | null, where: string, here: string): Pointing {
  if (baseUrl === null) {
    return { state: 'nowhere', agent: null, detail: `${where} is not set` };
  }
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { state: 'unknown', agent: null, detail: `${where} holds no URL` };
  }
  if (isSameServer(url, new URL(here))) {
    return { state: 'here', agent: agentIn(url), detail: `${where} points here` };
  }
  const detail = `${where} points at ${url.origin}, not at this Tripwire (${here})`;
  return { state: 'elsewhere', agent: null, detail };
}

function isSameServer(one: URL, other: URL): boolean {
  if (one.protocol !== other.protocol || one.port !== other.port) return false;
  if (one.hostname === other.hostname) return true;
  return isLoopbackHost(one.hostname) && (isLoopbackHost(other.hostname) || isAny(other.hostname));
}

/** A server that listens on every address listens on loopback too. */
function isAny(hostname: string): boolean {
  return hostname === '0.0.0.0' || hostname === '[::]';
}

function agentIn({ pathname }: URL): string | null {
  const [, first, name = ''] = pathname.split('/');
  return first === 'agents' && isAgentName(name) ? name : null;
}
