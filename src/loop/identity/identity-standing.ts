/**
 * How an agent stands towards the configuration that a person pinned.
 *
 * The hashes that were pinned are kept in identity.json beside the manifest. They only tell what drifted, and only if
 * the manifest's checksum covers them: whether it drifted, the checksum alone decides.
 */
import { IDENTITY_PARTS } from '../../clients/identity-part.ts';
import {
  checksumOfHashes,
  identityChecksum,
  partHashes,
  type IdentityParts,
  type PartHashes,
} from './identity-checksum.ts';

/** How an agent stands. */
export type IdentityStanding =
  | { readonly state: 'pinned' }
  /** Nobody pinned it. */
  | { readonly state: 'unpinned' }
  /** The parts that differ; empty when nobody can tell which. */
  | { readonly state: 'drifted'; readonly parts: readonly string[] }
  /** It cannot be measured. */
  | { readonly state: 'unknown'; readonly why: string };

/** Compares what is measured with what is pinned. */
export function identityStanding(
  measured: IdentityParts,
  pinned: string | null,
  kept: PartHashes | null,
): IdentityStanding {
  if (pinned === null) return { state: 'unpinned' };
  // Pinned before any model was seen at work: then every model is meant.
  const ofAnyModel = { ...measured, model: null };
  if (identityChecksum(measured) === pinned || identityChecksum(ofAnyModel) === pinned) {
    return { state: 'pinned' };
  }
  if (kept === null || checksumOfHashes(kept) !== pinned) return { state: 'drifted', parts: [] };
  const [now, anyModel] = [partHashes(measured), partHashes(ofAnyModel)];
  const parts = IDENTITY_PARTS.filter(
    (part) => kept[part] !== now[part] && kept[part] !== anyModel[part],
  );
  return { state: 'drifted', parts };
}

/** The hashes in the text of identity.json; null when it holds none. */
export function keptHashes(text: string | null): PartHashes | null {
  if (text === null) return null;
  try {
    const { parts } = JSON.parse(text) as { readonly parts?: unknown };
    if (typeof parts !== 'object' || parts === null) return null;
    const hashes = IDENTITY_PARTS.map((part) => [part, (parts as PartHashes)[part]] as const);
    return hashes.every(([, hash]) => typeof hash === 'string')
      ? (Object.fromEntries(hashes) as unknown as PartHashes)
      : null;
  } catch {
    return null;
  }
}
