/**
 * Tripwire as it runs: durable journal on disk, both detectors scoring, evidence kept. Of this checkout, or of another
 * one that is named: so two versions can be measured in turns. Its journal is removed unless a file is named for it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type * as Core from '../../src/core/index.ts';
import type * as Gates from '../../src/gate/index.ts';
import type * as Proxies from '../../src/proxy/index.ts';
import type * as Stores from '../../src/store/index.ts';
import { importerOf } from './checkout.ts';
import { listening } from './child-server.ts';

const [upstream = '', checkout = '', journal] = process.argv.slice(2);
const load = importerOf(checkout || undefined);
const { constitutionFrom } = (await load('core/index.ts')) as typeof Core;
const { Gate } = (await load('gate/index.ts')) as typeof Gates;
const { startProxy } = (await load('proxy/index.ts')) as typeof Proxies;
const { openSqliteStore } = (await load('store/index.ts')) as typeof Stores;

const folder = mkdtempSync(join(tmpdir(), 'tripwire-bench-'));
const file = journal ?? join(folder, 'journal.db');
const store = await openSqliteStore({ file });
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

/** A reader counts the pages that are still in the log, too: so many bytes has the file after a checkpoint. */
function journalBytes(): number {
  const reader = new DatabaseSync(file, { readOnly: true });
  const pragma = (name: string) => Number(reader.prepare(`PRAGMA ${name}`).get()?.[name]);
  const bytes = pragma('page_count') * pragma('page_size');
  reader.close();
  return bytes;
}

listening({ url: proxy.url }, journalBytes);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
