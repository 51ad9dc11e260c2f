/** Real coding agents that are stopped with time to save: what saves passes, the rest is refused, then the stop binds. */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import { AGENT, openLab, type Lab } from './lab.ts';
import { opencodeOnMessages } from './opencode.ts';
import { FORBIDDEN_FILE, GO_ON_FILE } from './task-scripts.ts';
import type { TriedClient } from './tried-client.ts';

const TASK = 'find the cat';
const SAVED = 'What there is is saved.';
const COMMIT = "git add -A && git commit -m 'Save what is there'";
/** Two notes at most: each is asked for by a model call, and some clients count the tool too. */
const CALLS_LEFT = 2;
const patient = { timeout: 240_000, interval: 10 };

/** A step that waits, and then what the model does when it goes on. */
function stoppedInBetween(tried: TriedClient, afterwards: readonly string[]): FakeScript {
  return ({ toolResults, body, format }) => {
    const tools = body['tools'];
    if (!Array.isArray(tools) || tools.length === 0) {
      const route = { complexity_reasoning: 'a small house', complexity_score: 10 };
      return { text: format === 'gemini' ? JSON.stringify(route) : 'The cat' };
    }
    const done = toolResults.length;
    const waits = `echo found > found.txt; until [ -e ${GO_ON_FILE} ]; do sleep 0.1; done; cat ${GO_ON_FILE}`;
    const command = done === 0 ? waits : afterwards[done - 1];
    return command === undefined ? { text: SAVED } : { toolCalls: [tried.shell(command)] };
  };
}

async function lab(tried: TriedClient, afterwards: readonly string[]): Promise<Lab> {
  const place = await openLab(tried, stoppedInBetween(tried, afterwards));
  onTestFinished(() => place.close());
  git(place, 'init', '-q');
  git(place, 'config', 'user.name', 'sam');
  git(place, 'config', 'user.email', 'sam@example.test');
  return place;
}

function git({ project }: Lab, ...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: project, encoding: 'utf8' });
}

/** Starts it, and stops it with time to save while its first step is waiting. */
async function stopped(place: Lab, calls: number) {
  const running = place.run(TASK);
  await vi.waitFor(() => expect(existsSync(join(place.project, 'found.txt'))).toBe(true), patient);
  const grace = { calls, ms: 600_000 };
  const act = { agent: AGENT, action: 'deactivate', by: 'ann', why: 'enough', grace } as const;
  expect(await place.gate.operate(act)).toMatchObject({ marked: true });
  writeFileSync(join(place.project, GO_ON_FILE), 'go on\n');
  return running;
}

const each = [claudeCode, codex, geminiCli, opencodeOnMessages].map((tried) => ({
  tried,
  title: tried.title,
}));

describe.each(each)('$title', ({ tried }) => {
  test('it commits its work, says so and ends well; then nothing passes any more', async () => {
    const place = await lab(tried, [COMMIT]);
    const run = await stopped(place, 6);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain(SAVED);
    expect(place.arrivals.refused).toEqual([]);
    expect(git(place, 'log', '--format=%s')).toBe('Save what is there\n');
    expect(git(place, 'status', '--porcelain')).toBe('');
    expect(await place.gate.agent(AGENT)).toMatchObject({ active: 0, holds: [{ hold: 'manual' }] });
  });

  test('what does not save is refused and does not run', async () => {
    const place = await lab(tried, [`echo x > ${FORBIDDEN_FILE}`, COMMIT]);
    const run = await stopped(place, 6);
    expect(run.exitCode).toBe(1);
    expect(existsSync(join(place.project, FORBIDDEN_FILE))).toBe(false);
  });

  test('after its calls the stop binds, also for saving', async () => {
    const notes = ['one', 'two', 'three'].map((word) => `echo ${word} >> NOTES.md`);
    const place = await lab(tried, notes);
    const run = await stopped(place, CALLS_LEFT);
    expect(run.exitCode).toBe(1);
    const upstream = place.provider.requests.length;
    const again = await place.run(TASK);
    expect(again.exitCode).toBe(1);
    expect(place.provider.requests).toHaveLength(upstream);
    expect(existsSync(join(place.project, 'NOTES.md'))).toBe(true);
  });
});
