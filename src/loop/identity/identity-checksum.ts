/**
 * The checksum of an agent's configuration: what makes it the agent that a person approved.
 *
 * Each part is hashed by itself and the checksum covers the hashes. So the hashes of a pinned agent can be kept beside
 * the checksum, proved by it, and tell later which part drifted, without keeping a word of what stood there.
 */
import { createHash } from 'node:crypto';
import type { IdentityPart } from '../../clients/identity-part.ts';
import { canonicalJson } from '../../core/index.ts';

/** What is known of each part, as plain JSON; null where nothing is. */
export type IdentityParts = Readonly<Record<IdentityPart, unknown>>;

/** The hash of each part. */
export type PartHashes = Readonly<Record<IdentityPart, string>>;

/** Hashes each part. */
export function partHashes(parts: IdentityParts): PartHashes {
  const hash = (part: IdentityPart) => sha256(canonicalJson(parts[part]));
  return {
    client: hash('client'),
    model: hash('model'),
    system_prompt: hash('system_prompt'),
    tools: hash('tools'),
    mcp_servers: hash('mcp_servers'),
    hooks: hash('hooks'),
    settings: hash('settings'),
  };
}

/** The checksum, as MANIFEST.yaml keeps it. */
export function identityChecksum(parts: IdentityParts): string {
  return checksumOfHashes(partHashes(parts));
}

/** The checksum over hashes of parts. */
export function checksumOfHashes(hashes: PartHashes): string {
  return sha256(canonicalJson(hashes));
}

/** `sha256:` and the digest. */
export function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
