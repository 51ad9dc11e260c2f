import { expect, test } from 'vitest';
import { MarkdownSection, Prompt, PromptTemplate, Session, runTool } from '../guardrails/index.ts';
import { fakeTool } from './fake-tool.ts';

function stage(answer: () => string) {
  const tool = fakeTool('look', { answer });
  const sections = [new MarkdownSection({ tools: [tool] })];
  const template = new PromptTemplate({ ns: 'test', key: 'fake-tool', sections });
  const run = (params: unknown) =>
    runTool({ prompt: new Prompt({ template }), session: new Session(), tool: 'look', params });
  return { tool, run };
}

test('answers, and remembers what it was called with', async () => {
  const { tool, run } = stage(() => 'a tree');
  expect(await run({ at: 'north' })).toMatchObject({ status: 'success', value: 'a tree' });
  expect(tool.calls).toEqual([{ at: 'north' }]);
});

test('fails by throwing', async () => {
  const { tool, run } = stage(() => {
    throw new Error('too dark');
  });
  expect(await run({})).toMatchObject({ status: 'error', reason: 'too dark' });
  expect(tool.calls).toHaveLength(1);
});

test('takes objects only', async () => {
  const { tool, run } = stage(() => 'a tree');
  expect(await run('north')).toMatchObject({ status: 'denied', by: 'params' });
  expect(tool.calls).toEqual([]);
});
