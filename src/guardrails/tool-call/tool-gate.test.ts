/** The gate around a tool call: asked before, told afterwards, and obeyed when it cannot be reached. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { ToolStage, stopped, openGate } from '../../../test/kit/tool-stage.ts';
import { ALLOWED, denied, type ToolGate, type ToolPolicy, type ToolSeen } from '../index.ts';
import { shownText } from './tool-gate.ts';

describe('the gate', () => {
  verifies('G1', 'is asked for agent, session and thread; its words go to the agent', async () => {
    const asked: unknown[] = [];
    const port: ToolGate = {
      standing: (...who) => {
        asked.push(who);
        return Promise.resolve(stopped);
      },
    };
    const stage = new ToolStage();
    const outcome = await stage.run({ gate: { port, agent: 'a', thread: 't' } });
    expect(asked).toEqual([['a', stage.session.id, 't']]);
    expect(outcome).toMatchObject({
      by: 'gate',
      reason: expect.stringMatching(/^A person stopped it\. Only a person can lift this/) as string,
    });
    expect(stage.ran).toEqual([]);
  });

  verifies('G1', 'that cannot be asked refuses', async () => {
    const port: ToolGate = { standing: () => Promise.reject(new Error('no route')) };
    const stage = new ToolStage();
    const outcome = await stage.run({ gate: { port, agent: 'a' } });
    expect(outcome).toMatchObject({
      by: 'gate',
      stop: { kind: 'gate_unavailable', temporary: true },
    });
    expect(stage.ran).toEqual([]);
  });

  verifies('G1', 'a stop that comes while a policy waits for a person still counts', async () => {
    let standing: typeof stopped | null = null;
    const waits: ToolPolicy = {
      name: 'approval',
      check: () => {
        standing = stopped;
        return ALLOWED;
      },
    };
    const port: ToolGate = { standing: () => Promise.resolve(standing) };
    const stage = new ToolStage({ policies: [waits] });
    expect(await stage.run({ gate: { port, agent: 'a' } })).toMatchObject({
      by: 'gate',
      stop: stopped,
    });
    expect(stage.ran).toEqual([]);
  });

  verifies(
    'G1',
    'hears of every call that it did not refuse, and may stop the agent after it',
    async () => {
      const heard: ToolSeen[] = [];
      const port: ToolGate = {
        standing: () => Promise.resolve(null),
        tool: (seen) => {
          heard.push(seen);
          return Promise.resolve(heard.length < 3 ? null : stopped);
        },
      };
      const stage = new ToolStage({
        policies: [
          {
            name: 'p',
            check: (_t, params) => (JSON.stringify(params) === '{}' ? ALLOWED : denied('no')),
          },
        ],
      });
      const gate = { port, agent: 'a' };
      const ends = [
        await stage.run({ gate, callId: '1' }),
        await stage.run({ gate, callId: '2', params: { other: 1 } }),
        await stage.run({ gate, callId: '3', tool: 'nope' }),
      ];
      const session = stage.session.id;
      expect(heard).toMatchObject([
        { agent: 'a', session, callId: '1', tool: 'act', result: 'act done', isError: false },
        { agent: 'a', session, callId: '2', tool: 'act', result: 'no', isError: true },
        { agent: 'a', session, callId: '3', tool: 'nope', isError: true },
      ]);
      expect(ends.map(({ stop }) => stop)).toEqual([null, null, stopped]);
    },
  );

  verifies(
    'G1',
    'that cannot take note stops the agent: what it does not see it cannot stop',
    async () => {
      const port: ToolGate = { ...openGate, tool: () => Promise.reject(new Error('disk full')) };
      const outcome = await new ToolStage().run({ gate: { port, agent: 'a' } });
      expect(outcome).toMatchObject({ status: 'success', stop: { kind: 'gate_unavailable' } });
    },
  );
});

describe('a result as the model sees it', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const results: readonly (readonly [string, unknown, string])[] = [
    ['text', 'as it is', 'as it is'],
    ['data', { a: [1] }, '{"a":[1]}'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a big number', 7n, '7'],
    ['a circle', circle, '[object Object]'],
  ];
  for (const [what, result, text] of results) {
    verifies('G1', what, () => {
      expect(shownText(result)).toBe(text);
    });
  }
});
