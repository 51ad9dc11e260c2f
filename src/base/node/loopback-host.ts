/**
 * Whether a host is this machine only.
 *
 * Loopback is where an unencrypted upstream and an unguarded listener are harmless. What is not surely
 * loopback counts as remote: any other name may be made to point anywhere.
 */
import { isIPv4 } from 'node:net';

/** True for `localhost`, 127.0.0.0/8 and ::1, also in the brackets of a URL. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}
