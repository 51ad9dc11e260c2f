/** `tripwire scan` as a user runs it, in homes of its own. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { homeOfFourClients, transcriptFixture } from '../kit/client-homes.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function kept(folder: string): string {
  folders.push(folder);
  return folder;
}

/** The clients' own variables of the machine must not lead out of the home. */
function scan(home: string, ...args: readonly string[]) {
  const unset = { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', XDG_DATA_HOME: '', TRIPWIRE_DATA: '' };
  return runTripwire(['scan', ...args], '', { ...unset, HOME: home });
}

interface ScanJson {
  readonly runs: number;
  readonly stuck: readonly {
    readonly client: string;
    readonly project: string;
    readonly stuck_from_call: number;
    readonly after_stuck: { readonly calls: number; readonly cost_usd: number };
  }[];
  readonly after_stuck: { readonly cost_usd: number | null };
}

function fingerprint(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((path) => {
      const file = join(folder, path);
      const found = statSync(file);
      const content = found.isFile() ? readFileSync(file) : '';
      return `${path} ${found.mtimeMs} ${createHash('sha256').update(content).digest('hex')}`;
    });
}

verifies(
  'X2',
  'four clients: the stuck runs are found and priced, the healthy ones left alone',
  async () => {
    const home = kept(homeOfFourClients());
    const before = fingerprint(home);
    const { code, stdout, stderr } = await scan(home, '--json');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as ScanJson;
    expect(report.runs).toBe(8);
    expect(report.stuck.map(({ client }) => client).toSorted()).toEqual([
      'claude-code',
      'codex',
      'gemini-cli',
      'opencode',
    ]);
    for (const stuck of report.stuck) {
      expect(stuck).toMatchObject({
        project: 'stuck',
        stuck_from_call: 2,
        after_stuck: { calls: 6 },
      });
      expect(stuck.after_stuck.cost_usd).toBeGreaterThan(0.01);
    }
    expect(fingerprint(home)).toEqual(before);
  },
);

verifies('X2', 'the table, and a page beside it', async () => {
  const home = kept(homeOfFourClients());
  const page = join(kept(temporaryFolder()), 'report.html');
  const { code, stdout } = await scan(home, '--html', page);
  expect(code).toBe(0);
  expect(stdout).toContain('4 got stuck and used ');
  expect(stdout).toContain('Tripwire would have saved ');
  expect(stdout).not.toContain('\u001b');
  expect(readFileSync(page, 'utf8').match(/<svg\s/g)).toHaveLength(4);
});

verifies('X2', 'an empty home is told kindly, with where it looked', async () => {
  const home = kept(temporaryFolder());
  const { code, stdout } = await scan(home);
  expect(code).toBe(0);
  expect(stdout).toContain('nothing is wrong');
  expect(stdout).toContain(join(home, '.claude', 'projects'));
  expect(stdout).toContain('Next:');
});

verifies('X2', 'a broken file is named and skipped', async () => {
  const home = kept(homeOfFourClients());
  const broken = join(home, '.codex/sessions/2026/11/15/rollout-bad.jsonl');
  writeFileSync(broken, 'oops\n');
  const { code, stdout, stderr } = await scan(home);
  expect(code).toBe(1);
  expect(stderr).toBe(`tripwire: ${broken}:1: the line is not JSON; skipped\n`);
  expect(stdout).toContain('4 got stuck and used ');
});

verifies('X2', 'only the paths given, with prices of one’s own', async () => {
  const home = kept(homeOfFourClients());
  mkdirSync(join(home, '.tripwire'));
  const models = { 'gpt-5.1-codex': { input: 0, output: 1_000_000 } };
  writeFileSync(join(home, '.tripwire/prices.json'), JSON.stringify({ models }));
  const { stdout } = await scan(home, transcriptFixture('codex/stuck.jsonl'), '--only', '--json');
  const report = JSON.parse(stdout) as ScanJson;
  expect(report.runs).toBe(1);
  // The cache has no price of its own and costs what input costs; 7 answers of 80 tokens are left.
  expect(report.after_stuck.cost_usd).toBe(560);
});

verifies('X2', 'since: a time after the runs leaves none', async () => {
  const home = kept(homeOfFourClients());
  const { stdout } = await scan(home, '--since', '2100-01-01');
  expect(stdout).toContain('recent enough for --since');
  const wrong = await scan(home, '--since', 'soon');
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('--since takes a day');
});

test('paths in which no run is recognised are named', async () => {
  const folder = kept(temporaryFolder('scan-odd'));
  writeFileSync(join(folder, 'notes.jsonl'), '{"a":1}\n');
  const { code, stdout } = await scan(folder, '--only', folder);
  expect(code).toBe(0);
  expect(stdout).toContain('No run was recognised in what you named.\nLooked');
  expect(stdout).toContain(`  ${folder}\n`);
});
