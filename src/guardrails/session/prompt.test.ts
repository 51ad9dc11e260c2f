/** Templates and prompts: which policies govern which tool, what is forwarded, and what does not compile. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import {
  allows,
  notingTool,
  readFileTool,
  writeFileTool,
} from '../../../test/kit/guarded-tools.ts';
import {
  ALLOWED,
  CompositeChecker,
  FeedbackProviderConfig,
  FeedbackTrigger,
  FileOutputChecker,
  MarkdownSection,
  MemoryFilesystem,
  Prompt,
  PromptTemplate,
  ReadBeforeWritePolicy,
  SequentialDependencyPolicy,
  StaticFeedbackProvider,
  defineTool,
  type Filesystem,
  type PolicyContext,
  type Section,
  type ToolContext,
  type ToolPolicy,
} from '../index.ts';

const ran: string[] = [];
const [lint, build, deploy] = [
  notingTool('lint', ran),
  notingTool('build', ran),
  notingTool('deploy', ran),
];
const [fileRule, orderRule, promptRule, twice] = ['files', 'order', 'prompt', 'twice'].map(
  allows,
) as [ToolPolicy, ToolPolicy, ToolPolicy, ToolPolicy];

const template = new PromptTemplate({
  ns: 'agent',
  key: 'main',
  sections: [
    new MarkdownSection({
      title: 'Files',
      text: 'Read and write.',
      tools: [readFileTool, writeFileTool],
      policies: [fileRule, twice],
    }),
    new MarkdownSection({ text: 'Only words.' }),
    new MarkdownSection({ tools: [lint, build, readFileTool], policies: [orderRule, twice] }),
    new MarkdownSection({ title: 'Deploy', tools: [deploy] }),
  ],
  policies: [promptRule, twice],
});
const prompt = new Prompt({ template });

const governed: readonly (readonly [tool: string, policies: readonly string[]])[] = [
  ['write_file', ['files', 'twice', 'prompt']],
  ['lint', ['order', 'twice', 'prompt']],
  ['build', ['order', 'twice', 'prompt']],
  ['read_file', ['files', 'twice', 'order', 'prompt']],
  ['deploy', ['prompt', 'twice']],
  ['Bash', ['prompt', 'twice']],
  ['', ['prompt', 'twice']],
  ['Lint', ['prompt', 'twice']],
];

describe('policiesForTool', () => {
  for (const [tool, policies] of governed) {
    verifies('G5', `${JSON.stringify(tool)}: ${policies.join(', ')}`, () => {
      expect(prompt.policiesForTool(tool).map(({ name }) => name)).toEqual(policies);
    });
  }

  verifies('G5', 'no policies anywhere: none', () => {
    const bare = new PromptTemplate({ ns: 'a', key: 'b', sections: [] });
    expect(new Prompt({ template: bare }).policiesForTool('x')).toEqual([]);
  });

  verifies('G5', 'all policies of the prompt, each once', () => {
    expect(prompt.policies.map(({ name }) => name)).toEqual(['files', 'twice', 'order', 'prompt']);
  });

  verifies('G5', 'all tools of the prompt, each once, and by name', () => {
    const names = ['read_file', 'write_file', 'lint', 'build', 'deploy'];
    expect(prompt.tools.map(({ name }) => name)).toEqual(names);
    expect([prompt.tool('lint'), prompt.tool('Bash')]).toEqual([lint, null]);
  });
});

describe('the template carries, the prompt forwards', () => {
  const checker = new FileOutputChecker({ files: ['report.md'] });
  const config = new FeedbackProviderConfig({
    provider: new StaticFeedbackProvider({ feedback: 'well' }),
    trigger: new FeedbackTrigger({ everyNCalls: 3 }),
  });
  const full = new PromptTemplate({
    ns: 'agent',
    key: 'main',
    sections: [],
    policies: [promptRule],
    feedbackProviders: [config],
    taskCompletionChecker: checker,
  });

  verifies('G13', 'policies, feedback providers and the checker', () => {
    const forwarded = new Prompt({ template: full });
    expect(full).toMatchObject({ policies: [promptRule], feedbackProviders: [config] });
    expect(forwarded.policiesForTool('any')).toEqual([promptRule]);
    expect(forwarded.feedbackProviders).toEqual([config]);
    expect(forwarded.taskCompletionChecker).toBe(checker);
  });

  verifies('G13', 'nothing, when nothing is given', () => {
    expect([prompt.feedbackProviders, prompt.taskCompletionChecker]).toEqual([[], null]);
    expect([prompt.filesystem, template.taskCompletionChecker]).toEqual([null, null]);
  });

  verifies('G13', 'the name: ns and key, or one of its own', () => {
    const named = new PromptTemplate({ ns: 'a', key: 'b', name: 'mine', sections: [] });
    expect([prompt.name, new Prompt({ template: named }).name]).toEqual(['agent:main', 'mine']);
  });

  verifies('G13', 'the filesystem of the run', () => {
    const filesystem = new MemoryFilesystem();
    expect(new Prompt({ template, filesystem }).filesystem).toBe(filesystem);
  });

  verifies('G13', 'the text of the sections that have one', () => {
    expect(prompt.render()).toBe('## Files\n\nRead and write.\n\nOnly words.\n\n## Deploy');
  });

  verifies('G13', 'what was handed in may be changed afterwards; the definition is not', () => {
    const [policies, sections] = [[promptRule], [new MarkdownSection({ tools: [lint] })]];
    const kept = new PromptTemplate({ ns: 'a', key: 'b', sections, policies });
    policies.pop();
    sections.pop();
    expect([kept.policies.length, kept.sections.length]).toEqual([1, 1]);
    expect(() => (kept.policies as ToolPolicy[]).push(twice)).toThrow(TypeError);
    expect(() => Object.assign(kept, { policies: [] })).toThrow(TypeError);
    expect(() => Object.assign(new Prompt({ template: kept }), { template })).toThrow(TypeError);
  });
});

describe('what cannot be meant is refused', () => {
  const section = (options: Pick<Section<string, never>, 'tools' | 'policies'>) =>
    new MarkdownSection(options);
  const cases: readonly (readonly [string, () => unknown, RegExp])[] = [
    [
      'an empty ns',
      () => new PromptTemplate({ ns: '', key: 'k', sections: [] }),
      /must not be empty/,
    ],
    [
      'an empty key',
      () => new PromptTemplate({ ns: 'n', key: '', sections: [] }),
      /must not be empty/,
    ],
    [
      'an empty name',
      () => new PromptTemplate({ ns: 'n', key: 'k', name: '', sections: [] }),
      /must not be empty/,
    ],
    [
      'two policies under one name',
      () =>
        new PromptTemplate({
          ns: 'n',
          key: 'k',
          sections: [section({ tools: [], policies: [allows('same')] })],
          policies: [allows('same')],
        }),
      /policies has two different ones named 'same'; give one another name/,
    ],
    [
      'two tools under one name',
      () =>
        new PromptTemplate({
          ns: 'n',
          key: 'k',
          sections: [section({ tools: [{ name: 'x' }, { name: 'x' }], policies: [] })],
        }),
      /tools has two different ones named 'x'/,
    ],
    [
      'a tool without a name',
      () =>
        new PromptTemplate({
          ns: 'n',
          key: 'k',
          sections: [section({ tools: [{ name: '' }], policies: [] })],
        }),
      /must have names/,
    ],
    [
      'a misspelt tool in a policy that no compiler saw',
      () => {
        const unseen = new SequentialDependencyPolicy({ dependencies: { deploy: ['tset'] } });
        const policies = [unseen as unknown as ToolPolicy];
        const sections = [new MarkdownSection({ tools: [deploy, lint] })];
        return new PromptTemplate({ ns: 'n', key: 'k', sections, policies });
      },
      /'sequential_dependency' names tset; the prompt's tools are: deploy, lint/,
    ],
    [
      'two feedback providers under one id',
      () => {
        const provider = new StaticFeedbackProvider({ feedback: 'x' });
        const trigger = new FeedbackTrigger({ everyNCalls: 1 });
        const one = () => new FeedbackProviderConfig({ provider, trigger, id: 'same' });
        return new PromptTemplate({
          ns: 'n',
          key: 'k',
          sections: [],
          feedbackProviders: [one(), one()],
        });
      },
      /"same" belongs to two feedback providers/,
    ],
  ];
  for (const [what, make, why] of cases) {
    verifies('G13', what, () => {
      expect(make).toThrow(why);
    });
  }
});

/** Checked by the compiler: each line below an expectation must not compile. The functions are never called. */
describe('what the compiler refuses', () => {
  const ns = { ns: 'n', key: 'k' };
  const sections = [new MarkdownSection({ tools: [lint, build] })] as const;

  verifies('G5', 'tools that the prompt does not have, in policies of prompt and section', () => {
    const order = new SequentialDependencyPolicy({ dependencies: { build: ['lint'] } });
    const wrong = new SequentialDependencyPolicy({ dependencies: { build: ['lnit'] } });
    const files = new ReadBeforeWritePolicy({ readTools: ['lint'], writeTools: ['wirte'] });
    const misplaced = new MarkdownSection({ policies: [wrong] });
    const never = [
      // @ts-expect-error 'lnit' is no tool of the prompt.
      () => new PromptTemplate({ ...ns, sections, policies: [wrong] }),
      // @ts-expect-error Nor is 'wirte'.
      () => new PromptTemplate({ ...ns, sections, policies: [files] }),
      // @ts-expect-error Neither in a section.
      () => new PromptTemplate({ ...ns, sections: [sections[0], misplaced] }),
    ];
    expect(never).toHaveLength(3);
    // A prerequisite may live in another section; default names need not all be there.
    const across = new MarkdownSection({ tools: [deploy], policies: [order] });
    const rest = [new ReadBeforeWritePolicy(), allows('any')];
    const good = new PromptTemplate({ ...ns, sections: [...sections, across], policies: rest });
    expect(good.sections).toHaveLength(2);
  });

  verifies('G13', 'missing fields', () => {
    const never = [
      // @ts-expect-error A prompt has a key.
      () => new PromptTemplate({ ns: 'n', sections }),
      // @ts-expect-error A prompt has sections.
      () => new PromptTemplate({ ns: 'n', key: 'k' }),
      // @ts-expect-error A prompt in use has a template.
      () => new Prompt({}),
      // @ts-expect-error An order has dependencies.
      () => new SequentialDependencyPolicy({}),
      // @ts-expect-error A checker checks files.
      () => new FileOutputChecker({}),
      // @ts-expect-error Checkers are made of checkers.
      () => new CompositeChecker({ checkers: ['report.md'] }),
      // @ts-expect-error A tool has a handler.
      () => defineTool({ name: 'x', params: lint.params }),
    ];
    expect(never).toHaveLength(7);
  });

  verifies('G1', 'wrong use of a policy and of its context', () => {
    const params: unknown = null;
    const context = { filesystem: null } as unknown as PolicyContext;
    const policies: readonly ToolPolicy[] = [
      // @ts-expect-error A policy has a name.
      { check: () => ALLOWED },
      // @ts-expect-error A decision says whether it is allowed.
      { name: 'x', check: () => ({ reason: 'because' }) },
      // @ts-expect-error A decision is not just yes.
      { name: 'x', check: () => true },
      // @ts-expect-error Who reserves does not wait.
      { name: 'x', check: () => ALLOWED, reserve: () => Promise.resolve(ALLOWED) },
    ];
    // @ts-expect-error The filesystem may be missing.
    const files: Filesystem = context.filesystem;
    // @ts-expect-error Parameters are unknown until they are read.
    const read: { readonly path: string } = params;
    // @ts-expect-error A policy cannot reset the session.
    const resetting: keyof PolicyContext['session'] = 'reset';
    // @ts-expect-error A tool cannot take it back.
    const restoring: keyof ToolContext['session'] = 'restore';
    expect([policies.length, files, read, resetting, restoring]).toEqual([
      4,
      null,
      null,
      'reset',
      'restore',
    ]);
  });
});
