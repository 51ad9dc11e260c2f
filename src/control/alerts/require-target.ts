/**
 * Looks at a channel's target when it is saved, so that a person hears of a mistake at once. What counts is the check
 * when the connection is made: names change.
 */
import { lookup } from 'node:dns/promises';
import { Problem } from '../api/problem.ts';
import { isPublicAddress, requirePublicHost, TargetRefused } from './address-guard.ts';
import type { Target } from './alert-shapes.ts';

/** Throws when alerts may not go there. A name that cannot be looked up now may be there later. */
export async function requireTarget(target: Target, allowPrivate: boolean): Promise<void> {
  if (allowPrivate) return;
  const host = target.kind === 'email' ? target.host : new URL(target.url).hostname;
  if (target.kind !== 'email' && !target.url.startsWith('https://')) {
    throw new Problem(
      'target-refused',
      'The address must begin with https://, unless the channel says allow_private: true. Nothing was changed.',
    );
  }
  try {
    requirePublicHost(host);
    const found = await lookup(host.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch(() => []);
    const hidden = found.find(({ address }) => !isPublicAddress(address));
    if (hidden !== undefined) throw new TargetRefused(host, hidden.address);
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    throw new Problem('target-refused', `${error.message}. Nothing was changed.`);
  }
}
