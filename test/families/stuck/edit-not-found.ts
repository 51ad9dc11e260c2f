import type { Family } from '../family.ts';

export const editNotFound: Family = {
  name: 's_edit_not_found',
  what: 'an edit never finds its place; the file is read again and the edit comes with other spaces',
  batch: 7,
  limit: 14,
  play(agent) {
    const path = agent.words.path();
    const text = agent.words.codeLines(20, 40);
    agent.prompt('Rename the parameter in this function.');
    agent.warmUp(1, 5);
    agent.read(path, text);
    const lines = text.split('\n');
    agent.loopBegins();
    agent.times(10, 16, () => {
      const at = agent.between(0, 3);
      const before = lines
        .slice(at, at + agent.between(1, 3))
        .join('\n')
        .replaceAll('  ', agent.pick(['    ', '\t', ' ']));
      const after = `${before} // renamed`;
      const refusals = {
        claude: [
          'Edit',
          { file_path: path, old_string: before, new_string: after },
          `<tool_use_error>String to replace not found in file.\nString: ${before}</tool_use_error>`,
        ],
        codex: [
          'apply_patch',
          {
            input: `*** Begin Patch\n*** Update File: ${path}\n@@\n-${before}\n+${after}\n*** End Patch`,
          },
          `apply_patch verification failed: Failed to find expected lines in ${path}:\n${before}`,
        ],
        gemini: [
          'replace',
          { file_path: path, old_string: before, new_string: after },
          `Failed to edit, 0 occurrences found for old_string in ${path}. Ensure whitespace and indentation match exactly.`,
        ],
        opencode: [
          'edit',
          { filePath: path, oldString: before, newString: after },
          'Error: oldString not found in content',
        ],
        custom: [
          'patch_file',
          { path, find: before, replace: after },
          '{"ok":false,"reason":"no match"}',
        ],
      } as const;
      const [name, args, refusal] = refusals[agent.manner];
      agent.call(name, args, refusal, { failed: agent.manner === 'claude' });
      if (agent.random.chance(0.6)) agent.read(path, text);
    });
  },
};
