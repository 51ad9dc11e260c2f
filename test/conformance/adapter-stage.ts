/**
 * One scenario on stage: a prompt with tools that note what they did, a scripted model behind a fake provider, a gate on
 * a real journal where one is wanted; and what can be asked afterwards.
 */
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { AdapterCapabilities } from '../../src/adapters/capabilities.ts';
import type { GateRefusal } from '../../src/core/index.ts';
import { openSqliteStore, type Gate } from '../../src/gate/public.ts';
import {
  MarkdownSection,
  Prompt,
  PromptTemplate,
  Session,
  defineTool,
  type Budget,
  type Deadline,
  type FeedbackProviderConfig,
  type Filesystem,
  type GatedAgent,
  type GuardrailProblem,
  type TaskCompletionChecker,
  type ToolPolicy,
} from '../../src/guardrails/index.ts';
import {
  MemoryFilesystem,
  ScriptedModel,
  VirtualClock,
  startFakeProvider,
  type ModelCall,
  type ModelMove,
} from '../../src/testing/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { testGate } from '../kit/test-gate.ts';
import type { AdapterHarness } from './adapter-harness.ts';

/** What a scenario is made of. */
export interface Scene {
  readonly moves: readonly ModelMove[];
  readonly policies?: readonly ToolPolicy[];
  readonly feedbackProviders?: readonly FeedbackProviderConfig[];
  readonly checker?: TaskCompletionChecker;
  readonly deadline?: Deadline;
  readonly budget?: Budget;
  readonly filesystem?: Filesystem;
  readonly gate?: GatedAgent;
  /** What happens inside the tool `work` when it is called with `{ what }`. */
  readonly during?: Readonly<Record<string, () => unknown>>;
}

/** What became of it. */
export interface Played {
  readonly capabilities: AdapterCapabilities;
  /** What the tool `work` was called with when it ran, in order. */
  readonly ran: readonly string[];
  readonly model: ScriptedModel;
  readonly filesystem: Filesystem;
  readonly session: Session;
  readonly problems: readonly GuardrailProblem[];
  readonly stop: GateRefusal | null;
}

/** A gate on a journal of its own, with a clock that the scenario moves. */
export interface StageGate extends GatedAgent {
  readonly gate: Gate;
  readonly clock: VirtualClock;
}

/** A call of the tool that only notes that it ran. */
export function work(what: string): ModelCall {
  return { tool: 'work', args: { what } };
}

/** One turn with these calls. */
export function turn(...calls: readonly ModelCall[]): ModelMove {
  return { calls };
}

/** How often a text stands in what the model was given for a turn; the last one, when none is named. */
export function timesSeen(
  { model }: Played,
  text: string,
  index = model.inputs.length - 1,
): number {
  return (model.inputs[index]?.text ?? '').split(text).length - 1;
}

/** The model read, once, why something was denied; where the adapter has no way to tell it, nothing is expected. */
export function expectReason(played: Played, reason: string, index?: number): void {
  if (!played.capabilities.denialReasons) return;
  expect(timesSeen(played, reason, index), reason).toBe(1);
}

/** Opens a gate. */
export async function stageGate(): Promise<StageGate> {
  const folder = temporaryFolder('adapter');
  const store = await openSqliteStore({ file: join(folder, 'journal.db') });
  const clock = new VirtualClock();
  const gate = await testGate({
    store,
    marksFolder: join(folder, 'marks'),
    envelopeOf: () => ({ killSwitch: { enabled: true } }),
    time: { wallMs: () => clock.now(), monotonicMs: () => clock.now() },
    isSaving: (tool) => Promise.resolve(tool === 'write_file'),
  });
  onTestFinished(async () => {
    gate.close();
    await store.close();
  });
  return { gate, clock, port: gate, agent: 'coder' };
}

/** Plays a scene with an adapter. */
export async function play(harness: AdapterHarness, scene: Scene): Promise<Played> {
  const { moves, filesystem = new MemoryFilesystem(), gate, deadline, budget } = scene;
  const model = new ScriptedModel(moves);
  const provider = await startFakeProvider({ script: model.script(harness) });
  onTestFinished(() => provider.close());
  const ran: string[] = [];
  const problems: GuardrailProblem[] = [];
  const session = new Session();
  const { stop } = await harness.run({
    model,
    providerUrl: provider.url,
    input: 'Do the work.',
    guard: {
      prompt: new Prompt({ template: template(scene, ran), filesystem }),
      session,
      report: (problem) => problems.push(problem),
      ...(deadline === undefined ? {} : { deadline }),
      ...(budget === undefined ? {} : { budget }),
      ...(gate === undefined ? {} : { gate: { port: gate.port, agent: gate.agent } }),
    },
  });
  const { capabilities } = harness;
  return { capabilities, ran, model, filesystem, session, problems, stop };
}

function template(scene: Scene, ran: string[]): PromptTemplate {
  const file = z.object({ path: z.string() });
  const tools = [
    defineTool({
      name: 'work',
      description: 'Does a piece of work.',
      params: z.object({ what: z.string() }),
      handler: async ({ what }) => {
        ran.push(what);
        await scene.during?.[what]?.();
        if (what.startsWith('fail')) throw new Error(`${what} went wrong`);
        return `${what} is done`;
      },
    }),
    defineTool({
      name: 'read_file',
      description: 'Reads a text file.',
      params: file,
      handler: ({ path }, { filesystem }) => filesystem?.read(path),
    }),
    defineTool({
      name: 'write_file',
      description: 'Writes a text file.',
      params: file.extend({ text: z.string() }),
      handler: async ({ path, text }, { filesystem }) => {
        await filesystem?.write(path, text);
        return `wrote ${text.length} characters`;
      },
    }),
  ];
  return new PromptTemplate({
    ns: 'kit',
    key: 'scene',
    sections: [new MarkdownSection({ text: 'Do what is asked.', tools })],
    policies: scene.policies ?? [],
    feedbackProviders: scene.feedbackProviders ?? [],
    taskCompletionChecker: scene.checker ?? null,
  });
}
