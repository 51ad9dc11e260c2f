/** The compaction gate: three tiers of true usage, and what still passes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject, manifestWith } from '../../../test/loop/loop-project.ts';
import { makeStateFolder } from '../index.ts';
import { estimatedPercent } from './context-window.ts';

const use = (project: LoopProject, contextTokens: number, model: string | null = null) =>
  project.send('usage', { contextTokens, model });

/** A line of Claude Code's transcript. */
const answer = (input: number, read: number, written: number) =>
  `${JSON.stringify({
    type: 'assistant',
    message: {
      id: 'm',
      model: 'claude-sonnet',
      usage: {
        input_tokens: input,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: written,
      },
    },
  })}\n`;

describe('tiers', () => {
  verifies(
    'L7',
    '75 warns, 80 asks to compact and writes the briefing, 85 blocks; each is reached, not exceeded',
    async () => {
      const project = new LoopProject();
      await project.prompt('build the parser');
      expect(await use(project, 149_999)).toEqual({ kind: 'pass', say: null });
      expect(await use(project, 150_000)).toEqual({
        kind: 'pass',
        say: 'WARNING: Context at 75%. Consider /compact',
      });
      expect(await use(project, 159_999)).toEqual({ kind: 'pass', say: null });
      expect(await use(project, 160_000)).toMatchObject({
        say: expect.stringMatching(/^MANDATORY: Context at 80%/) as string,
      });
      expect(project.read('MISSION_BRIEFING.md')).toContain('## Goal\nbuild the parser');
      await use(project, 169_999);
      expect(await project.call('Read', { file_path: 'a.ts' })).toMatchObject({ kind: 'pass' });
      expect(await use(project, 170_000)).toMatchObject({
        say: expect.stringMatching(/^HARD_BLOCK: Context at 85%/) as string,
      });
      expect(await project.call('Read', { file_path: 'a.ts' })).toMatchObject({
        kind: 'deny',
        reason: expect.stringContaining('Run: /compact or restart session') as string,
      });
      expect(
        project
          .log()
          .map(({ type, details, action_taken }) => [
            type,
            details['context_pct'],
            details['threshold'],
            action_taken,
          ]),
      ).toEqual([
        ['COMPACTION_GATE', 75, 75, 'recommended_compaction'],
        ['COMPACTION_GATE', 80, 80, 'requested_compaction'],
        ['COMPACTION_GATE', 85, 85, 'blocked_tool_calls'],
      ]);
    },
  );

  verifies('L7', 'at the hard block saving work passes, and nothing hidden in it', async () => {
    const project = new LoopProject();
    await use(project, 180_000);
    const briefing = { file_path: project.path('MISSION_BRIEFING.md'), content: 'next: …' };
    expect(await project.call('Write', briefing)).toMatchObject({ kind: 'pass' });
    const saving = [
      'git add -A && git commit -m "half done"',
      "git commit -qam 'wip; more to do'",
      'git commit -m "$(cat <<\'EOF\'\nwip; rm later\nEOF\n)"',
    ];
    for (const command of saving) expect((await project.bash(command)).kind).toBe('pass');
    const other = [
      'git commit -m x; npm test',
      'git commit -m "$(rm -rf x)"',
      'git push',
      'git status | sh',
      'ls',
    ];
    for (const command of other) expect((await project.bash(command)).kind).toBe('deny');
  });

  verifies('L7', 'compaction lowers it, and the agent is told where to read on', async () => {
    const project = new LoopProject();
    await use(project, 180_000);
    const after = await project.send('after-compaction', {});
    expect(after).toEqual({
      kind: 'pass',
      say: `Read ${project.path('MISSION_BRIEFING.md')} and continue`,
    });
    expect(project.manifest()).toMatchObject({
      estimatedUsagePct: 0,
      lastCompaction: '2026-02-28T15:30:02.000Z',
    });
    expect(await project.call('Read', { file_path: 'a.ts' })).toMatchObject({ kind: 'pass' });
    await use(project, 40_000);
    expect(project.manifest().estimatedUsagePct).toBe(20);
  });

  verifies('L7', 'the script of the gate gives the three messages and blocks with 2', async () => {
    const project = new LoopProject();
    makeStateFolder({
      folder: join(project.folder, 'x/.geometry'),
      project: project.folder,
      exists: false,
    });
    await use(project, 10_000);
    const script = join(project.folder, 'x/.geometry/hooks/compaction-gate-enforcement.sh');
    const run = (percent: number) => {
      project.write(
        'x/.geometry/MANIFEST.yaml',
        project.read('MANIFEST.yaml').replace(/(usage_pct:) \d+/, `$1 ${percent}`),
      );
      const { status, stdout, stderr } = spawnSync(script, { encoding: 'utf8' });
      return `${status} ${stdout}${stderr}`;
    };
    expect(run(74)).toBe('0 ');
    expect(run(75)).toBe('0 WARNING: Context at 75%. Consider /compact\n');
    expect(run(80)).toBe('0 MANDATORY: Context at 80%. Compacting...\n');
    expect(run(85)).toBe('2 HARD_BLOCK: Context at 85%\nRun: /compact or restart session\n');
    execFileSync('rm', [join(project.folder, 'x/.geometry/MANIFEST.yaml')]);
    expect(spawnSync(script).status).toBe(2);
  });
});

describe('usage', () => {
  verifies('L8', 'cached plus current input of the last answer in the transcript', async () => {
    const project = new LoopProject();
    const transcript = join(project.folder, 'transcript.jsonl');
    appendFileSync(transcript, answer(1_000, 120_000, 20_000));
    const read = (file: string) =>
      project.call('Read', { file_path: file }, 'x', { place: { transcript } });
    expect(await read('a.ts')).toEqual({ kind: 'pass', say: null });
    expect(project.manifest().estimatedUsagePct).toBe(70);
    appendFileSync(transcript, answer(1_000, 149_000, 20_000));
    expect(await read('b.ts')).toMatchObject({
      kind: 'deny',
      reason: expect.stringContaining('85%') as string,
    });
    // A subagent’s answers and half a line say nothing of this context.
    appendFileSync(
      transcript,
      `${JSON.stringify({ type: 'assistant', isSidechain: true, message: { usage: { input_tokens: 10 } } })}\n{"type":"assis`,
    );
    expect(await read('b.ts')).toMatchObject({ kind: 'deny' });
    appendFileSync(transcript, `\n${answer(9_000, 1_000, 0)}`);
    expect(await read('b.ts')).toMatchObject({ kind: 'pass' });
    expect(project.manifest().estimatedUsagePct).toBe(5);
  });

  verifies('L8', 'Codex tells input and window itself', async () => {
    const project = new LoopProject();
    const transcript = join(project.folder, 'rollout.jsonl');
    const info = {
      last_token_usage: { input_tokens: 90_000, cached_input_tokens: 80_000 },
      model_context_window: 100_000,
    };
    appendFileSync(
      transcript,
      `${JSON.stringify({ type: 'event_msg', payload: { type: 'token_count', info } })}\n`,
    );
    const call = () => project.call('Read', { file_path: 'a.ts' }, 'x', { place: { transcript } });
    expect(await call()).toMatchObject({ kind: 'deny' });
    appendFileSync(transcript, `${JSON.stringify({ type: 'compacted', payload: {} })}\n`);
    await project.send('after-compaction', {});
    expect(await call()).toMatchObject({ kind: 'pass' });
  });

  verifies('L8', 'the window is the person’s, else the model’s, else 200,000', async () => {
    const usual = new LoopProject();
    await use(usual, 100_000, 'claude-sonnet');
    expect(usual.manifest().estimatedUsagePct).toBe(50);
    await use(usual, 100_000, 'claude-sonnet[1m]');
    expect(usual.manifest().estimatedUsagePct).toBe(10);
    const chosen = new LoopProject(manifestWith('context:\n  window_tokens: 400000\n'));
    await use(chosen, 100_000, 'claude-sonnet[1m]');
    expect(chosen.manifest().estimatedUsagePct).toBe(25);
  });

  verifies(
    'L8',
    'lines of output are counted where nothing tells the usage, up to 100 percent',
    async () => {
      expect([0, 500, 10_000].map(estimatedPercent)).toEqual([0, 70, 100]);
      const project = new LoopProject();
      const read = (count: number) =>
        project.call('Read', { file_path: `${count}.ts` }, 'x\n'.repeat(count - 1));
      const said = (words: string) => ({ say: expect.stringContaining(words) as string });
      expect(await read(534)).toEqual({ kind: 'pass', say: null });
      expect(project.manifest().estimatedUsagePct).toBe(74);
      expect(await read(2)).toMatchObject(said('WARNING: Context at 75%'));
      expect(await read(36)).toMatchObject(said('MANDATORY: Context at 80%'));
      expect(await read(36)).toMatchObject(said('HARD_BLOCK: Context at 85%'));
      expect(await read(1)).toMatchObject({
        kind: 'deny',
        reason: expect.stringContaining('by lines of output') as string,
      });
      await use(project, 20_000);
      expect(project.manifest().estimatedUsagePct).toBe(10);
    },
  );

  verifies('L8', 'of a client with a transcript, lines only warn', async () => {
    const project = new LoopProject();
    const place = { transcript: project.path('gone.jsonl') };
    const more = { place };
    await project.call('Read', { file_path: 'a.ts' }, 'x\n'.repeat(900), more);
    expect(project.manifest().estimatedUsagePct).toBe(100);
    expect(await project.call('Read', { file_path: 'b.ts' }, 'x', more)).toMatchObject({
      kind: 'pass',
    });
    expect(project.logged()).toEqual(['COMPACTION_GATE/recommended_compaction']);
  });

  test('at the hard block an agent may stop with untested code: it could not run the tests', async () => {
    const project = new LoopProject({ 'package.json': '{"scripts":{"test":"x"}}' });
    await project.edit('src/a.ts');
    await use(project, 180_000);
    expect(await project.stop()).toMatchObject({ kind: 'pass' });
    await use(project, 20_000);
    expect(await project.stop()).toMatchObject({ kind: 'continue' });
  });

  test('a subagent’s calls say nothing of this context', async () => {
    const project = new LoopProject();
    await project.send('usage', { contextTokens: 190_000, model: null }, { agent: 'a1' });
    expect(await project.call('Read', { file_path: 'a.ts' })).toMatchObject({ kind: 'pass' });
  });
});
