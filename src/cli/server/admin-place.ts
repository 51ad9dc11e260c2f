/**
 * Where the running Tripwire of this person is, and the token that opens it.
 *
 * A stop must work while the configuration is broken, so a file that cannot be used is passed over here; `up` and
 * `doctor` tell what is wrong with it.
 */
import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { loadConfig } from '../../config/index.ts';
import { knownControlToken } from '../../control/people/control-token.ts';
import { TripwireError } from '../../core/index.ts';
import { readServerNote } from '../../server/server-file.ts';

/** A control plane that may be running. */
export interface AdminPlace {
  /** Without a slash at the end. */
  readonly url: string;
  /** Null when none was made yet. */
  readonly token: string | null;
}

/** What is said in the environment, else what `up` left behind, else what is configured. */
export function adminPlace(env: Environment, home: string): AdminPlace {
  const { data, url } = configured(env, home);
  const given = env['TRIPWIRE_ADMIN_URL'] ?? '';
  const chosen = given === '' ? (readServerNote(data)?.adminUrl ?? url) : requireUrl(given);
  return { url: chosen.replace(/\/+$/, ''), token: knownControlToken(data, env) };
}

function configured(
  env: Environment,
  home: string,
): { readonly data: string; readonly url: string } {
  try {
    const { data, adminHost, adminPort } = loadConfig({ env, home });
    const host = adminHost.includes(':') ? `[${adminHost}]` : adminHost;
    return { data, url: `http://${host}:${adminPort}` };
  } catch {
    const data = env['TRIPWIRE_DATA'] || join(home, '.tripwire');
    return { data, url: 'http://127.0.0.1:4181' };
  }
}

function requireUrl(text: string): string {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (isUrl) return text;
  throw new TripwireError(
    'USAGE',
    `TRIPWIRE_ADMIN_URL must be a URL such as http://127.0.0.1:4181, not ${text}`,
  );
}
