/** MANIFEST.yaml: exactly the reference, a person's own in every other respect. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject, manifestWith } from '../../../test/loop/loop-project.ts';
import { DEFAULT_MANIFEST } from '../index.ts';
import { readManifest } from './read-manifest.ts';
import { writeManifest } from './write-manifest.ts';

const look = (project: LoopProject) => project.call('Read', { file_path: 'a.ts' });

const mine = `# Ours. Do not touch without asking Anna.
context:   # window first
    hard_block_threshold:   85      # tested in May
    warning_threshold: 75
    mandatory_threshold: 80
    estimated_usage_pct: 0
    last_compaction: ~
team: [anna,  ben]

safety:
    max_iterations: 7 # one for each day
    iteration_count: 0x2
    consecutive_failures: 0
    max_consecutive_failures: 3
    last_tool_signatures: [ "old" ]
    signature_history_depth: 10
    soft_loop_threshold: 3
    hard_loop_threshold: 5
    loop_detected: false
dirty_bits: {code_modified: false, tests_run: false, tests_passing: null, docs_updated: false}
identity:
    agent_checksum: null
    workflow_binding: null
    authorized_roles:
      - developer # only
`;

describe('the reference', () => {
  verifies(
    'L15',
    'a new project gets it word for word, with the defaults of the safety rules',
    () => {
      expect(parse(DEFAULT_MANIFEST)).toEqual({
        safety: {
          iteration_count: 0,
          max_iterations: 100,
          consecutive_failures: 0,
          max_consecutive_failures: 3,
          last_tool_signatures: [],
          signature_history_depth: 10,
          soft_loop_threshold: 3,
          hard_loop_threshold: 5,
          loop_detected: false,
        },
        context: {
          estimated_usage_pct: 0,
          warning_threshold: 75,
          mandatory_threshold: 80,
          hard_block_threshold: 85,
          last_compaction: null,
        },
        dirty_bits: {
          code_modified: false,
          tests_run: false,
          tests_passing: null,
          docs_updated: false,
        },
        identity: { agent_checksum: null, workflow_binding: null, authorized_roles: ['developer'] },
      });
      const read = readManifest(DEFAULT_MANIFEST);
      expect(read.ok && writeManifest(DEFAULT_MANIFEST, read.manifest)).toBe(DEFAULT_MANIFEST);
      // What the file says is what holds without it.
      const empty = readManifest('{}');
      expect(empty).toEqual(read);
    },
  );

  verifies(
    'L15',
    'values change where they stand: comments, order, layout and unknown keys stay',
    async () => {
      // With & YAML connects values, so the second text is read again for each change.
      for (const text of [mine, mine.replace('Anna', 'Anna & Ben')]) {
        const project = new LoopProject(manifestWith(text));
        await project.edit('src/a.ts');
        await project.stop();
        const signature = project.manifest().lastToolSignatures[0] ?? '';
        expect(signature).toMatch(/^Edit\(file=a\.ts\)#/);
        expect(project.read('MANIFEST.yaml')).toBe(
          text
            .replace('iteration_count: 0x2', 'iteration_count: 3')
            .replace('[ "old" ]', `["${signature}"]`)
            .replace('code_modified: false', 'code_modified: true'),
        );
      }
    },
  );

  verifies('L15', 'missing keys are added, nothing else is lost', async () => {
    const project = new LoopProject(
      manifestWith('# mine\nsafety:\n  max_iterations: 7 # week\nextra: 1\n'),
    );
    await project.stop();
    const text = project.read('MANIFEST.yaml');
    expect(text).toContain('# mine\n');
    expect(text).toContain('max_iterations: 7 # week');
    expect(text).toContain('extra: 1');
    expect(project.manifest()).toMatchObject({ maxIterations: 7, iterationCount: 1 });
    const keys = (value: Record<string, object>) =>
      Object.values(value).flatMap((one) => Object.keys(one));
    expect(keys(parse(text) as Record<string, object>)).toEqual(
      expect.arrayContaining(keys(parse(DEFAULT_MANIFEST) as Record<string, object>)),
    );
  });
});

describe('a broken manifest', () => {
  verifies(
    'L15',
    'pauses, names the line, keeps the last good values and does not touch the file',
    async () => {
      const project = new LoopProject();
      await project.stop();
      const good = project.read('MANIFEST.yaml');
      const broken = good.replace('  max_iterations: 100', '  max_iterations: "many"');
      project.write('.geometry/MANIFEST.yaml', broken);
      expect(await look(project)).toMatchObject({
        kind: 'deny',
        reason: expect.stringContaining(
          'line 6: safety.max_iterations must be a whole number from 1, not "many"',
        ) as string,
      });
      await project.stop();
      expect(project.read('MANIFEST.yaml')).toBe(broken);
      expect(project.logged()).toEqual(['MANIFEST_INVALID/paused']);
      project.write('.geometry/MANIFEST.yaml', good);
      expect(await look(project)).toMatchObject({ kind: 'pass' });
      expect(project.manifest().maxIterations).toBe(100);
    },
  );

  test('each way of being broken is named with its line', () => {
    const problem = (text: string) => {
      const found = readManifest(text);
      return found.ok ? 'fine' : `${found.line}: ${found.message}`;
    };
    expect(problem('')).toBe('1: it is empty');
    expect(problem('safety:\n  a: 1\n  a: 2\n')).toMatch(/^3: it is not valid YAML/);
    expect(problem('safety: 3\n')).toBe('1: safety must be a mapping');
    expect(problem('- a\n')).toMatch(/^1: it must be lines/);
    expect(problem('a: 1\ncontext:\n  warning_threshold: 90\n')).toMatch(
      /^3: the thresholds of context must rise: 90, 80, 85/,
    );
    expect(problem('safety:\n  soft_loop_threshold: 6\n')).toMatch(/^2: .*must not be above/);
    expect(problem('dirty_bits:\n\n  tests_passing: maybe\n')).toMatch(
      /^3: dirty_bits\.tests_passing must be true or false, or null/,
    );
    expect(problem('phase: { current: P, name: Plan }\ntask: P.2\n')).toBe('fine');
  });
});

describe('edits', () => {
  verifies(
    ['L14', 'L15'],
    'a person’s edit holds at the next event; what it loosens is written down',
    async () => {
      const project = new LoopProject();
      await project.stop();
      project.editManifest('max_iterations: 100', 'max_iterations: 200 # more');
      await look(project);
      expect(project.manifest().maxIterations).toBe(200);
      expect(project.read('MANIFEST.yaml')).toContain('200 # more');
      expect(project.log()).toMatchObject([
        {
          type: 'MANIFEST_EDIT',
          details: { by: 'file', changes: { 'safety.max_iterations': { from: 100, to: 200 } } },
          action_taken: 'applied',
        },
      ]);
      project.editManifest('max_iterations: 200', 'max_iterations: 50');
      await look(project);
      expect(project.manifest().maxIterations).toBe(50);
      expect(project.log()).toHaveLength(1);
    },
  );

  verifies('L14', 'the failure counter is reset by editing it', async () => {
    const project = new LoopProject(manifestWith('safety:\n  consecutive_failures: 2\n'));
    await look(project);
    project.editManifest('consecutive_failures: 2', 'consecutive_failures: 0');
    await look(project);
    expect(project.manifest().consecutiveFailures).toBe(0);
  });

  verifies('L15', 'a limit that was loosened while a call ran is put back', async () => {
    const project = new LoopProject();
    await look(project);
    await project.call('Bash', { command: './innocent.sh' }, () => {
      project.editManifest('max_iterations: 100', 'max_iterations: 9999');
      return 'done';
    });
    expect(project.manifest().maxIterations).toBe(100);
    expect(project.log().at(-1)).toMatchObject({
      type: 'MANIFEST_EDIT',
      details: { why: 'loosened while a call ran' },
      action_taken: 'restored_manifest',
    });
    await project.call('Bash', { command: './tidy.sh' }, () => {
      project.editManifest('max_iterations: 100', 'max_iterations: 60 # tighter is always welcome');
      return 'done';
    });
    expect(project.manifest().maxIterations).toBe(60);
  });

  test('a deleted manifest comes back with its counters', async () => {
    const project = new LoopProject();
    await project.stop();
    project.remove('MANIFEST.yaml');
    await project.stop();
    expect(project.manifest().iterationCount).toBe(2);
    expect(project.logged()).toEqual(['MANIFEST_EDIT/restored_manifest']);
  });
});
