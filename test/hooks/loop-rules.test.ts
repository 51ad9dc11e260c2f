/** The safety rules of a project as its agent meets them: every event through the hook command, and nothing else. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Said {
  readonly decision?: string;
  readonly reason?: string;
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
    readonly additionalContext?: string;
  };
}

/** A project whose agent reports to the hook command as Claude Code does. */
class HookedProject {
  readonly folder = temporaryFolder('project');
  readonly transcript = join(temporaryFolder('transcript'), 's1.jsonl');
  readonly #home = temporaryFolder('home');
  #calls = 0;

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(join(this.folder, '.geometry'));
    writeFileSync(this.transcript, '');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
  }

  async hook(event: string, own: object = {}): Promise<Said> {
    const payload = {
      session_id: 's1',
      cwd: this.folder,
      transcript_path: this.transcript,
      hook_event_name: event,
      ...own,
    };
    const { stdout } = await runTripwire(['hook', 'claude-code'], JSON.stringify(payload), {
      HOME: this.#home,
    });
    return (stdout.trim() === '' ? {} : JSON.parse(stdout)) as Said;
  }

  /** A call that is asked for and, if it may run, done; why it was denied, or null. */
  async call(tool: string, input: object, result = 'ok', failed = false): Promise<string | null> {
    this.#calls += 1;
    const call = { tool_name: tool, tool_input: input, tool_use_id: `call_${this.#calls}` };
    const { hookSpecificOutput: before } = await this.hook('PreToolUse', call);
    if (before?.permissionDecision === 'deny') return before.permissionDecisionReason ?? '';
    if (failed) await this.hook('PostToolUseFailure', { ...call, error: result });
    else await this.hook('PostToolUse', { ...call, tool_response: { stdout: result } });
    return null;
  }

  bash(command: string, result = 'ok', failed = false): Promise<string | null> {
    return this.call('Bash', { command }, result, failed);
  }

  /** The model answered with so much in its context: new, read from the cache, written to it. */
  answered(input: number, read: number, written: number): void {
    const usage = {
      input_tokens: input,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
    };
    const message = { id: 'm', model: 'claude-sonnet', usage };
    appendFileSync(this.transcript, `${JSON.stringify({ type: 'assistant', message })}\n`);
  }

  path(name: string): string {
    return join(this.folder, '.geometry', name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  logged(): readonly { readonly type: string; readonly action_taken: string }[] {
    return (JSON.parse(this.read('safety_log.json')) as { events: [] }).events;
  }

  run(...args: readonly string[]) {
    return runTripwire(args, '', { HOME: this.#home, TRIPWIRE_DIR: this.path('') });
  }
}

describe('the context', () => {
  verifies(
    ['L7', 'L8'],
    'is what was cached and what is new: at 75 % a word, at 80 % a briefing, at 85 % no more calls',
    async () => {
      const project = new HookedProject();
      const look = () => project.call('Read', { file_path: 'a.ts' });
      await project.hook('UserPromptSubmit', { prompt: 'build the parser' });
      project.answered(9_000, 120_000, 20_000);
      expect(await look()).toBeNull();
      expect(existsSync(project.path('MISSION_BRIEFING.md'))).toBe(false);
      project.answered(10_000, 130_000, 20_000);
      expect(await look()).toBeNull();
      expect(project.read('MISSION_BRIEFING.md')).toContain('build the parser');
      project.answered(10_000, 140_000, 20_000);
      expect(await look()).toContain('Run: /compact or restart session');
      expect(await project.bash('git add -A && git commit -m "half done"')).toBeNull();
      expect(project.logged().map(({ action_taken }) => action_taken)).toEqual([
        'requested_compaction',
        'blocked_tool_calls',
      ]);
    },
  );
});

describe('what is left behind', () => {
  verifies('L12', 'a session can be replayed, and a changed step is named', async () => {
    const project = new HookedProject();
    await project.hook('UserPromptSubmit', { prompt: 'go' });
    expect(await project.bash('rm .geometry/STOP')).toContain('belongs to Tripwire');
    expect(await project.bash('npm test', '1 passed')).toBeNull();
    await project.hook('SessionEnd', { reason: 'other' });
    const replayed = await project.run('replay', 's1');
    expect(replayed).toMatchObject({ code: 0, stderr: '' });
    expect(replayed.stdout).toContain('steps are as they were recorded');
    const file = project.path('replays/s1.json');
    chmodSync(file, 0o644);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"answer":"deny"', '"answer":"pass"'));
    const changed = await project.run('replay', 's1');
    expect(changed.code).toBe(1);
    expect(changed.stdout).toContain('its digest does not follow');
  });

  verifies('L13', 'a full safety log drops its oldest event for the newest', async () => {
    const project = new HookedProject();
    const old = {
      timestamp: '2026-02-28T15:30:00.000Z',
      type: 'SOFT_LOOP',
      details: { count: 3 },
      action_taken: 'continued_monitoring',
    };
    const events = Array.from({ length: 1_000 }, () => old);
    writeFileSync(project.path('safety_log.json'), JSON.stringify({ events }));
    project.answered(10_000, 150_000, 20_000);
    await project.call('Read', { file_path: 'a.ts' });
    const logged = project.logged();
    expect(logged).toHaveLength(1_000);
    expect(logged.at(-1)).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      type: 'COMPACTION_GATE',
      details: { context_pct: 90, threshold: 85, session: 's1' },
      action_taken: 'blocked_tool_calls',
    });
  });

  verifies('L15', 'the manifest keeps the words and the layout of a person', async () => {
    const project = new HookedProject();
    await project.hook('UserPromptSubmit', { prompt: 'go' });
    const written = project.read('MANIFEST.yaml');
    const mine = written
      .replace(/^(\s*)warning_threshold:.*$/m, '$1# my own words\n$1warning_threshold:    70')
      .concat('\n# and at the end\n');
    expect(mine).toContain('my own words');
    writeFileSync(project.path('MANIFEST.yaml'), mine);
    project.answered(10_000, 120_000, 14_000);
    await project.call('Read', { file_path: 'a.ts' });
    const kept = project.read('MANIFEST.yaml');
    expect(kept).toMatch(/estimated_usage_pct: *72/);
    // Two values are the loop's own.
    const blind = (text: string) =>
      text.replace(/(estimated_usage_pct:|last_tool_signatures:) .*/g, '$1');
    expect(blind(kept)).toBe(blind(mine));
    expect(project.logged().at(-1)?.action_taken).toBe('recommended_compaction');
  });
});

describe('a person’s file', () => {
  const look = { tool_name: 'Read', tool_input: { file_path: 'a.ts' } };
  const denied = ({ hookSpecificOutput }: Said) =>
    hookSpecificOutput?.permissionDecision === 'deny';

  verifies('L14', 'holds until it is deleted, and not by a call that is running', async () => {
    const project = new HookedProject();
    const pause = project.path('PAUSE');
    const before = async (id: string) =>
      denied(await project.hook('PreToolUse', { ...look, tool_use_id: id }));
    expect(await before('first')).toBe(false);
    await project.hook('PostToolUse', { ...look, tool_use_id: 'first', tool_response: 'x' });
    writeFileSync(pause, '');
    expect(await before('second')).toBe(true);
    rmSync(pause);
    expect(await before('third')).toBe(false);
    // This one still runs while the file comes and goes.
    writeFileSync(pause, '');
    expect(await before('fourth')).toBe(true);
    rmSync(pause);
    expect(await before('fifth')).toBe(true);
    expect(existsSync(pause)).toBe(true);
  });
});

describe('work that does not move', () => {
  const manifest = { 'package.json': '{"scripts":{"test":"x"}}' };

  verifies(
    'L4',
    'red three times with no file changed pauses, until the report is deleted',
    async () => {
      const project = new HookedProject(manifest);
      for (let turn = 0; turn < 3; turn += 1) {
        await project.bash(`npm test -- --run ${turn}`, 'FAIL a.test.ts\n1 failed', true);
        await project.hook('Stop', { stop_hook_active: false });
      }
      expect(existsSync(project.path('BLOCKER_REPORT.md'))).toBe(true);
      expect(await project.call('Read', { file_path: 'a.ts' })).toContain('BLOCKER_REPORT.md');
      rmSync(project.path('BLOCKER_REPORT.md'));
      expect(await project.call('Read', { file_path: 'a.ts' })).toBeNull();
    },
  );

  verifies('L5', 'a changed file is not done before its tests ran green', async () => {
    const project = new HookedProject(manifest);
    const file = join(project.folder, 'a.ts');
    const edit = { file_path: file, old_string: 'a', new_string: 'b' };
    expect(await project.call('Edit', edit, 'updated')).toBeNull();
    const early = await project.hook('Stop', { stop_hook_active: false });
    expect(early).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('npm test') as string,
    });
    await project.bash('npm test', '3 passed');
    expect((await project.hook('Stop', { stop_hook_active: false })).decision).toBeUndefined();
  });
});
