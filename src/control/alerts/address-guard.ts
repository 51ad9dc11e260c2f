/**
 * Keeps alerts from being sent into private networks: whoever may add a channel must not reach what only this machine
 * can reach.
 *
 * The address is looked at when the connection is made, and that very address is connected to. Looking first and
 * connecting later would leave time to change the name in between.
 */
import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address that alerts may not go to. */
export class TargetRefused extends Error {
  constructor(host: string, address: string) {
    super(
      `${host} leads to ${address}, which is not a public address. Alerts go there only if the channel has ` +
        '“Allow a private network” on (allow_private in the API)',
    );
    this.name = 'TargetRefused';
  }
}

// Two lists: in one, a rule for IPv6 would also count for the IPv4 addresses that IPv6 can carry.
const blocked4 = new BlockList();
const blocked6 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Public by its number; inside one cloud it answers as the host's own service.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  blocked4.addSubnet(network, prefix, 'ipv4');
}
// Only 2000::/3 is public. Inside it: addresses that carry an IPv4 one, and documentation.
for (const [network, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  blocked6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked4.check(address, 'ipv4');
  return family === 6 && !blocked6.check(address, 'ipv6');
}

/** A lookup that gives public addresses only. A name with a private one among its addresses is refused whole. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) {
      callback(error ?? new Error(`${hostname} has no address`), '', 0);
      return;
    }
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    if (hidden !== undefined) {
      callback(new TargetRefused(hostname, hidden.address), '', 0);
      return;
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Names that mean this machine or its cloud wherever they are looked up, also where nobody answers now. */
const PRIVATE_NAMES = /^(?:(?:.*\.)?localhost|metadata(?:\.google\.internal)?)\.?$/i;

/** Throws when a host is written as an address that is not public: nothing is looked up for those. */
export function requirePublicHost(host: string): void {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (PRIVATE_NAMES.test(bare)) throw new TargetRefused(host, 'this machine or its cloud');
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) throw new TargetRefused(host, bare);
}
