/**
 * The tools that coding agents bring themselves, under the adapters: nothing of the prompt runs here, so only the hooks
 * stand between the model and the shell.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  ALLOWED,
  FeedbackProviderConfig,
  FeedbackTrigger,
  Prompt,
  PromptTemplate,
  StaticFeedbackProvider,
  denied,
  type ToolPolicy,
} from '../../src/guardrails/index.ts';
import { ScriptedModel, startFakeProvider, type ModelMove } from '../../src/testing/index.ts';
import type { AdapterEnd, AdapterHarness } from '../conformance/adapter-harness.ts';
import { stageGate, type StageGate } from '../conformance/adapter-stage.ts';
import { claudeHarness } from '../conformance/claude-harness.ts';
import { codexHarness } from '../conformance/codex-harness.ts';
import { opencodeHarness } from '../conformance/opencode-harness.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { claudeCode } from './claude-code.ts';
import { claudePlace, claudeSdk } from './claude-sdk-place.ts';
import { codexPlace } from './codex-sdk-place.ts';
import { codex } from './codex.ts';
import { OpenCodeServer } from './opencode-server.ts';
import { opencodeOnMessages } from './opencode.ts';
import type { TriedClient } from './tried-client.ts';

interface Native {
  readonly name: string;
  readonly harness: AdapterHarness;
  readonly tried: TriedClient;
  /** The shell, as policies know it. */
  readonly shell: string;
}

const server = new OpenCodeServer();
afterAll(() => server.close());

const claude = claudeHarness('own', () => claudeSdk, claudePlace);
const opencode = opencodeHarness(({ input, providerUrl }, plug) =>
  server.run(input, providerUrl, plug),
);
const natives: readonly Native[] = [
  { name: 'claude-agent-sdk', harness: claude, tried: claudeCode, shell: 'Bash' },
  { name: 'codex', harness: codexHarness(codexPlace), tried: codex, shell: 'Bash' },
  { name: 'opencode', harness: opencode, tried: opencodeOnMessages, shell: 'bash' },
];

/** What became of a run. */
interface Ran extends AdapterEnd {
  readonly model: ScriptedModel;
  readonly has: (file: string) => boolean;
  /** Which tools the policy was asked about. */
  readonly asked: readonly string[];
}

/** Runs commands one after the other; those that name `forbidden` are denied. */
async function run(
  { harness, tried }: Native,
  commands: readonly string[],
  stop?: { readonly gate: StageGate; readonly after: string },
): Promise<Ran> {
  const folder = temporaryFolder('native');
  const moves = commands.map((command): ModelMove => {
    const { name, args } = tried.shell(`cd ${folder} && ${command}`);
    return { calls: [{ tool: name, args }] };
  });
  const model = new ScriptedModel(moves);
  const provider = await startFakeProvider({ script: model.script() });
  onTestFinished(() => provider.close());
  const asked: string[] = [];
  const policy: ToolPolicy = {
    name: 'nothing-forbidden',
    check: (tool, params) => {
      asked.push(tool.name);
      return JSON.stringify(params).includes('forbidden') ? denied('keep your hands off') : ALLOWED;
    },
    onResult: async (_tool, params) => {
      if (stop === undefined || !JSON.stringify(params).includes(stop.after)) return;
      const { gate, agent } = stop.gate;
      await gate.operate({ agent, action: 'deactivate', by: 'ada', why: 'enough' });
    },
  };
  const provided = new FeedbackProviderConfig({
    provider: new StaticFeedbackProvider({ feedback: 'mind-the-step' }),
    trigger: new FeedbackTrigger({ everyNCalls: 2 }),
  });
  const template = new PromptTemplate({
    ns: 'kit',
    key: 'native',
    sections: [],
    policies: [policy],
    feedbackProviders: [provided],
  });
  const gate = stop === undefined ? {} : { gate: { port: stop.gate.port, agent: stop.gate.agent } };
  const guard = { prompt: new Prompt({ template }), ...gate };
  const end = await harness.run({ guard, input: 'Go.', providerUrl: provider.url, model });
  return { ...end, model, asked, has: (file) => existsSync(join(folder, file)) };
}

describe.each(natives)('$name', (native) => {
  test('a command that is denied does not run, the model reads why, and gets feedback', async () => {
    const commands = ['echo x > forbidden.txt', 'echo y > fine.txt', 'cat fine.txt'];
    const { model, has, asked } = await run(native, commands);
    expect(has('forbidden.txt')).toBe(false);
    expect(has('fine.txt')).toBe(true);
    expect(asked).toEqual([native.shell, native.shell, native.shell]);
    const [, afterDenial = null, afterSecond = null, last = null] = model.inputs;
    expect(afterDenial?.text).toContain('keep your hands off');
    expect(afterDenial?.text).not.toContain('mind-the-step');
    expect(afterSecond?.text.split('mind-the-step')).toHaveLength(2);
    expect(last?.text.split('mind-the-step')).toHaveLength(2);
  });

  test('a stop during a command ends the run without a further model call', async () => {
    const gate = await stageGate();
    const commands = ['echo x > one.txt', 'echo y > two.txt', 'echo z > three.txt'];
    const { model, has, stop } = await run(native, commands, { gate, after: 'two.txt' });
    expect([has('one.txt'), has('two.txt'), has('three.txt')]).toEqual([true, true, false]);
    expect(model.inputs).toHaveLength(2);
    expect(stop).toMatchObject({ kind: 'manual' });
  });
});
