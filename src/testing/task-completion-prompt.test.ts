/** The kit's prompt, played through: stop is blocked, the tool writes, stop is allowed. */
import { expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import {
  FeedbackProviderConfig,
  FeedbackTrigger,
  FileCreatedTrigger,
  FileOutputChecker,
  MemoryFilesystem,
  Prompt,
  PromptTemplate,
  Session,
  StaticFeedbackProvider,
  guardStop,
  runTool,
} from '../guardrails/index.ts';
import { buildTaskCompletionPrompt } from './index.ts';

const checker = new FileOutputChecker({ files: ['output.txt'] });

verifies('G11', 'blocked, told why, work done by the tool, allowed', async () => {
  const { template, tool } = buildTaskCompletionPrompt('kit', { checker });
  const prompt = new Prompt({ template, filesystem: new MemoryFilesystem() });
  const session = new Session();
  const ask = { session, prompt, tentativeOutput: 'done' };
  expect(await guardStop(ask)).toMatchObject({
    stop: 'blocked',
    feedback: expect.stringContaining('output.txt') as string,
  });
  const params = { path: 'output.txt', text: 'here' };
  expect(await runTool({ session, prompt, tool: tool.name, params })).toMatchObject({
    status: 'success',
    value: 'Wrote output.txt.',
  });
  expect(await guardStop(ask)).toEqual({ stop: 'allowed', incomplete: false });
});

verifies(
  ['G7', 'G9'],
  'feedback comes with the result of the call that made the file, once',
  async () => {
    const { template, tool } = buildTaskCompletionPrompt('kit', { checker });
    const guided = new PromptTemplate({
      ns: 'kit',
      key: 'guided',
      sections: template.sections,
      feedbackProviders: [
        new FeedbackProviderConfig({
          provider: new StaticFeedbackProvider({ feedback: 'It is there.' }),
          trigger: new FeedbackTrigger({
            onFileCreated: new FileCreatedTrigger({ filename: 'output.txt' }),
          }),
        }),
      ],
    });
    const prompt = new Prompt({ template: guided, filesystem: new MemoryFilesystem() });
    const session = new Session();
    const write = async (path: string) =>
      (await runTool({ session, prompt, tool: tool.name, params: { path, text: '' } })).feedback;
    expect(await write('other.txt')).toBeNull();
    expect(await write('output.txt')).toBe(
      "<feedback provider='Static'>\nIt is there.\n</feedback>",
    );
    expect(await write('output.txt')).toBeNull();
  },
);

test.each([null, {}, { path: 'a' }, { path: 1, text: 'x' }])(
  'the tool refuses %j',
  async (params) => {
    const { template } = buildTaskCompletionPrompt('kit', { checker });
    const prompt = new Prompt({ template, filesystem: new MemoryFilesystem() });
    const outcome = await runTool({ session: new Session(), prompt, tool: 'write_file', params });
    expect(outcome.status).not.toBe('success');
  },
);
