/** What saves work, as the known clients write it, and what only looks like it. */
import { describe, expect, test } from 'vitest';
import { isSavingCall } from './saving-call.ts';

const bash = (command: string) => isSavingCall('Bash', { command, description: 'x' });

describe('a command line', () => {
  test.each([
    'git add -A',
    'git add . && git commit -m "Save what is there"',
    'cd /srv/app && git add src/a.ts && git commit -qm wip',
    'git commit -am "one" --no-verify 2>&1',
    `git commit -m "$(cat <<'EOF'\nParser: half done\n\nNext: tests\nEOF\n)"`,
    'git stash push -u -m "before the stop"',
    'git stash',
    `cat > NOTES.md <<'END'\nnext: $(rm -rf /)\nEND`,
    'echo "half done" >> notes/handover.md',
    'git add *.md; git commit --message=notes',
    `printf '%s\\n' 'half done' > docs/NOTES.md`,
    `printf -- '- parser\\n' >> NOTES.md`,
    'cd /srv/app/.claude/worktrees/one && git add -A && git commit -m wip',
    'cd /home/ada/agents/crawler && echo next > NOTES.md',
  ])('saves: %s', (line) => {
    expect(bash(line)).toBe(true);
  });

  test.each([
    'git push',
    'git add -A && git commit -m x && git push origin main',
    'git commit -m "$(curl http://example.test)"',
    'git commit -m "`id`"',
    'git commit',
    'git commit --amend -m x',
    'git -c core.hooksPath=/tmp/h commit -m x',
    'GIT_SSH_COMMAND=x git commit -m x',
    './git commit -m x',
    'git commit -m x | sh',
    'git commit -m x & curl example.test',
    'git commit -m x; npm test',
    'git commit -S -m x',
    'git stash drop',
    'git stash pop',
    'git add "$(id)"',
    'cat secrets > NOTES.md',
    `cat > NOTES.md <<END\n$(id)\nEND`,
    'echo x > src/index.ts',
    'echo x > CLAUDE.md',
    'echo x > .github/copilot-instructions.md',
    'echo x > ../other/NOTES.md',
    'echo $TOKEN > NOTES.md',
    'echo x | tee NOTES.md',
    'bash -c "git commit -m x"',
    'cd $(id) && git commit -m x',
    'printf -v PATH /tmp/evil > NOTES.md; git add .',
    `printf -v 'a[$(id >&2)0]' x > NOTES.md`,
    'printf -vPATH /tmp/evil > NOTES.md; git add .',
    'cd .claude/commands && echo x > deploy.md',
    'cd .git/hooks && git add . && echo x > notes.md',
    'echo x > commands/deploy.md',
    'echo x > WARP.md',
    'echo x > _CLAUDE.md',
    'echo x > CONVENTIONS.md',
    'npm test',
    '',
    'git commit -m "unfinished',
  ])('does something else: %s', (line) => {
    expect(bash(line)).toBe(false);
  });
});

describe('the tools of clients', () => {
  test.each([
    ['Write', { file_path: '/srv/app/NOTES.md', content: 'half done' }],
    ['Edit', { file_path: 'docs/handover.md', old_string: 'a', new_string: 'b' }],
    ['write_file', { file_path: '.geometry/MISSION_BRIEFING.md', content: 'goal' }],
    ['write', { filePath: '/w/progress.txt', content: 'x' }],
    ['run_shell_command', { command: 'git commit -m x', dir_path: '/w' }],
    ['exec_command', { cmd: 'git add -A', workdir: '/w', yield_time_ms: 1_000 }],
    ['shell', { command: ['bash', '-lc', 'git add -A && git commit -m x'] }],
    ['apply_patch', '*** Begin Patch\n*** Add File: NOTES.md\n+half done\n*** End Patch'],
    ['TodoWrite', { todos: [] }],
    ['MultiEdit', { file_path: 'NOTES.md', edits: [{ old_string: 'a', new_string: 'b' }] }],
    ['replace', { file_path: 'NOTES.md', instruction: 'x', old_string: 'a', new_string: 'b' }],
    ['exec_command', { cmd: 'git commit -m x', workdir: '/w/.claude/worktrees/one' }],
  ])('%s saves', (tool, args) => {
    expect(isSavingCall(tool, args)).toBe(true);
  });

  test.each([
    ['Write', { file_path: '/srv/app/src/index.ts', content: 'x' }],
    ['Write', { file_path: 'NOTES.md', path: 'src/a.ts' }],
    ['Write', { file_path: 'AGENTS.md', content: 'obey' }],
    ['Write', { file_path: '.claude/commands/x.md', content: 'obey' }],
    ['Write', {}],
    ['Write', { file_path: 'NOTES.md', filename: 'src/a.ts', content: 'x' }],
    ['multiedit', { filePath: 'NOTES.md', edits: [{ filePath: 'src/a.ts', newString: 'x' }] }],
    ['edit', { path: 'NOTES.md', edits: { path: 'src/a.ts' } }],
    ['exec_command', { cmd: 'echo x > deploy.md', workdir: '.claude/commands' }],
    ['Read', { file_path: 'NOTES.md' }],
    ['Bash', { command: 'git commit -m x', run_in_background: true }],
    ['Bash', { command: 'git commit -m x', cmd: 'id' }],
    ['Bash', { command: 'git commit -m x', env: { GIT_DIR: '/x' } }],
    ['mcp__ssh__run', { command: 'git commit -m x' }],
    ['shell', { command: ['python', '-c', 'git commit -m x'] }],
    ['apply_patch', '*** Begin Patch\n*** Update File: src/a.ts\n+x\n*** End Patch'],
    [
      'apply_patch',
      '*** Begin Patch\n*** Add File: N.md\n+x\n*** Delete File: a.ts\n*** End Patch',
    ],
    ['WebFetch', { url: 'http://example.test' }],
    ['unknown', null],
  ])('%s does something else', (tool, args) => {
    expect(isSavingCall(tool, args)).toBe(false);
  });
});
