import { expect, onTestFinished, test } from 'vitest';
import { startFakeProvider } from './fake-provider/provider.ts';
import { ScriptedModel } from './scripted-model.ts';

test('makes its moves in turn, then says that it is done, and remembers what it was given', () => {
  const model = new ScriptedModel([{ calls: [{ tool: 'look' }] }, { text: 'A tree.' }]);
  expect(model.next({ text: 'Look!', toolResults: [] })).toEqual({ calls: [{ tool: 'look' }] });
  expect(model.next({ text: 'Look! tree', toolResults: [] })).toEqual({ text: 'A tree.' });
  expect(model.next({ text: 'And?', toolResults: [] })).toEqual({ text: 'Done.' });
  expect(model.inputs.map(({ text }) => text)).toEqual(['Look!', 'Look! tree', 'And?']);
});

test('answers behind a fake provider, with tools under the names of the client', async () => {
  const model = new ScriptedModel([{ calls: [{ tool: 'look', args: { at: 'north' } }] }]);
  const script = model.script({ toolName: (tool) => `mcp__eyes__${tool}` });
  const provider = await startFakeProvider({ script });
  onTestFinished(() => provider.close());
  const answer = await fetch(`${provider.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'fake', messages: [{ role: 'user', content: 'Look!' }] }),
  });
  expect(await answer.text()).toContain('mcp__eyes__look');
  expect(model.inputs[0]?.text).toContain('Look!');
});
