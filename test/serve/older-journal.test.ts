/**
 * A journal that goes back in time: restored from a copy, deleted, cut short, overwritten, its lock removed, its disk
 * full. Recorded stops stay in force, and whoever starts is told. Restarts, crashes and moves pass without a word.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runOnTerminal } from '../kit/on-terminal.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { someOf } from '../kit/runs.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const OK = 200;
const STOPPED = 402;

let home: Home;
const running: RunningTripwire[] = [];

beforeEach(async () => {
  home = await newHome();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.end('SIGKILL');
  await home.provider.close();
});

async function start(whose: Home = home): Promise<RunningTripwire> {
  const server = await startTripwire(whose);
  running.push(server);
  return server;
}

const journal = (whose: Home = home) => join(whose.data, 'journal.db');
const stop = (server: RunningTripwire, agent: string) =>
  server.api<{ readonly recorded: boolean }>(`/api/agents/${agent}/deactivate`, {
    why: 'it leaks',
  });
let asked = 0;
/** Each time something else is said: the same again and again would be a loop. */
const statusOf = async (server: RunningTripwire, agent: string) => {
  asked += 1;
  return (await askAs(server.url, agent, 'no-key', `What is ${asked} times ${asked + 7}?`)).status;
};
const accepted = () => runOnTerminal(['doctor', '--accept-journal'], 'y\n', { ...home.env });
const doctor = (...args: readonly string[]) =>
  runTripwire(['doctor', '--json', ...args], '', { HOME: home.home });

/** Starts the command and waits for its end: it must not run. */
function refusedStart(): Promise<{ readonly code: number | null; readonly said: string }> {
  return new Promise((resolve) => {
    const command = join(import.meta.dirname, '../../bin/tripwire');
    const ports = ['--port', '0', '--admin-port', '0'];
    const child = spawn(command, ['up', '--json', ...ports], { env: home.env });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('close', (code) => resolve({ code, said }));
  });
}

function copyJournal(to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(home.data).filter((one) => one.startsWith('journal.db'))) {
    copyFileSync(join(home.data, name), join(to, name));
  }
}

/** Two agents work; the journal is copied; then one of them is stopped. */
async function copiedThenStopped(): Promise<string> {
  const server = await start();
  for (const agent of ['leaks', 'works']) expect(await statusOf(server, agent)).toBe(OK);
  await server.end();
  const copy = join(home.home, 'copy');
  copyJournal(copy);
  const again = await start();
  expect(await stop(again, 'leaks')).toMatchObject({ recorded: true });
  expect(await statusOf(again, 'leaks')).toBe(STOPPED);
  await again.end();
  return copy;
}

describe('a journal that went back while nobody ran', () => {
  const changes: readonly (readonly [string, (copy: string) => void])[] = [
    [
      'restored from a copy',
      (copy) => {
        for (const name of readdirSync(home.data).filter((one) => one.startsWith('journal.db'))) {
          rmSync(join(home.data, name));
        }
        cpSync(copy, home.data, { recursive: true });
      },
    ],
    [
      'deleted with all that has its name',
      () => {
        for (const name of readdirSync(home.data).filter((one) => one.startsWith('journal.db'))) {
          rmSync(join(home.data, name));
        }
      },
    ],
    ['emptied', () => truncateSync(journal(), 0)],
  ];

  test.each(someOf(2, changes))(
    '%s: refused with words, then accepted by a person, and the stop stays',
    async (_, change) => {
      change(await copiedThenStopped());
      const { code, said } = await refusedStart();
      expect(code).not.toBe(0);
      expect(said).toContain('is older than it was');
      expect(said).toContain('tripwire doctor --accept-journal');
      expect((await doctor()).stdout).toContain('is older than it was');

      expect((await accepted()).stdout).toContain('which is recorded');
      const server = await start();
      expect(await statusOf(server, 'leaks')).toBe(STOPPED);
      expect(await statusOf(server, 'works')).toBe(OK);
      const events = await server.api<readonly { readonly reason: string }[]>('/api/events');
      expect(events.some(({ reason }) => reason.includes('accepted a journal'))).toBe(true);
      await server.api('/api/agents/leaks/activate', {});
      expect(await statusOf(server, 'leaks')).toBe(OK);
      await server.end();
      expect(await statusOf(await start(), 'leaks')).toBe(OK);
    },
  );

  test('where the kept head and the witness were removed too, the stop still stays', async () => {
    const copy = await copiedThenStopped();
    rmSync(join(home.home, '.local'), { recursive: true });
    for (const name of readdirSync(home.data).filter((one) => one.startsWith('journal'))) {
      rmSync(join(home.data, name));
    }
    cpSync(copy, home.data, { recursive: true });
    const server = await start();
    expect(await statusOf(server, 'leaks')).toBe(STOPPED);
    expect(server.output()).toContain('lost a stop that was recorded');
    expect(await statusOf(server, 'works')).toBe(OK);
  });
});

describe('a whole data folder that is older, with the kept head and the marks of its time', () => {
  const changes: readonly (readonly [string, (copy: string) => void])[] = [
    ['put back', (copy) => cpSync(copy, home.data, { recursive: true })],
    ['deleted', () => undefined],
  ];

  test.each(someOf(1, changes))(
    '%s: refused with words by a witness outside, then accepted by a person',
    async (_, change) => {
      const first = await start();
      for (const agent of ['leaks', 'works']) expect(await statusOf(first, agent)).toBe(OK);
      await first.end();
      const copy = join(home.home, 'whole');
      cpSync(home.data, copy, { recursive: true });
      const second = await start();
      expect(await stop(second, 'leaks')).toMatchObject({ recorded: true });
      await second.end();
      rmSync(home.data, { recursive: true });
      change(copy);

      const { code, said } = await refusedStart();
      expect(code).not.toBe(0);
      expect(said).toContain('is older than it was');
      expect(said).toContain('tripwire doctor --accept-journal');
      const looked = await doctor();
      expect(looked.code).toBe(1);
      expect(looked.stdout).toContain('is older than it was');

      expect((await accepted()).stdout).toContain('which is recorded');
      const server = await start();
      expect(await statusOf(server, 'works')).toBe(OK);
      const events = await server.api<readonly { readonly reason: string }[]>('/api/events');
      expect(events.some(({ reason }) => reason.includes('accepted a journal'))).toBe(true);
      await server.end();
      expect(await statusOf(await start(), 'works')).toBe(OK);
    },
  );
});

describe('a journal that is changed under a running server', () => {
  const changes: readonly (readonly [string, (copy: string) => void])[] = [
    [
      'overwritten in place',
      (copy) => writeFileSync(journal(), readFileSync(join(copy, 'journal.db'))),
    ],
    ['cut short', () => truncateSync(journal(), 4_096)],
    ['emptied', () => truncateSync(journal(), 0)],
    ['its log emptied', () => truncateSync(`${journal()}-wal`, 0)],
  ];

  test.each(someOf(2, changes))('%s: nothing passes any more', async (_, change) => {
    const copy = await copiedThenStopped();
    const server = await start();
    expect(await statusOf(server, 'works')).toBe(OK);
    change(copy);
    const before = home.provider.requests.length;
    for (const agent of ['works', 'leaks', 'newcomer']) {
      expect(await statusOf(server, agent)).not.toBe(OK);
    }
    expect(home.provider.requests).toHaveLength(before);
    expect((await askAs(server.url, 'works')).body).toMatch(/cut short or overwritten|cannot/);
  });
});

describe('a lock that is removed under a running server', () => {
  test('does not let a second one in, and is taken again', async () => {
    const server = await start();
    expect(await statusOf(server, 'works')).toBe(OK);
    rmSync(`${journal()}.lock`);
    const { code, said } = await refusedStart();
    expect(code).not.toBe(0);
    expect(said).toContain('is in use by another Tripwire');
    await vi.waitFor(() => expect(existsSync(`${journal()}.lock`)).toBe(true), 30_000);
    expect(await statusOf(server, 'works')).toBe(OK);
  });

  test('nor when the note of its process is removed as well', async () => {
    const server = await start();
    expect(await statusOf(server, 'works')).toBe(OK);
    rmSync(`${journal()}.lock`);
    rmSync(`${journal()}.pid`);
    const { code, said } = await refusedStart();
    expect(code).not.toBe(0);
    expect(said).toMatch(/in use by another Tripwire|already runs/);
    // The other one had the lock for a moment.
    await vi.waitFor(async () => expect(await statusOf(server, 'works')).toBe(OK), 30_000);
  });
});

/** Only root may give a folder a small disk of its own. */
function mountSmallDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const options = ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', folder];
  return process.getuid?.() === 0 && spawnSync('mount', options).status === 0;
}

/** Leaves no byte free. */
function fill(folder: string): string {
  const filler = join(folder, 'filler');
  const opened = openSync(filler, 'w');
  try {
    for (const size of [65_536, 4_096, 1]) {
      const bytes = Buffer.alloc(size);
      try {
        for (;;) writeSync(opened, bytes);
      } catch {
        // No room for a piece of this size any more.
      }
    }
  } finally {
    closeSync(opened);
  }
  return filler;
}

test('a full disk: a stop holds at once and after a crash, for its agent and nobody else', async ({
  skip,
}) => {
  if (!mountSmallDisk(home.data)) skip('no disk can be mounted here');
  try {
    const server = await start();
    const stopped = Array.from({ length: 3 }, (_, index) => `leaks-${index}`);
    for (const agent of ['works', ...stopped]) expect(await statusOf(server, agent)).toBe(OK);
    const filler = fill(home.data);
    for (const agent of stopped) {
      expect(await stop(server, agent)).toMatchObject({ recorded: false, warning: null });
      expect(await statusOf(server, agent)).toBe(STOPPED);
    }
    await server.end('SIGKILL');
    rmSync(filler);
    const again = await start();
    for (const agent of stopped) expect(await statusOf(again, agent)).toBe(STOPPED);
    expect(await statusOf(again, 'works')).toBe(OK);
    for (const one of running) await one.end('SIGKILL');
  } finally {
    spawnSync('umount', ['-l', home.data]);
  }
});

describe('what is no going back', () => {
  test('an ordinary restart, and one after kill -9', async () => {
    home.configure('kill_switch: { enabled: true }\n');
    for (const signal of someOf(2, ['SIGTERM', 'SIGKILL', 'SIGKILL', 'SIGTERM'] as const)) {
      const server = await start();
      for (const agent of ['works', 'leaks']) await statusOf(server, agent);
      await stop(server, 'leaks');
      expect(await statusOf(server, 'works')).toBe(OK);
      expect(await statusOf(server, 'leaks')).toBe(STOPPED);
      await server.end(signal);
    }
    const server = await start();
    expect(await statusOf(server, 'leaks')).toBe(STOPPED);
    expect(server.output()).not.toContain('older');
    expect((await doctor()).code).toBe(0);
  });

  test('a data folder that is copied to another machine', async () => {
    await copiedThenStopped();
    const other = await newHome();
    try {
      cpSync(home.data, other.data, { recursive: true });
      const server = await start(other);
      expect(await statusOf(server, 'leaks')).toBe(STOPPED);
      expect(await statusOf(server, 'works')).toBe(OK);
    } finally {
      await other.provider.close();
    }
  });

  test('a release that was recorded is not undone by its mark', async () => {
    await copiedThenStopped();
    const marks = join(home.data, 'stops');
    const kept = join(home.home, 'marks');
    cpSync(marks, kept, { recursive: true });
    const server = await start();
    await server.api('/api/agents/leaks/activate', {});
    expect(await statusOf(server, 'leaks')).toBe(OK);
    await server.end();
    // As after a crash between the release and the removal of the mark.
    cpSync(kept, marks, { recursive: true });
    expect(await statusOf(await start(), 'leaks')).toBe(OK);
  });
});
