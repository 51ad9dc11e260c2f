/**
 * The token that opens the control plane: one for each data folder, made on first use, readable to its owner only.
 *
 * There is no default and no way without one: whoever has it can release a stopped agent.
 */
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { errorCode } from '../../base/error-words.ts';
import { TripwireError } from '../../core/errors.ts';

const TOKEN_BYTES = 32;
const OWNER_ONLY = 0o600;

/** Visible ASCII, so that it survives a header. */
const TOKEN_PATTERN = /^[!-~]{1,256}$/;

/** The token of this data folder; made if there is none. `TRIPWIRE_ADMIN_TOKEN` wins. */
export function controlToken(dataDir: string, env: Environment = process.env): string {
  const known = knownControlToken(dataDir, env);
  if (known !== null) return known;
  // Loaded here: a command that stops an agent waits for all that it loads, and only reads the token.
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = tokenFile(dataDir);
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`, {
    mode: OWNER_ONLY,
  });
  try {
    // Appears whole or not at all, and never over the token of a process that was first.
    linkSync(partial, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(partial);
  }
  return readToken(file);
}

/** The token if there is one already; null when this data folder has none. */
export function knownControlToken(dataDir: string, env: Environment): string | null {
  const given = env['TRIPWIRE_ADMIN_TOKEN'] ?? '';
  if (given !== '') return checked(given, 'TRIPWIRE_ADMIN_TOKEN');
  try {
    return readToken(tokenFile(dataDir));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function tokenFile(dataDir: string): string {
  return join(dataDir, 'admin-token');
}

function readToken(file: string): string {
  const token = readFileSync(file, 'utf8').trim();
  // A copy or a backup may have opened it to others.
  chmodSync(file, OWNER_ONLY);
  return checked(token, file);
}

function checked(token: string, where: string): string {
  if (TOKEN_PATTERN.test(token)) return token;
  throw new TripwireError(
    'USAGE',
    `${where} does not hold a token: it must be 1 to 256 visible ASCII characters. ` +
      'Delete it and start again; a new one is made.',
  );
}
