/**
 * Hooks that ask the running server by HTTP, without starting a program: for Claude Code, the only client that can.
 *
 * They hold the server's address, so there must be a server that answers now, and one that stays.
 */
import type { Environment } from '../../base/environment.ts';
import type { Config } from '../../config/index.ts';
import { TripwireError } from '../../core/index.ts';
import { answeringServer } from '../../server/server-file.ts';

/** Where the hooks ask. */
export interface HttpHooks {
  readonly url: string;
  /** The server takes hooks only with an agent's key, from the variable `TRIPWIRE_AGENT_KEY`. */
  readonly needsKey: boolean;
}

/** The agent under whose name these hooks report: as in the base URL that `up` proposes. */
const AGENT = 'claude';
const HTTP_CLIENT = 'claude-code';

/** Whether an entry in the settings is such a hook of ours. */
export function isHttpHook(url: string): boolean {
  return /^https?:\/\/[^/]+(?:\/agents\/[^/]+)?\/hooks\/claude-code$/.test(url);
}

/** Where hooks by HTTP would ask; refuses other clients, and a place without a server that stays. */
export async function httpHooks(
  client: string | undefined,
  { data, upstreams }: Pick<Config, 'data' | 'upstreams'>,
  env: Environment,
): Promise<HttpHooks> {
  if (client !== HTTP_CLIENT) {
    throw new TripwireError(
      'USAGE',
      '--http is for Claude Code, the only client whose hooks can ask by HTTP: tripwire init claude-code --http',
    );
  }
  const running = await answeringServer(data);
  if (running?.forOneCommand === true) {
    throw new TripwireError(
      'USAGE',
      `the Tripwire that runs (process ${running.pid}) ends with its command, and hooks by HTTP would then refuse ` +
        'everything: start one that stays with tripwire up, or leave --http out',
    );
  }
  const base = running?.url ?? env['TRIPWIRE_URL'] ?? '';
  if (base === '') {
    throw new TripwireError(
      'USAGE',
      'hooks by HTTP hold the address of a running Tripwire, and none answers here: start it with tripwire up (on a ' +
        'port that stays the same), set TRIPWIRE_URL, or leave --http out',
    );
  }
  return {
    url: `${base.replace(/\/+$/, '')}/agents/${AGENT}/hooks/${HTTP_CLIENT}`,
    needsKey: Object.values(upstreams).some(({ key }) => key !== undefined),
  };
}
