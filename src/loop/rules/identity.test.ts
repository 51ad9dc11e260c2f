/** What is reserved is done by the pinned agent in its role; everything else is everybody's. */
import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject } from '../../../test/loop/loop-project.ts';
import { pinIdentity, type IdentityPin } from '../index.ts';
import { placeIn } from '../reserved/reserved-call.ts';

const ORDINARY = [
  'git commit -m "push to main"',
  'git push origin feature',
  'git push -u origin HEAD',
  'npm install',
  'npm test',
  'kubectl get pods',
];
const RESERVED = [
  'git push origin main',
  'git push --force origin feature',
  'npm publish',
  'kubectl apply -f x.yaml',
  'git tag v1.0.0',
];

/** A project on a branch of its own, whose agent is Claude Code. */
function guarded(): LoopProject {
  const project = new LoopProject({
    '.git/HEAD': 'ref: refs/heads/feature\n',
    'CLAUDE.md': 'Be careful.',
  });
  project.client = 'claude-code';
  return project;
}

function pin(project: LoopProject, more: Partial<IdentityPin> = {}) {
  return pinIdentity({
    client: 'claude-code',
    state: { folder: project.path('.').replace(/\/$/, ''), project: project.folder, exists: true },
    place: placeIn(project.folder, project.env),
    roles: [],
    by: 'ada',
    nowMs: project.nowMs,
    ...more,
  });
}

async function reasonOf(project: LoopProject, command: string): Promise<string | null> {
  const answer = await project.bash(command);
  return answer.kind === 'deny' ? answer.reason : null;
}

describe('an agent that nobody pinned', () => {
  verifies('L11', 'is refused what is reserved, with what a person can do', async () => {
    const project = guarded();
    for (const command of RESERVED) {
      expect(await reasonOf(project, command)).toMatch(
        /^Refused by Tripwire: .* is reserved, and the configuration of this agent was never pinned\. A person pins it with tripwire identity pin\./,
      );
    }
    expect(await reasonOf(project, 'git push origin main')).toContain('push:main');
    expect(project.log()[0]).toMatchObject({
      type: 'RESERVED_ACTION',
      details: { actions: ['push:main'], why: 'unpinned', session: 's1' },
      action_taken: 'denied_tool',
    });
  });

  verifies('L11', 'works as always on everything else', async () => {
    const project = guarded();
    for (const command of ORDINARY) expect(await reasonOf(project, command)).toBeNull();
    expect((await project.edit('a.ts')).kind).toBe('pass');
    expect(project.logged()).toEqual([]);
  });
});

describe('a pinned agent', () => {
  verifies('L11', 'does what its role may, and no more', async () => {
    const project = guarded();
    await pin(project);
    expect(await reasonOf(project, 'git push origin main')).toBeNull();
    expect(await reasonOf(project, 'npm publish')).toContain(
      'publish:npm is reserved, and none of the roles of this agent (developer) may do that',
    );
    expect(await reasonOf(project, 'git push -f origin main')).toContain('force-push:main');
    await pin(project, { roles: ['releaser', 'operator'] });
    for (const command of ['npm publish', 'git tag v1.0.0', 'kubectl apply -f x.yaml']) {
      expect(await reasonOf(project, command)).toBeNull();
    }
    expect(project.logged()).toEqual([
      'MANUAL_OVERRIDE/applied',
      'RESERVED_ACTION/continued_monitoring',
      'RESERVED_ACTION/denied_tool',
      'RESERVED_ACTION/denied_tool',
      'MANUAL_OVERRIDE/applied',
      ...Array<string>(3).fill('RESERVED_ACTION/continued_monitoring'),
    ]);
  });

  verifies(
    'L11',
    'that drifted is refused what is reserved: the part is named, never what it says',
    async () => {
      const project = guarded();
      await pin(project);
      project.write('CLAUDE.md', 'Be careless with secret-word.');
      mkdirSync(join(project.home, '.claude'));
      writeFileSync(join(project.home, '.claude/settings.json'), '{"disableAllHooks":true}');
      const reason = await reasonOf(project, 'git push origin main');
      expect(reason).toContain('is not the pinned one (changed: system_prompt, hooks)');
      expect(reason).toContain('tripwire identity show');
      expect(reason).not.toContain('secret-word');
      expect(await reasonOf(project, 'git push origin feature')).toBeNull();
      expect(project.log().at(-1)).toMatchObject({
        type: 'IDENTITY_DRIFT',
        details: {
          actions: ['push:main'],
          drifted: ['system_prompt', 'hooks'],
          workflow_binding: project.manifest().workflowBinding,
        },
        action_taken: 'denied_tool',
      });
      await pin(project);
      expect(await reasonOf(project, 'git push origin main')).toBeNull();
    },
  );

  verifies('L11', 'is that of its client and its model', async () => {
    const project = guarded();
    await project.send('session-start', { source: 'startup', model: 'model-a' });
    await pin(project);
    expect(await reasonOf(project, 'git push origin main')).toBeNull();
    await project.send('session-start', { source: 'startup', model: 'model-b' });
    expect(await reasonOf(project, 'git push origin main')).toContain('(changed: model)');
    await project.send('session-start', { source: 'startup', model: 'model-a' });
    project.client = 'codex';
    expect(await reasonOf(project, 'git push origin main')).toContain('client');
    project.client = undefined;
    expect(await reasonOf(project, 'git push origin main')).toContain('cannot be told');
  });

  test('pinned before any model was seen, it may have any', async () => {
    const project = guarded();
    await pin(project);
    await project.send('session-start', { source: 'startup', model: 'model-a' });
    expect(await reasonOf(project, 'git push origin main')).toBeNull();
  });
});

describe('the pin', () => {
  verifies(
    'L11',
    'is written into the manifest as the reference has it, comments and all',
    async () => {
      const project = guarded();
      const text =
        '# mine\nidentity:\n  agent_checksum: null # not yet\n  workflow_binding: null\n  authorized_roles: ["developer"]\nphase: P\n';
      project.write('.geometry/MANIFEST.yaml', text);
      await project.prompt();
      await pin(project, { roles: ['developer', 'tester'] });
      const first = project.manifest();
      expect(first.agentChecksum).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(first.workflowBinding).toMatch(/^[0-9a-f]{8}-/);
      expect(project.read('MANIFEST.yaml')).toContain(
        `identity:\n  agent_checksum: "${first.agentChecksum}" # not yet\n`,
      );
      expect(project.read('MANIFEST.yaml')).toContain('authorized_roles: ["developer", "tester"]');
      expect(project.read('MANIFEST.yaml')).toContain('# mine');
      await pin(project);
      expect(project.manifest()).toMatchObject({
        workflowBinding: first.workflowBinding,
        authorizedRoles: ['developer', 'tester'],
      });
    },
  );

  test('of something that nobody can read, or in a role that nobody described, is refused', async () => {
    const project = guarded();
    mkdirSync(join(project.folder, 'AGENTS.md'));
    await expect(pin(project)).rejects.toThrow(
      'project/AGENTS.md cannot be read (not a file); nobody knows what it says; nothing was changed',
    );
    const other = guarded();
    await expect(pin(other, { roles: ['wizard'] })).rejects.toThrow(
      'nobody says what the role wizard may do',
    );
    expect(other.has('MANIFEST.yaml')).toBe(false);
  });

  verifies('L11', 'is a person’s act: an agent may neither run it nor write it', async () => {
    const project = guarded();
    await project.prompt();
    for (const command of [
      'tripwire identity pin',
      'npx agent-tripwire identity pin --role releaser',
      'tripwire resume a',
      'tripwire release',
      'sh -c "tripwire off"',
    ]) {
      expect(await reasonOf(project, command)).toContain("is a person's to run, not an agent's");
    }
    expect(await reasonOf(project, 'tripwire identity show')).toBeNull();
    // A checksum that appears while a call of the agent runs is not a person's.
    await project.call('Bash', { command: './script.sh' }, () => {
      project.editManifest('agent_checksum: null', 'agent_checksum: "sha256:00"');
      return 'ok';
    });
    expect(project.manifest().agentChecksum).toBeNull();
    expect(project.logged().at(-1)).toBe('MANIFEST_EDIT/restored_manifest');
  });
});

describe('the manifest', () => {
  test('says what is reserved and what a role may do', async () => {
    const project = guarded();
    project.write(
      '.geometry/MANIFEST.yaml',
      'identity:\n  authorized_roles: [docs]\nroles:\n  docs: ["push:docs"]\nreserved: ["push:docs", "push:main"]\n',
    );
    await pin(project);
    expect(await reasonOf(project, 'git push origin docs')).toBeNull();
    expect(await reasonOf(project, 'git push origin main')).toContain('(docs) may do that');
    expect(await reasonOf(project, 'npm publish')).toBeNull();
  });

  test('that is wrong pauses and names the line', async () => {
    const project = guarded();
    project.write('.geometry/MANIFEST.yaml', 'phase: P\nroles:\n  docs: {a: 1}\n');
    expect(await reasonOf(project, 'ls')).toContain(
      'line 2: roles must be names, each with a list of texts',
    );
  });
});
