/**
 * Keeps foreign web pages out: a page in the person's browser can reach the loopback address too.
 *
 * A page of another site, or of another port of this machine, sends its own `Origin`; one that made its own name point
 * here (DNS rebinding) sends that name as `Host`. Neither gets as far as the token.
 */
import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackHost } from '../../base/node/loopback-host.ts';
import { Problem } from './problem.ts';

/** Under which names the server may be called. */
export interface ServerNames {
  /** The address that it listens on. */
  readonly host: string;
  readonly allowRemote: boolean;
  /** What it shows as its own; null when it speaks no TLS. */
  readonly certificate: X509Certificate | null;
}

/** Throws when a web page asks, or when the server is called by a foreign name. */
export function requireOwnCaller(request: IncomingMessage, names: ServerNames): void {
  const { host: hosts = [], origin: origins = [] } = request.headersDistinct;
  const [host] = hosts;
  const own = `${names.certificate === null ? 'http' : 'https'}://${host ?? ''}`.toLowerCase();
  const site = request.headers['sec-fetch-site'];
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isApi = request.method !== 'GET' || /^\/(?:api|metrics)\b/.test(request.url ?? '');
  if (origins.some((origin) => origin.toLowerCase() !== own) || (isForeign && isApi)) {
    throw new Problem(
      'web-page',
      'A page of another site or port asks, as its Origin header says. Call from the dashboard of this server, or from ' +
        'a program without that header.',
    );
  }
  if (host === undefined || hosts.length > 1 || !isOwnName(host, names)) {
    throw new Problem(
      'foreign-host',
      'The Host header must name this server: 127.0.0.1, localhost, [::1] or the address it listens on.',
    );
  }
}

function isOwnName(host: string, { host: own, allowRemote, certificate }: ServerNames): boolean {
  const name = /^(\[[\da-f:.]+\]|[^:\s/@]+)(?::\d{1,5})?$/i.exec(host)?.[1];
  if (name === undefined) return false;
  const bare = name.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isLoopbackHost(bare) || bare === own.toLowerCase()) return true;
  // A foreign page cannot reach it under a name of the certificate: its browser would see the other name.
  if (certificate?.checkHost(bare) !== undefined) return true;
  // An address cannot be rebound, only a name can.
  return allowRemote && isIP(bare) !== 0;
}
