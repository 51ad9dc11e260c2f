/**
 * Agents that talk to each other: an exchange that brings nothing new is one loop, told on both sides, and stopped where a
 * person said so; one that gets somewhere is left alone, however long it is.
 */
import { expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 180_000 });

interface View {
  readonly stuck: readonly { readonly code: string; readonly why: string }[];
  readonly holds: readonly { readonly hold: string; readonly title: string }[];
}

const PATIENCE = { timeout: 20_000, interval: 100 };
/** One conversation alone would be stopped for saying the same: here it only reports. */
const SHADOW = '  shadow: true\n';
const PLACES = ['kitchen', 'cellar', 'attic', 'garden', 'garage', 'library', 'stable', 'chapel'];
const THINGS = [
  'lamp',
  'rope',
  'ladder',
  'mirror',
  'basket',
  'anvil',
  'candle',
  'trumpet',
  'kettle',
];

/** One agent, with the conversation that it remembers. */
class Talker {
  readonly #messages: { readonly role: string; readonly content: string }[] = [];
  readonly #at: WholeServer;
  readonly #agent: string;

  constructor(at: WholeServer, agent: string) {
    this.#at = at;
    this.#agent = agent;
  }

  /** What it answers to this. */
  async said(prompt: string): Promise<string> {
    this.#messages.push({ role: 'user', content: prompt });
    const url = `${this.#at.server.url}/agents/${this.#agent}/openai/v1/chat/completions`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
      body: JSON.stringify({ model: 'm', messages: this.#messages }),
    });
    if (answer.status !== 200) return `refused: ${await answer.text()}`;
    const { choices } = (await answer.json()) as { choices: { message: { content: string } }[] };
    const content = choices[0]?.message.content ?? '';
    this.#messages.push({ role: 'assistant', content });
    return content;
  }
}

/** Hands each answer to the other agent, as a program that lets them talk does. */
async function talk(
  at: WholeServer,
  rounds: number,
  [one, other]: readonly [string, string] = ['writer', 'reviewer'],
  first = 'Please review the plan for the old house and tell me what you think about it.',
): Promise<string> {
  const [writer, reviewer] = [new Talker(at, one), new Talker(at, other)];
  let words = first;
  for (let round = 0; round < rounds; round += 1) {
    words = await writer.said(`The reviewer says: ${words}`);
    if (!words.startsWith('refused')) words = await reviewer.said(`The writer says: ${words}`);
    if (words.startsWith('refused')) return words;
  }
  return words;
}

const circled = (asked: string) =>
  asked.startsWith('The reviewer')
    ? 'Thank you for the careful review, I have improved the second chapter as you suggested.'
    : 'The second chapter still reads unevenly, please improve it before we publish anything.';
const circles: FakeScript = ({ lastUserText }) => ({ text: circled(lastUserText) });
/** Each answer is about another place and another thing. */
const progress: FakeScript = (turn, index) => {
  if (turn.lastUserText.includes('chapter')) return { text: circled(turn.lastUserText) };
  const place = PLACES[index % PLACES.length] ?? '';
  const thing = THINGS[index % THINGS.length] ?? '';
  return {
    text: `In the ${place} we found one more ${thing} and wrote it down on page ${index + 10}.`,
  };
};

/** One agent that asks another by a tool, as A2A does: the words stand in fields of the protocol, on the way there and back. */
async function delegate(
  at: WholeServer,
  rounds: number,
  [caller, callee]: readonly [string, string],
): Promise<string> {
  const url = (agent: string) => `${at.server.url}/agents/${agent}/openai/v1/chat/completions`;
  const post = async (agent: string, messages: readonly object[]) => {
    const answer = await fetch(url(agent), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
      body: JSON.stringify({ model: 'm', messages }),
    });
    if (answer.status !== 200) return null;
    const { choices } = (await answer.json()) as {
      choices: {
        message: {
          content: string | null;
          tool_calls?: { id: string; function: { arguments: string } }[];
        };
      }[];
    };
    return choices[0]?.message ?? null;
  };
  const messages: object[] = [{ role: 'user', content: `delegate the work, ${caller}` }];
  for (let round = 0; round < rounds; round += 1) {
    const asked = await post(caller, messages);
    if (asked === null) return 'refused';
    const [call] = asked.tool_calls ?? [];
    const { message } = JSON.parse(call?.function.arguments ?? '{}') as {
      message?: { parts: { text: string }[] };
    };
    const other = new Talker(at, callee);
    const text = await other.said(message?.parts[0]?.text ?? '');
    if (text.startsWith('refused')) return 'refused';
    const artifact = { kind: 'task', status: { state: 'completed' }, parts: [{ text }] };
    const result = JSON.stringify({ jsonrpc: '2.0', id: round, result: artifact });
    messages.push(asked, { role: 'tool', tool_call_id: call?.id, content: result });
  }
  return 'done';
}

/** The model of the caller sends a message by its tool; that of the callee answers it. */
const delegating =
  (asks: (round: number) => string, answers: (round: number) => string): FakeScript =>
  ({ lastUserText, toolResults }, index) => {
    if (!lastUserText.startsWith('delegate')) return { text: answers(index) };
    const parts = [{ kind: 'text', text: asks(toolResults.length) }];
    return { toolCalls: [{ name: 'send_message', args: { message: { role: 'user', parts } } }] };
  };

const viewOf = (at: WholeServer, agent: string) => at.api<View>(`/api/agents/${agent}`);

verifies(
  'X20',
  'an exchange in circles is told on both sides, and stops nobody by itself',
  async () => {
    const at = await wholeServer({
      script: circles,
      yaml: `${SHADOW}stuck: { exchange: { rounds: 3 } }\n`,
    });
    expect(await talk(at, 5)).toContain('second chapter');
    for (const [agent, other] of [
      ['writer', 'reviewer'],
      ['reviewer', 'writer'],
    ] as const) {
      await vi.waitFor(async () => {
        const { stuck, holds } = await viewOf(at, agent);
        expect(stuck.map(({ code }) => code)).toContain('FRUITLESS_EXCHANGE');
        expect(stuck.map(({ why }) => why).join()).toContain(other);
        expect(holds).toEqual([]);
      }, PATIENCE);
    }
  },
);

verifies(
  'X20',
  'where configured the cheaper one of them is stopped, and the other not',
  async () => {
    const yaml = `${SHADOW}stuck: { exchange: { rounds: 3, act: stop } }\n`;
    const dear: FakeScript = ({ lastUserText }) => ({
      text: circled(lastUserText),
      usage: { input: lastUserText.startsWith('The reviewer') ? 900 : 100, output: 10 },
    });
    const at = await wholeServer({ script: dear, yaml });
    await talk(at, 5);
    await vi.waitFor(async () => {
      const { holds } = await viewOf(at, 'reviewer');
      expect(holds).toMatchObject([{ hold: 'kill_switch' }]);
      expect(holds[0]?.title).toContain('writer');
    }, PATIENCE);
    expect((await viewOf(at, 'writer')).holds).toEqual([]);
    expect(await talk(at, 1)).toContain('refused');
  },
);

verifies(
  'X20',
  'an exchange that gets somewhere is left alone, and so is a line of agents',
  async () => {
    const yaml = `${SHADOW}stuck: { exchange: { rounds: 3, act: stop } }\n`;
    const at = await wholeServer({ script: progress, yaml });
    expect(await talk(at, 12)).toContain('we found one more');
    // One way only: the same report to a second agent, again and again.
    const report = 'The nightly build has finished and all of its tests have passed again.';
    const [builder, archivist] = [new Talker(at, 'builder'), new Talker(at, 'archivist')];
    for (let night = 0; night < 6; night += 1) {
      await builder.said(`Night ${night}: report`);
      await archivist.said(report);
    }
    // When others are told to talk in circles, these have been looked at.
    await talk(at, 5, ['poet', 'critic'], 'Please begin with the second chapter of the book.');
    await vi.waitFor(async () => {
      const { stuck } = await viewOf(at, 'poet');
      expect(stuck.map(({ code }) => code)).toContain('FRUITLESS_EXCHANGE');
    }, PATIENCE);
    for (const agent of ['writer', 'reviewer', 'builder', 'archivist']) {
      const { stuck, holds } = await viewOf(at, agent);
      expect(stuck.map(({ code }) => code)).not.toContain('FRUITLESS_EXCHANGE');
      expect(holds).toEqual([]);
    }
  },
);

verifies(
  'X20',
  'agents that call each other as tools are told of on both sides, and the cheaper one is stopped',
  async () => {
    const script = delegating(
      () => 'Please translate the second chapter of the old book into plain English for me.',
      () => 'I need the source language of the second chapter before I can translate anything.',
    );
    const yaml = `${SHADOW}stuck: { exchange: { rounds: 3, act: stop } }\n`;
    const at = await wholeServer({ script, yaml });
    await delegate(at, 6, ['planner', 'translator']);
    await vi.waitFor(async () => {
      for (const [agent, other] of [
        ['planner', 'translator'],
        ['translator', 'planner'],
      ] as const) {
        const { stuck } = await viewOf(at, agent);
        expect(stuck.map(({ code }) => code)).toContain('FRUITLESS_EXCHANGE');
        expect(stuck.map(({ why }) => why).join()).toContain(other);
      }
    }, PATIENCE);
    // The one that is asked reads nothing but the question; the other one carries its whole conversation.
    await vi.waitFor(async () => {
      expect((await viewOf(at, 'translator')).holds).toMatchObject([{ hold: 'kill_switch' }]);
    }, PATIENCE);
    expect((await viewOf(at, 'planner')).holds).toEqual([]);
    expect(await delegate(at, 1, ['planner', 'translator'])).toBe('refused');
  },
);

verifies('X20', 'agents that call each other and get on are left alone', async () => {
  const script = delegating(
    (round) => `Please translate chapter ${round + 1}, the one about the ${PLACES[round % 8]}.`,
    (index) =>
      `Here it is: in the ${PLACES[index % 8]} stood a ${THINGS[index % 9]}, on page ${index}.`,
  );
  const yaml = `${SHADOW}stuck: { exchange: { rounds: 3, act: stop } }\n`;
  const at = await wholeServer({ script, yaml });
  expect(await delegate(at, 10, ['planner', 'translator'])).toBe('done');
  // When others are told to talk in circles, these have been looked at.
  const circling = await talk(at, 1, ['poet', 'critic']);
  expect(circling).not.toBe('refused');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  for (const agent of ['planner', 'translator']) {
    expect(await viewOf(at, agent)).toMatchObject({ stuck: [], holds: [] });
  }
});
