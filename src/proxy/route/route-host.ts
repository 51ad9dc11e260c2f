/**
 * Keeps web pages out: a page in a person's browser must not spend that person's money.
 *
 * A browser names the page in `Origin` and the name it resolved in `Host`. No agent sends the first, and the second
 * is this machine or the host that a person configured.
 */
import { valuesOf, type HeaderPairs } from '../../base/header-pairs.ts';

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

/** Why these headers cannot be those of an agent; null when they can. */
export function foreignness(headers: HeaderPairs, configuredHost: string): string | null {
  if (valuesOf(headers, 'origin').length > 0) {
    return 'Requests with an Origin header are refused: agents send none, and web pages may not use this port.';
  }
  const hosts = valuesOf(headers, 'host');
  if (hosts.length !== 1) return `The request has ${hosts.length} Host headers; it must have one.`;
  const allowed = [...LOOPBACK_HOSTS, bracketed(configuredHost.toLowerCase())];
  const host = (hosts[0] ?? '').trim().toLowerCase();
  if (allowed.some((one) => isHost(host, one))) return null;
  return `This Host is not served here. Use one of ${[...new Set(allowed)].join(', ')} in the base URL.`;
}

/** With any port, or none. */
function isHost(host: string, name: string): boolean {
  return host.startsWith(name) && /^(?::\d{1,5})?$/.test(host.slice(name.length));
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
