/**
 * A whole server until it is killed: SQLite, gate and proxy, in front of a provider that lives elsewhere.
 *
 * Arguments: the data folder, the provider's URL. It prints `listening URL`, and for each line of its input
 * what became of it: `stop AGENT` and `release AGENT` give `stopped AGENT RECORDED` and `released AGENT`, or
 * `failed AGENT`; `health` gives `health MEMORY_BYTES OPEN_CALLS`. An error that nobody caught ends it, as it would end the
 * real one.
 */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CODING_V1 } from '../../src/core/index.ts';
import { startProxy, type ProviderSettings } from '../../src/proxy/index.ts';
import { openSqliteStore } from '../../src/store/index.ts';
import { testGate } from '../kit/test-gate.ts';

const BUSY_TIMEOUT_MS = 30;

const [folder = '', providerUrl = ''] = process.argv.slice(2);
const store = await openSqliteStore({
  file: join(folder, 'journal.db'),
  busyTimeoutMs: BUSY_TIMEOUT_MS,
});
const gate = await testGate({
  store,
  constitution: CODING_V1,
  marksFolder: join(folder, 'stops'),
  capture: 'on-stop',
});
const one = (format: ProviderSettings['format']): ProviderSettings => ({
  url: providerUrl,
  format,
  headers: [],
});
const proxy = await startProxy({
  gate,
  settings: {
    host: '127.0.0.1',
    port: 0,
    upstreams: { anthropic: one('anthropic'), openai: one('openai') },
    bodyBytesMax: 4 * 1024 * 1024,
    headerBytesMax: 16 * 1024,
    connectionsMax: 1_000,
    requestMs: 10_000,
    connectMs: 5_000,
    idleMs: 10_000,
  },
  agentOfKey: () => null,
  nowMs: () => gate.clock.now(),
});
say(`listening ${proxy.url}`);
flushCompileCache();

for await (const line of createInterface({ input: process.stdin })) {
  const [word = '', agent = ''] = line.split(' ');
  // Not awaited: the next command may come while this one is under way.
  if (word === 'stop') void stop(agent);
  else if (word === 'release') void release(agent);
  else say(`health ${collected().rss} ${gate.openCalls}`);
}

async function stop(agent: string): Promise<void> {
  const { recorded } = await gate.operate({ agent, action: 'deactivate', by: 'ada', why: 'test' });
  say(`stopped ${agent} ${recorded}`);
}

async function release(agent: string): Promise<void> {
  try {
    await gate.operate({ agent, action: 'activate', by: 'ada', why: 'test' });
    say(`released ${agent}`);
  } catch {
    say(`failed ${agent}`);
  }
}

/** What is still in use: garbage is no leak. */
function collected(): NodeJS.MemoryUsage {
  globalThis.gc?.();
  return process.memoryUsage();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
