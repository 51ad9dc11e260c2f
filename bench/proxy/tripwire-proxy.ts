/**
 * Tripwire as it runs: durable journal on disk, both detectors scoring, evidence kept.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constitutionFrom } from '../../src/core/index.ts';
import { Gate } from '../../src/gate/index.ts';
import { startProxy } from '../../src/proxy/index.ts';
import { openSqliteStore } from '../../src/store/index.ts';
import { listening } from './child-server.ts';

const upstream = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'tripwire-bench-'));
const store = await openSqliteStore({ file: join(folder, 'journal.db') });
// Load is no agent: its tempo means nothing, and no minute is long enough for it.
const constitution = constitutionFrom({
  name: 'bench',
  maxTokensPerMinute: 9_000_000,
  tempoCompressionRatio: 0.05,
  loopSimilarityThreshold: 0.99,
});
const gate = await Gate.open({
  store,
  constitution,
  coreVersion: 'bench',
  marksFolder: join(folder, 'stops'),
  registration: 'open',
  envelopeOf: () => ({ killSwitch: { enabled: true, shadow: true } }),
  capture: 'on-stop',
});
const proxy = await startProxy({
  gate,
  settings: {
    host: '127.0.0.1',
    port: 0,
    upstreams: { anthropic: { url: upstream, format: 'anthropic', headers: [] } },
    bodyBytesMax: 32 * 1024 * 1024,
    headerBytesMax: 64 * 1024,
    connectionsMax: 10_000,
    requestMs: 60_000,
    connectMs: 5_000,
    idleMs: 60_000,
  },
  agentOfKey: () => null,
  nowMs: () => gate.clock.now(),
});
listening(proxy.url);
process.on('SIGINT', () => process.exit(0));
