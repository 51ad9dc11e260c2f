/**
 * `npm run bench:guardrails`: what guardrails add to a tool call.
 *
 * The same call of a tool that does nothing: its handler alone, through `runTool` without any guardrail, and under ten
 * policies and three feedback providers, one of which speaks now and then. In turns, so that a busy machine is busy for
 * all of them. Each session makes as many calls as a long run of an agent.
 */
import {
  ALLOWED,
  AllowTools,
  CallQuota,
  CommandRules,
  Deadline,
  DeadlineFeedback,
  DenyTools,
  FeedbackProviderConfig,
  FeedbackTrigger,
  FileCreatedTrigger,
  MarkdownSection,
  MemoryFilesystem,
  NetworkHosts,
  PathRoots,
  Prompt,
  PromptTemplate,
  ReadBeforeWritePolicy,
  SequentialDependencyPolicy,
  Session,
  StaticFeedbackProvider,
  all,
  runTool,
  type ToolPolicy,
} from '../src/guardrails/index.ts';
import { fakeTool } from '../src/testing/index.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 40);
const WARM_UP_ROUNDS = 5;
const CALLS_A_SESSION = 250;

const tools = ['read_file', 'write_file', 'bash'].map((name) =>
  fakeTool(name, { answer: () => 'done' }),
);
const filesystem = new MemoryFilesystem({ files: { 'src/a.ts': 'a', 'src/b.ts': 'b' } });

const policies: readonly ToolPolicy<string>[] = [
  new AllowTools({ tools: [{ tool: 'read_*' }, { tool: 'write_*' }, { tool: 'bash' }] }),
  new DenyTools({ tools: [{ tool: 'delete_*' }] }),
  new PathRoots({ roots: ['/'] }),
  new CommandRules(),
  new NetworkHosts({ hosts: ['example.com'] }),
  new CallQuota({ tools: ['*'], maxCalls: 10_000 }),
  new ReadBeforeWritePolicy(),
  new SequentialDependencyPolicy({ dependencies: { bash: ['read_file'] } }),
  all({ policies: [new DenyTools({ tools: [{ tool: 'format_*' }], name: 'no-format' })] }),
  { name: 'own', check: () => ALLOWED },
];

const feedbackProviders = [
  new FeedbackProviderConfig({
    provider: new DeadlineFeedback(),
    trigger: new FeedbackTrigger({ everyNSeconds: 30 }),
  }),
  new FeedbackProviderConfig({
    provider: new StaticFeedbackProvider({ feedback: 'Mind the tests.' }),
    trigger: new FeedbackTrigger({ everyNCalls: 25 }),
  }),
  new FeedbackProviderConfig({
    provider: new StaticFeedbackProvider({ feedback: 'AGENTS.md is there.' }),
    trigger: new FeedbackTrigger({
      onFileCreated: new FileCreatedTrigger({ filename: 'AGENTS.md' }),
    }),
  }),
];

const sections = [new MarkdownSection({ tools })];
const bare = new Prompt({ template: new PromptTemplate({ ns: 'bench', key: 'bare', sections }) });
const guarded = new Prompt({
  template: new PromptTemplate({
    ns: 'bench',
    key: 'guarded',
    sections,
    policies,
    feedbackProviders,
  }),
  filesystem,
});

const calls = [
  { tool: 'read_file', params: { path: 'src/a.ts' } },
  { tool: 'write_file', params: { path: 'src/a.ts', text: 'new' } },
  { tool: 'bash', params: { command: 'npm test && git diff --stat | head -20' } },
];

interface Way {
  readonly name: string;
  /** One call in a session. */
  readonly call: (session: Session, index: number) => Promise<unknown>;
  readonly timesUs: number[];
  /** Of all calls together; a busy machine makes calls wait, not work. */
  processorUs: number;
}

const through = (prompt: Prompt, deadline: Deadline) => (session: Session, index: number) =>
  runTool({
    prompt,
    session,
    deadline,
    ...(calls[index % calls.length] ?? { tool: '', params: {} }),
  });

const deadline = new Deadline({ expiresAtMs: Date.now() + 3_600_000 });
const ways: readonly Way[] = [
  {
    name: 'the handler alone',
    call: async (_session, index) => tools[index % 3]?.handler({}, undefined as never),
    timesUs: [],
    processorUs: 0,
  },
  { name: 'runTool, no guardrails', call: through(bare, deadline), timesUs: [], processorUs: 0 },
  {
    name: 'runTool, ten policies, three providers',
    call: through(guarded, deadline),
    timesUs: [],
    processorUs: 0,
  },
];

for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
  for (const way of ways) {
    const { call, timesUs } = way;
    const session = new Session();
    const usedBefore = process.cpuUsage();
    for (let index = 0; index < CALLS_A_SESSION; index += 1) {
      const startedAt = performance.now();
      await call(session, index);
      // The first rounds compile the code; they do not count.
      if (round >= 0) timesUs.push((performance.now() - startedAt) * 1_000);
    }
    const { user, system } = process.cpuUsage(usedBefore);
    if (round >= 0) way.processorUs += user + system;
  }
}

const at = (sorted: readonly number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

console.log(`${ROUNDS} sessions of ${CALLS_A_SESSION} calls each, Node ${process.version}\n`);
console.log('| a tool call | median | p99 | processor time, mean |');
console.log('| --- | --- | --- | --- |');
for (const { name, timesUs, processorUs } of ways) {
  const sorted = timesUs.toSorted((a, b) => a - b);
  const processor = (processorUs / timesUs.length).toFixed(1);
  console.log(`| ${name} | ${at(sorted, 0.5)} µs | ${at(sorted, 0.99)} µs | ${processor} µs |`);
}
