/**
 * Broken journals, settings and manifests: refused by name or read as they say, never a crash of another kind, never for
 * long. The texts that once broke something are kept in test/fixtures/fuzz and are read first.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exampleConfig } from '../../src/config/example-config.ts';
import { ConfigError, loadConfig } from '../../src/config/index.ts';
import { canonicalJson, TripwireError } from '../../src/core/index.ts';
import { checkedEvents, readRow, replayJournal, verifyChain } from '../../src/journal/index.ts';
import { DEFAULT_MANIFEST } from '../../src/loop/manifest/manifest-text.ts';
import { readManifest } from '../../src/loop/manifest/read-manifest.ts';
import { createMemoryStore, StoreError, type JournalRow } from '../../src/store/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { chanceFrom, mutated } from './mutate.ts';

/** Far more than any of them takes, and far less than anybody would wait for. */
const TIME_MS_MAX = 5_000;
const RUNS = 400;
const fixtures = join(import.meta.dirname, '../fixtures');

function kept(name: string): readonly string[] {
  const folder = join(fixtures, 'fuzz', name);
  return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** Every kept text, then texts made from the whole ones; each read within its time. */
async function readAll(
  name: string,
  whole: readonly string[],
  read: (text: string) => unknown,
): Promise<void> {
  const chance = chanceFrom(20_261);
  const made = Array.from({ length: RUNS }, (_, run) =>
    mutated(whole[run % whole.length] ?? '', chance, whole),
  );
  for (const text of [...kept(name), ...made]) {
    const began = performance.now();
    await read(text);
    const tookMs = performance.now() - began;
    expect(tookMs, `read for ${tookMs} ms: ${text.slice(0, 200)}`).toBeLessThan(TIME_MS_MAX);
  }
}

/** What the reader gives; null where it refused the text in a way of its own. */
async function unlessRefused<Value>(
  text: string,
  read: () => Value | Promise<Value>,
): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    const isOwn =
      TripwireError.isInstance(error) ||
      error instanceof StoreError ||
      error instanceof ConfigError;
    expect(isOwn, `${String(error)} for ${JSON.stringify(text.slice(0, 400))}`).toBe(true);
    return null;
  }
}

describe('a journal', () => {
  const { rows } = JSON.parse(
    readFileSync(join(fixtures, 'journals/version-0.1.0.json'), 'utf8'),
  ) as { readonly rows: readonly JournalRow[] };

  test('bodies of rows', async () => {
    await readAll(
      'journal',
      rows.map(({ body }) => body),
      async (text) => {
        const place = { agent: 'journal', seq: 9, at: 1, kind: 'admit' };
        const entry = await unlessRefused(text, () => readRow({ ...place, body: text }));
        // What is read is what was written, letter by letter.
        if (entry !== null) expect(canonicalJson(JSON.parse(text))).toBe(text);
      },
    );
  });

  test('a changed body is found by the chain and by replay', async () => {
    const start = { seq: 0, hash: '0'.repeat(64) };
    const chance = chanceFrom(7);
    for (let run = 0; run < 60; run += 1) {
      const at = Math.floor(chance() * rows.length);
      const body = mutated(rows[at]?.body ?? '', chance);
      if (body === rows[at]?.body) continue;
      const changed = rows.map((row, index) => (index === at ? { ...row, body } : row));
      expect((await verifyChain(changed, start)).ok).toBe(false);
      const store = createMemoryStore();
      const event = { agent: rows[at]?.agent ?? '', session: null, seq: at + 1 };
      const events = [{ ...event, eventType: 'note', timestamp: 1, reason: 'x', details: body }];
      const taken = await unlessRefused(body, async () => {
        await store.append({ rows: changed, events });
        return true;
      });
      if (taken === null) continue;
      expect(await replayJournal(store, rows[0]?.agent ?? '')).toMatchObject({ parity: false });
      const shown = await checkedEvents(store, await store.events({ limit: 10 }));
      expect(shown[0]?.reason).not.toBe('x');
    }
  });
});

describe('settings', () => {
  const file = join(temporaryFolder('fuzz'), 'tripwire.yaml');

  test('tripwire.yaml', async () => {
    await readAll('config', [exampleConfig()], async (text) => {
      writeFileSync(file, text);
      const sources = { file, env: { ANTHROPIC_API_KEY: 'x' }, home: '/nowhere' };
      const config = await unlessRefused(text, () => loadConfig(sources));
      if (config === null) return;
      expect(Number.isFinite(config.evidenceDays)).toBe(true);
      expect(['open', 'closed']).toContain(config.registration);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });
  });

  test('MANIFEST.yaml', async () => {
    await readAll('manifest', [DEFAULT_MANIFEST], (text) => {
      const read = readManifest(text);
      if (!read.ok) {
        expect(read.line).toBeGreaterThan(0);
        expect(read.message).not.toBe('');
        return;
      }
      expect(Object.values(read.manifest).every((value) => value !== undefined)).toBe(true);
    });
  });
});
