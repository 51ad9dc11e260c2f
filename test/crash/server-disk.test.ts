/** A disk that is locked, full or read-only, under a whole server: it refuses, stops all the same, and recovers. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { openSqliteStore } from '../../src/store/index.ts';
import { startFakeProvider, type FakeProvider } from '../../src/testing/index.ts';
import { runProxy, type RunningProxy } from '../kit/running-proxy.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { chat } from './server-client.ts';
import { startServer } from './server-process.ts';

/** Less than SQLite's log grows to before it is written back, so that a commit meets the limit. */
const FILE_BYTES_MAX = 500_000;
/** Only root may, and only on some file systems. */
const CHANGE_ATTRIBUTES = 'chattr';
const canLimit = spawnSync('prlimit', ['--version']).status === 0;
if (!canLimit) console.log('crash: no prlimit on this machine, so the full disk is not tested');

let folder = '';

beforeEach(() => {
  folder = temporaryFolder('server-disk');
});

/** A server in this process, on the folder of the test; closing it leaves everything to a successor. */
async function serve(): Promise<RunningProxy> {
  const store = await openSqliteStore({ file: join(folder, 'journal.db'), busyTimeoutMs: 20 });
  const marksFolder = join(folder, 'stops');
  const running = await runProxy({ script: () => ({ text: 'here' }), store, marksFolder });
  const close = async () => {
    await running.close();
    await store.close();
  };
  return { ...running, close };
}

/** Asks until the answer has this status, for as long as it takes. */
async function chatUntil(url: string, agent: string, status: number): Promise<string> {
  for (;;) {
    const answer = await chat(url, agent);
    if (answer.status === status) return answer.text;
    await sleep(20);
  }
}

const REFUSED = 400;
const BUSY = 429;
const OK = 200;

/** Takes the disk away while a server runs, and gives it back; true when that can be done on this machine. */
interface Trouble {
  readonly name: string;
  readonly words: string;
  readonly can: boolean;
  readonly begin: () => () => void;
}

const troubles: readonly Trouble[] = [
  {
    name: 'locked by another program',
    words: 'another program is writing',
    can: true,
    begin: () => {
      const other = new DatabaseSync(join(folder, 'journal.db'));
      // The last call may still be settling.
      other.exec('PRAGMA busy_timeout = 5000');
      other.exec('BEGIN IMMEDIATE');
      return () => other.close();
    },
  },
  {
    name: 'read-only',
    words: 'Tripwire cannot record, so nothing passes',
    can: canForbidWriting(),
    begin: () => {
      // Not the shared memory beside them: that is mapped, and a write into it would end the process.
      const files = ['journal.db', 'journal.db-wal'].map((name) => join(folder, name));
      execFileSync(CHANGE_ATTRIBUTES, ['+i', ...files]);
      return () => execFileSync(CHANGE_ATTRIBUTES, ['-i', ...files]);
    },
  },
];

describe.each(troubles)('a journal that is $name', ({ name, words, can, begin }) => {
  if (!can) console.log(`crash: nothing can be made ${name} on this machine, so it is not tested`);

  test.skipIf(!can)('lets nothing through, says why, and is used again by itself', async () => {
    const running = await serve();
    const { proxy, provider } = running;
    expect((await chat(proxy.url, 'a')).status).toBe(OK);
    const end = begin();
    try {
      for (const agent of ['a', 'a', 'newcomer']) {
        const { status, text } = await chat(proxy.url, agent);
        expect([status, text]).toEqual([BUSY, expect.stringContaining(words)]);
      }
      expect(provider.requests).toHaveLength(1);
    } finally {
      end();
    }
    await chatUntil(proxy.url, 'a', OK);
    await chatUntil(proxy.url, 'newcomer', OK);
    await running.close();
  });

  test.skipIf(!can)('does not keep a stop from holding, at once and after a crash', async () => {
    const first = await serve();
    await chat(first.proxy.url, 'a');
    const end = begin();
    try {
      for (const agent of ['a', 'never-seen']) {
        const act = { agent, action: 'deactivate', by: 'ada', why: 'enough' } as const;
        expect(await first.gate.operate(act)).toMatchObject({ recorded: false });
        expect((await chat(first.proxy.url, agent)).text).toContain(
          'Stopped by ada: enough (since',
        );
      }
      expect(first.provider.requests).toHaveLength(1);
      await first.close();
    } finally {
      end();
    }
    const second = await serve();
    for (const agent of ['a', 'never-seen']) {
      expect((await chat(second.proxy.url, agent)).status).toBe(REFUSED);
      expect(await second.gate.agent(agent)).toMatchObject({ deactivated_by: 'manual' });
    }
    expect(second.provider.requests).toHaveLength(0);
    await second.close();
  });

  test.skipIf(!can)('gets the stop into the journal once it can be written', async () => {
    const running = await serve();
    const end = begin();
    const act = { agent: 'a', action: 'deactivate', by: 'ada', why: 'enough' } as const;
    try {
      expect(await running.gate.operate(act)).toMatchObject({ recorded: false });
    } finally {
      end();
    }
    const stops = join(folder, 'stops');
    const marks = () => readdirSync(stops).map((one) => readFileSync(join(stops, one), 'utf8'));
    while (!marks().every((text) => text.includes('"recorded"'))) await sleep(20);
    expect(await running.gate.agent('a')).toMatchObject({ deactivated_by: 'manual' });
    // The mark outlives the recording, and goes with the release.
    expect(marks()).toHaveLength(1);
    await running.gate.operate({ ...act, action: 'activate' });
    expect(marks()).toEqual([]);
    await running.close();
  });
});

describe('a disk that is full', () => {
  let provider: FakeProvider;

  beforeEach(async () => {
    provider = await startFakeProvider({ script: () => ({ text: 'here' }) });
  });

  afterEach(async () => {
    await provider.close();
  });

  test.skipIf(!canLimit)(
    'lets nothing through and stops all the same, then recovers by itself',
    async () => {
      const limit = ['prlimit', `--fsize=${FILE_BYTES_MAX}:unlimited`];
      const server = startServer(folder, provider.url, limit);
      const url = await server.url();
      const words = await chatUntil(url, 'a', BUSY);
      expect(words).toContain('Tripwire cannot record, so nothing passes');
      const passed = provider.requests.length;
      expect(passed).toBeGreaterThan(3);
      expect(await server.ask('stop b', 'stopped b')).toBe('stopped b false');
      expect((await chat(url, 'b')).status).toBe(REFUSED);
      expect(provider.requests).toHaveLength(passed);

      execFileSync('prlimit', ['--pid', String(server.pid), '--fsize=unlimited:unlimited']);
      await chatUntil(url, 'a', OK);
      expect((await chat(url, 'b')).status).toBe(REFUSED);
      await server.kill();
      const after = await serve();
      expect((await chat(after.proxy.url, 'b')).status).toBe(REFUSED);
      expect((await chat(after.proxy.url, 'a')).status).toBe(OK);
      await after.close();
    },
    60_000,
  );
});

describe('a stop that was left half written', () => {
  verifies('X5', 'stops everybody, until a person lifts it, and then for good', async () => {
    mkdirSync(join(folder, 'stops'));
    writeFileSync(join(folder, 'stops', 'half.json'), '{"agent":"a","act');
    const first = await serve();
    expect((await chat(first.proxy.url, 'b')).status).toBe(REFUSED);
    await first.gate.resumeAll('ada', 'looked at it');
    expect((await chat(first.proxy.url, 'b')).status).toBe(OK);
    await first.close();
    const second = await serve();
    expect((await chat(second.proxy.url, 'b')).status).toBe(OK);
    await second.close();
  });
});

/** Only a file system with that attribute, and only root, can take writing away from a file that is open. */
function canForbidWriting(): boolean {
  const file = join(temporaryFolder('attribute'), 'file');
  writeFileSync(file, '');
  const can = spawnSync(CHANGE_ATTRIBUTES, ['+i', file]).status === 0;
  if (can) spawnSync(CHANGE_ATTRIBUTES, ['-i', file]);
  if (existsSync(file)) rmSync(join(file, '..'), { recursive: true });
  return can;
}
