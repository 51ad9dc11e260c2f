/**
 * `tripwire audit export`: a folder for an auditor, with everything that `audit verify` needs and nothing private.
 *
 * The records of the journal are digests, counts and ids. The key of the log stays where it is.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  agentOfWindow,
  marksOf,
  readEntry,
  readLog,
  readLogKey,
  stretchesOf,
  tlogProof,
  verifierText,
  writeLog,
  type AuditWindow,
  type LogEntry,
  type ReadLog,
  type Stretch,
} from '../../audit/index.ts';
import { EVERYBODY } from '../../base/everybody.ts';
import { TripwireError } from '../../core/index.ts';
import type { Store } from '../../store/index.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { say } from '../terminal/say.ts';
import { agentFolder, EVERYBODY_FILE, journalLine, README_FILE } from './bundle-files.ts';
import { windowsAgain } from './remeasure.ts';
import { openDataSource, type AuditSource } from './source.ts';
import { ledgerLine } from './verify-source.ts';
import { auditedPlace } from './verify.ts';
import {
  coveredWith,
  NOTHING_COVERED,
  rowsOf,
  vouchedAct,
  vouchedRows,
  type Covered,
} from './vouched-rows.ts';

const README = (
  key: string,
) => `What an agent's Tripwire measured, for somebody who trusts nobody here.

  tripwire audit verify THIS_FOLDER --key '${key}'

Get that key from elsewhere than this folder: a log that was rewritten as a whole is signed by whoever rewrote it.
log/                          C2SP tlog-tiles: checkpoint, tiles, entries; key.pub is the log's verifier key
everybody.jsonl               what was done to all agents at once, hash-chained
agents/NAME/windows.jsonl     the windows, one a line
agents/NAME/journal.jsonl     the records that they were measured on, hash-chained; no prompts, no answers
agents/NAME/ledgers.jsonl     what narrative_hash, scar_root and civic_memory_root of each window open to
agents/NAME/newest.tlog-proof that the newest window is in the log
`;

/** Writes the bundle; returns the exit code. */
export async function auditExport(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { data: { type: 'string' }, store: { type: 'string' } },
  });
  const [folder, more] = positionals;
  if (folder === undefined || more !== undefined) {
    throw new TripwireError(
      'USAGE',
      'export takes the folder to write: tripwire audit export BUNDLE',
    );
  }
  if (existsSync(folder)) {
    throw new TripwireError('USAGE', `${folder} is there already: name a folder that is not`);
  }
  const source = await openDataSource(auditedPlace(values));
  try {
    await writeBundle(folder, source);
  } catch (error) {
    // Half a bundle would look like a broken record.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await source.close();
  }
  return 0;
}

async function writeBundle(folder: string, source: AuditSource): Promise<void> {
  const key = readLogKey(source.logFolder);
  const log = readLog(source.logFolder, key);
  const entries = log.entries.map(readEntry);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, README_FILE), README(verifierText(key)));
  writeLog(join(folder, 'log'), log, key);
  const acts = await journalText(source.store, EVERYBODY, vouchedAct(entries));
  writeFileSync(join(folder, EVERYBODY_FILE), acts);
  const traced = stretchesOf(entries);
  for (const [agent, stretches] of traced) {
    await exportAgent({ folder, source, log, entries, agent, stretches });
  }
  say(`${folder}: ${entries.length} entries of the log, ${traced.size} agents`);
  say(`the log's key, to be handed over by another way: ${verifierText(key)}`);
}

interface AgentExport {
  readonly folder: string;
  readonly source: AuditSource;
  readonly log: ReadLog;
  readonly entries: readonly LogEntry[];
  readonly agent: string;
  readonly stretches: readonly Stretch[];
}

async function exportAgent(one: AgentExport): Promise<void> {
  const { folder, source, log, entries, agent } = one;
  const place = agentFolder(folder, agent);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const places = entries.flatMap((entry, index) =>
    'window_id' in entry && agentOfWindow(entry.window_id) === agent ? [index] : [],
  );
  const lines = (source.windowLines(agent) ?? []).slice(0, places.length);
  writeFileSync(join(place, 'windows.jsonl'), lines.map((line) => `${line}\n`).join(''));
  const newest = places.at(-1);
  if (newest !== undefined) {
    const proof = tlogProof(newest, log.tree.inclusionProof(newest), log.checkpoint ?? '');
    writeFileSync(join(place, 'newest.tlog-proof'), proof);
  }
  const windows = lines.map((line) => JSON.parse(line) as AuditWindow);
  const { text, covered } = await ledgersOf(one, windows);
  const trace = { covered, marks: marksOf(entries, agent), newest: windows.at(-1) };
  const { needed } = await vouchedRows(source.store, agent, trace);
  writeFileSync(join(place, 'journal.jsonl'), await journalText(source.store, agent, needed));
  writeFileSync(join(place, 'ledgers.jsonl'), text);
}

/** The rows that the log vouches for: a bundle holds nothing that nobody signed. */
async function journalText(store: Store, agent: string, throughSeq: number): Promise<string> {
  const lines: string[] = [];
  for await (const row of rowsOf(store, agent)) {
    if (row.seq > throughSeq) break;
    lines.push(`${journalLine(row)}\n`);
  }
  return lines.join('');
}

interface LedgerText {
  readonly text: string;
  readonly covered: Covered;
}

/** What the hashes open to; nothing where the rows are not kept any more, null for windows of another recorder. */
async function ledgersOf(
  { source, entries, agent, stretches }: AgentExport,
  windows: readonly AuditWindow[],
): Promise<LedgerText> {
  const { store } = source;
  const isCut = (await store.anchors()).some((anchor) => anchor.agent === agent);
  if (isCut) return { text: '', covered: NOTHING_COVERED };
  const bar = createProgressBar(`exporting ${agent}`, windows.length);
  const ledgers: string[] = [];
  let covered = NOTHING_COVERED;
  for await (const again of windowsAgain({ store, entries, agent, stretches, windows })) {
    if (again === undefined) break;
    const line = again === null ? 'null' : ledgerLine(again.window.window.window_id, again.ledgers);
    ledgers.push(`${line}\n`);
    covered = coveredWith(covered, again);
    bar.update(ledgers.length);
  }
  bar.end();
  return { text: ledgers.join(''), covered };
}
