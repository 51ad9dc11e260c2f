/** OpenCode, run once without a terminal (`opencode run`), on each wire format it can speak. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TriedClient } from './tried-client.ts';

function onFormat(title: string, npm: string, provider: 'anthropic' | 'openai'): TriedClient {
  return {
    client: 'opencode',
    title,
    provider,
    prepare: ({ home, url }, prompt) => {
      const folder = join(home, '.config', 'opencode');
      mkdirSync(folder, { recursive: true });
      const models = { 'made-up': { limit: { context: 200_000, output: 8_000 } } };
      const options = { baseURL: `${url}/v1`, apiKey: 'made-up' };
      const configuration = {
        provider: { tried: { npm, name: 'tried', options, models } },
        autoupdate: false,
        share: 'disabled',
      };
      writeFileSync(join(folder, 'opencode.json'), JSON.stringify(configuration));
      return {
        args: ['run', '-m', 'tried/made-up', prompt],
        env: {
          OPENCODE_DISABLE_AUTOUPDATE: '1',
          OPENCODE_DISABLE_MODELS_FETCH: '1',
          OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
          OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
          OPENCODE_DISABLE_SHARE: '1',
        },
      };
    },
    shell: (command) => ({ name: 'bash', args: { command, description: 'a step' } }),
    read: (file, project) => ({ name: 'read', args: { filePath: `${project}/${file}` } }),
    sessionHeader: 'x-session-id',
    circle: ['ls'],
    subagent: (prompt) => ({
      name: 'task',
      args: { description: 'a part of it', prompt, subagent_type: 'general' },
    }),
    // It keeps in mind that there was an error, although it went on and finished.
    exitCodeAfterCompaction: 1,
    refusedAfterCutMax: 1,
  };
}

export const opencodeOnMessages = onFormat('OpenCode (messages)', '@ai-sdk/anthropic', 'anthropic');
export const opencodeOnChat = onFormat('OpenCode (chat)', '@ai-sdk/openai-compatible', 'openai');
export const opencodeOnResponses = onFormat('OpenCode (responses)', '@ai-sdk/openai', 'openai');
