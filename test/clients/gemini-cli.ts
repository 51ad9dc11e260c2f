/** Gemini CLI, run once without a terminal (`gemini -p`). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TriedClient } from './tried-client.ts';

const settings = {
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
  telemetry: { enabled: false },
  security: { auth: { selectedType: 'gemini-api-key' } },
};

export const geminiCli: TriedClient = {
  client: 'gemini-cli',
  title: 'Gemini CLI',
  provider: 'gemini',
  prepare: ({ home, url }, prompt) => {
    const folder = join(home, '.gemini');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
    return {
      args: ['--skip-trust', '--approval-mode', 'yolo', '-p', prompt],
      env: {
        GOOGLE_GEMINI_BASE_URL: url,
        GEMINI_API_KEY: 'made-up',
        GEMINI_TELEMETRY_ENABLED: 'false',
        GEMINI_CLI_NO_RELAUNCH: '1',
      },
    };
  },
  shell: (command) => ({ name: 'run_shell_command', args: { command, description: 'a step' } }),
  read: (file, project) => ({ name: 'read_file', args: { file_path: `${project}/${file}` } }),
  sessionHeader: null,
  // It notices by itself when the very same call comes five times in a row, and ends as if all were well.
  circle: ['ls', 'cat attic.txt'],
  subagent: (prompt) => ({ name: 'invoke_agent', args: { agent_name: 'generalist', prompt } }),
  exitCodeAfterCompaction: null,
  refusedAfterCutMax: 1,
};
