/** The types that adapters name of SDKs which are not installed here fit the SDKs' own. */
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { clientsFolder } from './client-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const CLAUDE = '@anthropic-ai/claude-agent-sdk';

const USES = `
import * as sdk from '@anthropic-ai/claude-agent-sdk';
import { Codex, type CodexOptions } from '@openai/codex-sdk';
import type { ClaudeHookMatcher } from '${root}src/adapters/claude-agent-sdk/hooks.ts';
import { guardClaude, type GuardOptions } from '${root}src/adapters/claude-agent-sdk/index.ts';
import { guardCodex } from '${root}src/adapters/codex/index.ts';

declare const options: GuardOptions;
declare const matcher: ClaudeHookMatcher;
export const matchers: sdk.HookCallbackMatcher[] = [matcher];
const claude = await guardClaude({ ...options, sdk });
for await (const message of claude.query({ prompt: 'Go.', options: { maxTurns: 3 } })) {
  const typed: sdk.SDKMessage = message;
  console.log(typed.type);
}
export const merged: sdk.Options = claude.options<sdk.Options>({ maxTurns: 3 });
// @ts-expect-error there is no such option
claude.query({ prompt: 'Go.', options: { maxTurn: 3 } });

const codex = await guardCodex({ ...options, trustHooks: true });
const own: CodexOptions = codex.options<CodexOptions>({ apiKey: 'none' });
const thread = new Codex(own).startThread();
const { finalResponse } = await codex.run(thread, 'Go.', { outputSchema: {} });
export const said: string = finalResponse;
// @ts-expect-error a thread takes no numbers
await codex.run(thread, 7);
// @ts-expect-error somebody has to trust the hooks
await guardCodex(options);
`;

test('the adapters’ types fit those of the SDKs', () => {
  const folder = temporaryFolder('types');
  symlinkSync(join(clientsFolder(process.env), 'node_modules'), join(folder, 'node_modules'));
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      skipLibCheck: true,
      rootDir: '/',
      typeRoots: [join(root, 'node_modules/@types')],
      // Also for the adapters, which are somewhere else.
      paths: { [CLAUDE]: [join(folder, 'node_modules', CLAUDE, 'sdk.d.ts')] },
    },
    include: ['uses.ts'],
  };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(join(folder, 'uses.ts'), USES);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
