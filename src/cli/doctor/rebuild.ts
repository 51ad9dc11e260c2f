/**
 * `tripwire doctor --rebuild`: the events of all agents, made anew from the journal.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorWords } from '../../base/error-words.ts';
import type { Config } from '../../config/index.ts';
import { rebuildEvents } from '../../journal/index.ts';
import { openJournal } from '../../server/journal-store.ts';
import type { Store } from '../../store/index.ts';
import type { Check } from './checks.ts';

const NAME = 'rebuild';

/** Rebuilds agent by agent; the events of one that cannot be rebuilt stay as they are. */
export async function rebuildAll(config: Config): Promise<readonly Check[]> {
  if (config.store === undefined && !existsSync(join(config.data, 'journal.db'))) {
    return [
      { name: NAME, ok: true, detail: 'nothing is recorded yet, so there is nothing to rebuild' },
    ];
  }
  let store: Store;
  try {
    ({ store } = await openJournal(config));
  } catch (error) {
    return [{ name: NAME, ok: false, detail: `nothing was changed: ${wordsOf(error)}` }];
  }
  try {
    const checks: Check[] = [];
    for (const { agent } of await store.heads()) {
      try {
        const { rows, events, kept } = await rebuildEvents(store, agent);
        const older = kept === 0 ? '' : `, ${kept} older ones kept`;
        checks.push({
          name: NAME,
          ok: true,
          detail: `${agent}: ${events} events from ${rows} rows${older}`,
        });
      } catch (error) {
        checks.push({ name: NAME, ok: false, detail: wordsOf(error) });
      }
    }
    return checks;
  } finally {
    await store.close();
  }
}

function wordsOf(error: unknown): string {
  return errorWords(error);
}
