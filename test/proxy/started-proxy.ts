/** A whole data plane with the kill switch on, gone when the test ends. */
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { CODING_V1, constitutionFrom, type KillSwitch } from '../../src/core/index.ts';
import { openSqliteStore, type Store } from '../../src/store/index.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { runProxy, type ProxySetting, type RunningProxy } from '../kit/running-proxy.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

// A busy machine is slow, and none of these tests is about speed.
vi.setConfig({ testTimeout: 60_000 });

/**
 * `coding-v1`, but slow to judge tempo. Here a step takes milliseconds, and how many depends on what else the machine
 * does; the rule is made for the seconds that models take, and needs more steps now than any of these tests has.
 */
const constitution = constitutionFrom({
  ...CODING_V1.values,
  name: 'coding-at-any-tempo',
  tempoEarlierIntervalsMin: CODING_V1.values.tempoEarlierIntervals,
});

/** Starts it; its journal is in memory unless another store is given. */
export async function startedProxy(
  script: FakeScript,
  killSwitch: Partial<KillSwitch> = {},
  more: Partial<ProxySetting> = {},
): Promise<RunningProxy> {
  const running = await runProxy({
    constitution,
    ...more,
    script,
    killSwitch: { enabled: true, ...killSwitch },
  });
  onTestFinished(() => running.close());
  return running;
}

/** A journal on disk, as in earnest. */
export async function diskStore(): Promise<Store> {
  const folder = temporaryFolder('proxy');
  const store = await openSqliteStore({ file: join(folder, 'journal.db') });
  onTestFinished(async () => {
    await store.close();
  });
  return store;
}
