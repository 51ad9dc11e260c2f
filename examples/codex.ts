/**
 * Codex under guardrails, by its SDK: nothing is deployed untested, and its shell reads no credentials.
 *
 * It needs no provider: a scripted model answers in its place. Run: npm run build && node examples/codex.ts
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Codex } from '@openai/codex-sdk';
import { guardCodex } from 'agent-tripwire/adapters/codex';
import {
  CommandRules,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  SequentialDependencyPolicy,
} from 'agent-tripwire/guardrails';
import { ScriptedModel, fakeTool, startFakeProvider } from 'agent-tripwire/testing';

const test = fakeTool('test', { answer: () => 'all green' });
const deploy = fakeTool('deploy', { answer: () => 'deployed' });
const template = new PromptTemplate({
  ns: 'example',
  key: 'release',
  sections: [new MarkdownSection({ text: 'Release it.', tools: [test, deploy, { name: 'Bash' }] })],
  policies: [
    new SequentialDependencyPolicy({ dependencies: { deploy: ['test'] } }),
    new CommandRules({ tools: ['Bash'] }),
  ],
});
// Codex runs only hooks that somebody trusts; this trusts those of the adapter, in this process.
const guard = await guardCodex({ prompt: new Prompt({ template }), trustHooks: true });

const folder = mkdtempSync(join(tmpdir(), 'tripwire-example-'));
const shell = new ScriptedModel([{ calls: [{ tool: 'exec_command', args: { cmd: 'cat .env' } }] }]);
const tools = ['deploy', 'test', 'deploy'].map((tool) => ({ calls: [{ tool }] }));
const model = new ScriptedModel(tools);
const scripts = [shell.script(), model.script({ namespace: 'mcp__tripwire' })];
const provider = await startFakeProvider({
  script: (turn, index) => scripts[index < 1 ? 0 : 1]?.(turn, index) ?? {},
});
const fake = { name: 'fake', base_url: `${provider.url}/v1`, wire_api: 'responses' };
const codex = new Codex(
  guard.options({
    apiKey: 'none',
    env: { ...process.env, CODEX_HOME: folder },
    config: { model: 'fake', model_provider: 'fake', model_providers: { fake } },
  }),
);
const thread = codex.startThread({ workingDirectory: folder, skipGitRepoCheck: true });
const { finalResponse } = await guard.run(thread, 'Release version 2.');
await guard.close();
await provider.close();
rmSync(folder, { recursive: true, force: true });

assert.equal(finalResponse, 'Done.');
assert.match(model.inputs[0]?.text ?? '', /credentials/, 'the model read why it may not look');
assert.match(model.inputs[1]?.text ?? '', /requires: test/, 'the model read what comes first');
assert.deepEqual([test.calls.length, deploy.calls.length], [1, 1]);
console.log('ok');
