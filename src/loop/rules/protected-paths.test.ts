/** What belongs to Tripwire is not touched by tools; the briefing is the agent's own. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject } from '../../../test/loop/loop-project.ts';

async function answers(commands: readonly string[]): Promise<readonly string[]> {
  const project = new LoopProject();
  const kinds: string[] = [];
  for (const command of commands) kinds.push((await project.bash(command)).kind);
  return kinds;
}

describe('protected paths', () => {
  verifies(
    'L14',
    'commands that touch the state folder or the data folder do not run',
    async () => {
      const touching = [
        'rm .geometry/BLOCKER_REPORT.md',
        'rm -rf ./.geometry',
        'cd .geometry && rm STOP',
        'touch .geometry/x',
        'cat .geometry/PAUSE; rm x',
        "yq '.safety.consecutive_failures = 0' -i .geometry/MANIFEST.yaml",
        'cat ~/.tripwire/token',
        'sqlite3 "$HOME/.tripwire/journal.db"',
        'bash -c "rm .geometry/STOP"',
        'cat > .geometry/MISSION_BRIEFING.md; rm .geometry/STOP',
        'echo x > .geometry/state.json',
      ];
      expect(new Set(await answers(touching))).toEqual(new Set(['deny']));
    },
  );

  verifies(
    'L14',
    'looking at the state folder, the briefing and everything else pass',
    async () => {
      const harmless = [
        'cat .geometry/BLOCKER_REPORT.md',
        'ls -la .geometry',
        'cat .geometry/MISSION_BRIEFING.md',
        "cat > .geometry/MISSION_BRIEFING.md <<'EOF'\nnext\nEOF",
        'grep -rn x . --exclude-dir=.geometry',
        'cat docs/.geometry-notes.md',
        'rm my.geometry',
        'npm test',
      ];
      expect(new Set(await answers(harmless))).toEqual(new Set(['pass']));
    },
  );

  test('tools with paths: writing no, reading the project’s folder yes, reading the data folder no', async () => {
    const project = new LoopProject();
    const kind = async (tool: string, args: unknown) => (await project.call(tool, args)).kind;
    expect(await kind('Write', { file_path: project.path('MANIFEST.yaml'), content: '' })).toBe(
      'deny',
    );
    expect(await kind('Edit', { file_path: '.geometry/../.geometry/state.json' })).toBe('deny');
    expect(
      await kind('apply_patch', {
        input: '*** Begin Patch\n*** Delete File: .geometry/STOP\n*** End Patch',
      }),
    ).toBe('deny');
    expect(await kind('Read', { file_path: `${project.home}/.tripwire/token` })).toBe('deny');
    expect(await kind('Read', { file_path: project.path('CHECKPOINT.md') })).toBe('pass');
    expect(
      await kind('Write', { file_path: project.path('MISSION_BRIEFING.md'), content: 'x' }),
    ).toBe('pass');
    expect(await kind('Write', { file_path: '.gitignore', content: '.geometry/\n' })).toBe('pass');
    // A long list does not hide the one path that the tool reads.
    const many = Array.from({ length: 2_000 }, (_, index) => `a${index}`);
    const hidden = { files: many, file_path: '.geometry/STOP' };
    expect(await kind('Write', hidden)).toBe('deny');
    expect(project.logged()).toEqual(Array<string>(5).fill('PROTECTED_PATH/denied_tool'));
  });
});
