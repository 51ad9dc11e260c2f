/**
 * One node of a fleet until it is killed: Postgres, gate and proxy, in front of a provider that lives elsewhere.
 *
 * Arguments: the database, the folder of its marks, the provider's URL, its lease in milliseconds. It prints `listening URL`
 * and for each line of its input what became of it: `stop AGENT` and `release AGENT` give `stopped AGENT RECORDED
 * UNCONFIRMED` and `released AGENT RECORDED`, `usage` gives `usage MEMORY_BYTES RACES_LOST`. An error that nobody caught ends it, as it would end the real one.
 */
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { CODING_V1 } from '../../src/core/index.ts';
import { startProxy } from '../../src/proxy/index.ts';
import { openFleet } from '../../src/server/fleet.ts';
import { testGate } from '../kit/test-gate.ts';
import { budgetOf } from './node-process.ts';

const [url = '', folder = '', providerUrl = '', leaseMs = ''] = process.argv.slice(2);
const name = `process ${process.pid}`;
const fleet = await openFleet({
  url,
  name,
  place: name,
  constitution: CODING_V1,
  leaseMs: Number(leaseMs),
});
const gate = await testGate({
  store: fleet.store,
  constitution: CODING_V1,
  marksFolder: folder,
  envelopeOf: budgetOf,
  turn: fleet.turn,
  shared: fleet.shared,
});
await fleet.start(gate);
const proxy = await startProxy({
  gate,
  settings: {
    host: '127.0.0.1',
    port: 0,
    upstreams: { openai: { url: providerUrl, format: 'openai', headers: [] } },
    bodyBytesMax: 4 * 1024 * 1024,
    headerBytesMax: 16 * 1024,
    connectionsMax: 1_000,
    requestMs: 20_000,
    connectMs: 5_000,
    idleMs: 20_000,
  },
  agentOfKey: () => null,
  nowMs: () => gate.clock.now(),
  sendsInPieces: true,
  remembersThreads: false,
});
say(`listening ${proxy.url}`);
flushCompileCache();

for await (const line of createInterface({ input: process.stdin })) {
  const [word = '', agent = ''] = line.split(' ');
  if (word === 'usage') say(`usage ${collected().rss} ${fleet.racesLost()}`);
  // Not awaited: the next command may come while this one is under way.
  else void (word === 'stop' ? stop(agent) : release(agent));
}

async function stop(agent: string): Promise<void> {
  const act = { agent, action: 'deactivate', by: 'ada', why: 'test' } as const;
  const { recorded, unconfirmed = [] } = await gate.operate(act);
  say(`stopped ${agent} ${String(recorded)} ${unconfirmed.length}`);
}

async function release(agent: string): Promise<void> {
  try {
    await gate.operate({ agent, action: 'activate', by: 'ada', why: 'test' });
    say(`released ${agent} true`);
  } catch {
    say(`released ${agent} false`);
  }
}

/** What is still in use: garbage is no need. */
function collected(): NodeJS.MemoryUsage {
  globalThis.gc?.();
  return process.memoryUsage();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
