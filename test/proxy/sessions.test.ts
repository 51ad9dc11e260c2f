/** Sessions of one agent are stopped one by one, and a family that is killed again and again as a whole. */
import { expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { askMessages } from './plain-ask.ts';
import { startedProxy } from './started-proxy.ts';

/** Looks at the same place for ever, or works, as it is asked. */
const script: FakeScript = ({ lastUserText, toolResults }) => ({
  toolCalls: [
    {
      name: 'look',
      args: { at: lastUserText === 'Loop.' ? 'the attic' : `src/file-${toolResults.length}.ts` },
    },
  ],
});

/** A client of the kind that names its sessions. */
class Session {
  readonly #running: RunningProxy;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #messages: object[];
  readonly #agent: string;

  constructor(running: RunningProxy, name: string, prompt: string, agent = 'claude') {
    this.#running = running;
    this.#agent = agent;
    this.#headers = { 'x-claude-code-session-id': name, 'user-agent': 'claude-cli/2.1.325' };
    this.#messages = [{ role: 'user', content: prompt }];
  }

  /** One step: asks, and runs the tool that was called. */
  async step(): Promise<number> {
    const tools = [{ name: 'look', input_schema: { type: 'object' } }];
    const response = await askMessages(this.#running, {
      agent: this.#agent,
      headers: this.#headers,
      messages: this.#messages,
      fields: { tools },
    });
    const said = (await response.json()) as { content?: { id: string; input: { at: string } }[] };
    for (const call of said.content ?? []) {
      this.#messages.push({ role: 'assistant', content: [call] });
      const found = call.input.at === 'the attic' ? 'nothing' : `export const ${call.id} = 1;`;
      const result = { type: 'tool_result', tool_use_id: call.id, content: found };
      this.#messages.push({ role: 'user', content: [result] });
    }
    return response.status;
  }

  /** Steps until one is refused; how many passed. */
  async stepsUntilRefused(): Promise<number> {
    for (let passed = 0; passed < 20; passed += 1) {
      if ((await this.step()) !== 200) return passed;
    }
    throw new Error('it was never refused');
  }
}

verifies('X5', 'killing a session leaves the other one working', async () => {
  const running = await startedProxy(script);
  const stuck = new Session(running, 'one', 'Loop.');
  const working = new Session(running, 'two', 'Work.');
  expect(await working.step()).toBe(200);
  expect(await stuck.stepsUntilRefused()).toBe(5);
  for (let step = 0; step < 5; step += 1) expect(await working.step()).toBe(200);
  expect(await stuck.step()).toBe(402);

  const { active, sessions } = await running.gate.agent('claude');
  expect(active).toBe(1);
  expect(
    Object.fromEntries(sessions.map(({ id, ...one }) => [id, one.deactivated_by])),
  ).toMatchObject({
    one: 'kill_switch',
    two: null,
  });
  const [event] = await running.store.events({ type: 'kill_switch', limit: 10 });
  expect(event).toMatchObject({ agent: 'claude', session: 'one' });

  // Another name for the agent is no way out.
  expect(await new Session(running, 'one', 'Work.', 'other').step()).toBe(402);
  expect(await new Session(running, 'three', 'Work.', 'other').step()).toBe(200);

  const act = { agent: 'claude', session: 'one', by: 'ann', why: 'looked into it' } as const;
  await running.gate.operate({ ...act, action: 'activate' });
  expect(await new Session(running, 'one', 'Work.').step()).toBe(200);
});

verifies('X5', 'the third kill within ten minutes stops the family', async () => {
  const running = await startedProxy(script);
  const working = new Session(running, 'healthy', 'Work.');
  for (const name of ['one', 'two']) {
    expect(await new Session(running, name, 'Loop.').stepsUntilRefused()).toBe(5);
    expect(await working.step()).toBe(200);
    expect(await running.gate.agent('claude')).toMatchObject({ active: 1 });
  }
  expect(await new Session(running, 'three', 'Loop.').stepsUntilRefused()).toBe(5);
  expect(await running.gate.agent('claude')).toMatchObject({
    active: 0,
    deactivated_by: 'kill_switch',
  });
  expect(await working.step()).toBe(402);
  expect(await new Session(running, 'new', 'Work.').step()).toBe(402);
});
