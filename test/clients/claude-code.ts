/** Claude Code, run once without a terminal (`claude -p`). */
import type { TriedClient } from './tried-client.ts';

export const claudeCode: TriedClient = {
  client: 'claude-code',
  title: 'Claude Code',
  provider: 'anthropic',
  prepare: ({ url }, prompt) => ({
    args: ['-p', prompt, '--model', 'claude-sonnet-4-5', '--permission-mode', 'bypassPermissions'],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-ant-made-up',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_ERROR_REPORTING: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Allows the mode without questions for root, as in a container.
      IS_SANDBOX: '1',
    },
  }),
  shell: (command) => ({ name: 'Bash', args: { command, description: 'a step' } }),
  read: (file, project) => ({ name: 'Read', args: { file_path: `${project}/${file}` } }),
  sessionHeader: 'x-claude-code-session-id',
  circle: ['ls'],
  subagent: (prompt) => ({
    name: 'Agent',
    args: { description: 'a part of it', prompt, subagent_type: 'general-purpose' },
  }),
  exitCodeAfterCompaction: 0,
  // After an error in a stream it asks once more, without streaming.
  refusedAfterCutMax: 2,
};
