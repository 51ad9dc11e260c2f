/** The commands that show each row by hand do as docs/requirements.md says. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCitations } from '../../spec/citations.ts';
import { readTestFiles } from '../../spec/repository.ts';
import type { DoneRequirement, Requirement } from '../../spec/requirement.ts';
import { REQUIREMENTS } from '../../spec/requirements.ts';
import { IS_LONG } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const COMMAND_MS_MAX = 240_000;

/** A row whose command is its test: running the test is the suite's business, that it is there is ours. */
const AS_TEST = /^npx vitest run (\S+) -t (\S+)$/;

const rows: readonly Requirement[] = REQUIREMENTS;
const done = rows.filter((row): row is DoneRequirement => row.status === 'done');
const tests = done.filter(({ byHand }) => AS_TEST.test(byHand.command));
/** A command in a sandbox starts a provider, a server and some more; one in three is played, and all of them in the long form. */
const EVERY = IS_LONG ? 1 : 3;
const shownBy = Map.groupBy(done, ({ byHand }) => byHand.command);
const inSandbox = [...shownBy.keys()].filter((command) => command.startsWith('examples/by-hand/'));
const played = new Set(inSandbox.filter((_, index) => index % EVERY === 0));
const commands = [...shownBy].filter(
  ([command]) => !AS_TEST.test(command) && (played.has(command) || !inSandbox.includes(command)),
);

interface Played {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Types the command into a shell of somebody who has nothing of Tripwire yet, but what Node compiled before. */
function play(command: string): Promise<Played> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:TRIPWIRE_|VITEST|NODE_(?!COMPILE_CACHE))|API_KEY|AUTH_TOKEN/.test(name),
  );
  const env = { ...Object.fromEntries(own), HOME: temporaryFolder('hand'), XDG_STATE_HOME: '' };
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    }, COMMAND_MS_MAX);
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, output });
    });
  });
}

/** The parts of what is shown that are not there, in their order. */
function missing(output: string, shows: string): readonly string[] {
  let from = 0;
  return shows.split(' … ').filter((part) => {
    const at = output.indexOf(part, from);
    if (at !== -1) from = at + part.length;
    return at === -1;
  });
}

const { citations } = findCitations(readTestFiles(ROOT));

describe.concurrent('by hand', () => {
  test.each(commands)(
    '%s',
    async (command, shown) => {
      const { exitCode, output } = await play(command);
      for (const { id, byHand } of shown) {
        const lacks = missing(output, byHand.shows);
        expect({ id, lacks, output: lacks.length === 0 ? '' : output }).toEqual({
          id,
          lacks: [],
          output: '',
        });
        expect({ id, exitCode }).toEqual({ id, exitCode: byHand.exitCode ?? 0 });
      }
    },
    COMMAND_MS_MAX + 30_000,
  );
});

test.each(tests.map(({ id, byHand }) => [id, byHand.command] as const))(
  '%s is shown by a test that cites it: %s',
  (id, command) => {
    const [, path = '', name] = AS_TEST.exec(command) ?? [];
    expect(name).toBe(id);
    const citing = citations.filter(({ ids, file }) => ids.includes(id) && file.startsWith(path));
    expect(citing).not.toEqual([]);
  },
);

test('a command can be pasted from a table', () => {
  const odd = done.filter(({ byHand }) => /[|`\n]/.test(byHand.command + byHand.shows));
  expect(odd.map(({ id }) => id)).toEqual([]);
});
