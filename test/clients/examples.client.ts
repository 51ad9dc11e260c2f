/** The examples whose SDKs are too heavy for `npm test`, from the package as users get it. */
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { packedProject, type PackedProject } from '../pack/packed-project.ts';
import { clientsFolder } from './client-packages.ts';

const examples = {
  'claude-agent-sdk': '@anthropic-ai/claude-agent-sdk',
  codex: '@openai/codex-sdk',
  opencode: 'opencode-ai',
};
const INSTALL_MS_MAX = 240_000;
// Before the home is another one.
const installed = clientsFolder(process.env);
const home = temporaryFolder('examples');

let project: PackedProject;
beforeAll(() => {
  project = packedProject();
  process.env['HOME'] = home;
  // As for the other trials: root needs the one, and a place without a network the other.
  process.env['IS_SANDBOX'] = '1';
  process.env['npm_config_offline'] = 'true';
}, INSTALL_MS_MAX);
afterAll(() => {
  for (const folder of [join(project.folder, '..'), home]) rmSync(folder, { recursive: true });
});

test.each(Object.entries(examples))('%s.ts runs and finds what it expects', async (name, sdk) => {
  const at = join(project.folder, 'node_modules', sdk);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(join(installed, 'node_modules', sdk), at);
  const source = readFileSync(new URL(`../../examples/${name}.ts`, import.meta.url), 'utf8');
  const { code, output } = await project.run(source);
  expect(code, output).toBe(0);
  expect(output.trim().split('\n').at(-1)).toBe('ok');
});
