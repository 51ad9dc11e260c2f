/** Tripwire of this checkout, and before it that of the one that `AGAINST` names, where somebody does: to be measured in turns. */
import { startChild, type OwnServer } from './child-server.ts';

/** Starts them: the data plane alone, or the whole server. */
export async function startTripwires(
  form: 'tripwire-proxy' | 'whole-tripwire',
  upstreamUrl: string,
): Promise<readonly (readonly [string, OwnServer])[]> {
  const against = process.env['AGAINST'];
  const own = ['Tripwire', await startChild(form, upstreamUrl)] as const;
  if (against === undefined) return [own];
  return [[`Tripwire of ${against}`, await startChild(form, upstreamUrl, against)], own];
}
