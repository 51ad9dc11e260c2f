/**
 * A whole Tripwire as `tripwire up` runs it: both planes, housekeeping and alerts, with a journal on disk. Of this checkout, or
 * of another one that is named.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Configs from '../../src/config/index.ts';
import type * as Tokens from '../../src/control/people/control-token.ts';
import type * as Servers from '../../src/server/start.ts';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import { importerOf } from './checkout.ts';
import { listening } from './child-server.ts';

const [upstream = '', checkout] = process.argv.slice(2);
const load = importerOf(checkout);
const { loadConfig } = (await load('config/index.ts')) as typeof Configs;
const { controlToken } = (await load('control/people/control-token.ts')) as typeof Tokens;
const { startServer } = (await load('server/start.ts')) as typeof Servers;
const home = temporaryFolder('bench');
const data = join(home, '.tripwire');
mkdirSync(data, { recursive: true, mode: 0o700 });
// Load is no agent: its tempo means nothing, and no minute is long enough for it.
const constitution = join(home, 'bench.yaml');
writeFileSync(
  constitution,
  'name: bench\nmaxTokensPerMinute: 9000000\ntempoCompressionRatio: 0.05\nloopSimilarityThreshold: 0.99\n',
);
const file = join(data, 'tripwire.yaml');
writeFileSync(file, 'kill_switch:\n  enabled: true\n  shadow: true\n', { mode: 0o600 });
const server = await startServer({
  config: loadConfig({
    env: { TRIPWIRE_UPSTREAM_ANTHROPIC: upstream },
    home,
    flags: { data, port: 0, adminPort: 0, constitution },
  }),
  env: {},
  log: () => undefined,
});

/** Once all of it is closed, only the word to who started it keeps the process. */
let isEnding = false;
const end = () => {
  if (isEnding) return;
  isEnding = true;
  void server.close().finally(() => {
    rmSync(home, { recursive: true, force: true });
    if (process.connected) process.disconnect();
  });
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
listening(
  { url: server.url, admin: { url: server.adminUrl, token: controlToken(data, {}) } },
  () => statSync(join(data, 'journal.db')).size,
);
