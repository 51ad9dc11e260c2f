/**
 * Policies, feedback and completion as a program uses them: one prompt with two tools, and what each call is answered.
 *
 * Run: npx node examples/by-hand/guardrails.ts
 */
import {
  Budget,
  CompositeChecker,
  Deadline,
  DeadlineFeedback,
  FeedbackProviderConfig,
  FeedbackTrigger,
  FileCreatedTrigger,
  FileOutputChecker,
  MarkdownSection,
  MemoryFilesystem,
  Prompt,
  PromptTemplate,
  ReadBeforeWritePolicy,
  SequentialDependencyPolicy,
  Session,
  StaticFeedbackProvider,
  defineTool,
  feedbackHistory,
  guardStop,
  policyState,
  runTool,
} from '../../src/guardrails/index.ts';

const params = { safeParse: (data: unknown) => ({ success: true as const, data }) };
const tool = (name: string) => defineTool({ name, params, handler: () => 'done' });
const filesystem = new MemoryFilesystem();
const deadline = new Deadline({ expiresAtMs: Date.now() + 60_000 });

const template = new PromptTemplate({
  ns: 'by-hand',
  key: 'release',
  sections: [
    new MarkdownSection({
      title: 'Release',
      tools: [tool('test'), tool('deploy')],
      policies: [new SequentialDependencyPolicy({ dependencies: { deploy: ['test'] } })],
    }),
  ],
  policies: [new ReadBeforeWritePolicy()],
  feedbackProviders: [
    new FeedbackProviderConfig({
      provider: new StaticFeedbackProvider({ feedback: 'Look at the <plan>.' }),
      trigger: new FeedbackTrigger({ everyNCalls: 2 }),
    }),
    new FeedbackProviderConfig({
      id: 'on-file',
      provider: new StaticFeedbackProvider({ feedback: 'notes.md is new.' }),
      trigger: new FeedbackTrigger({
        onFileCreated: new FileCreatedTrigger({ filename: 'notes.md' }),
      }),
    }),
    new FeedbackProviderConfig({
      provider: new DeadlineFeedback({ warningThresholdSeconds: 120 }),
      trigger: new FeedbackTrigger({ everyNCalls: 4 }),
    }),
  ],
  taskCompletionChecker: new CompositeChecker({
    checkers: [
      new FileOutputChecker({ files: ['output.txt'] }),
      new FileOutputChecker({ files: ['never-asked.txt'] }),
    ],
  }),
});
const prompt = new Prompt({ template, filesystem });
const session = new Session();

async function call(name: string, within = session): Promise<void> {
  const outcome = await runTool({ prompt, session: within, tool: name, params: {}, deadline });
  const said = 'reason' in outcome ? `: ${outcome.reason}` : '';
  console.log(`${name} -> ${outcome.status}${said}`);
  if (outcome.feedback !== null) console.log(outcome.feedback);
}

async function stop(more: object = {}): Promise<void> {
  const ask = { session, prompt, tentativeOutput: 'done', ...more };
  console.log(`stop -> ${JSON.stringify(await guardStop(ask))}`);
}

const governing = prompt.policiesForTool('deploy').map(({ name }) => name);
console.log(`policies of deploy: ${governing.join(',')}`);
const before = session.snapshot();
await call('deploy');
await call('test');
await call('deploy');
await filesystem.write('notes.md', 'a plan');
await call('test');
await call('test');
const { invokedTools } = policyState(session, 'sequential_dependency');
console.log(`invoked tools: ${invokedTools.join(',')}`);
console.log(`delivered feedback: ${feedbackHistory(session, prompt.name).length}`);
console.log('another session knows nothing of it, and after going back this one does not either:');
await call('deploy', new Session());
session.restore(before);
await call('deploy');

await stop();
await stop({ deadline: new Deadline({ expiresAtMs: 0 }) });
const budget = new Budget({ maxTotalTokens: 10 });
budget.spend({ inputTokens: 5, outputTokens: 5 });
await stop({ budget });
await stop({ prompt: new Prompt({ template }) });
await filesystem.write('output.txt', 'here');
await filesystem.write('never-asked.txt', 'here');
await stop();
