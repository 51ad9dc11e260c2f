/** The real Claude Agent SDK, and options for one run of it in an empty home and an empty project. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaudeSdk } from '../../src/adapters/claude-agent-sdk/index.ts';
import type { AdapterTask } from '../conformance/adapter-harness.ts';
import type { ClaudePlace } from '../conformance/claude-harness.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { claudeCode } from './claude-code.ts';
import { importSdk } from './client-packages.ts';

export const claudeSdk = await importSdk<ClaudeSdk>('@anthropic-ai/claude-agent-sdk');

/** Makes the place; the agent is asked for no permission by the SDK itself. */
export function claudePlace({ providerUrl, guard }: AdapterTask): ClaudePlace {
  const folder = temporaryFolder('claude');
  const [home, project] = [join(folder, 'home'), join(folder, 'project')];
  mkdirSync(home);
  mkdirSync(project);
  const { env } = claudeCode.prepare({ home, project, url: providerUrl }, '');
  return {
    options: {
      cwd: project,
      model: 'claude-sonnet-4-5',
      systemPrompt: guard.prompt.render(),
      permissionMode: 'bypassPermissions',
      allowDangerouslySkipPermissions: true,
      settingSources: [],
      env: { ...env, HOME: home, TMPDIR: home, PATH: process.env['PATH'] ?? '' },
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
