/** Nothing passes on what was true before a wait: a stop counts wherever on the way of a call it comes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testGate } from '../../test/kit/test-gate.ts';
import { createMemoryStore, type Store } from '../store/index.ts';
import type { Gate } from './gate.ts';

const ask = { agent: 'ada', session: 's', purpose: 'step', estimateTokens: 1, waitMs: 0 } as const;

/** A store that calls `at` with the number of each question it is asked, before it answers. */
function counting(store: Store, at: (question: number) => void): Store {
  let questions = 0;
  return new Proxy(store, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown => {
        questions += 1;
        at(questions);
        return Reflect.apply(member, target, given);
      };
    },
  });
}

/** Asks for a call while a stop comes with the n-th question to the store; how many questions there were. */
async function stoppedAt(question: number, stop: (gate: Gate) => void) {
  let questions = 0;
  let during: ((number: number) => void) | null = null;
  const store = counting(createMemoryStore(), () => {
    if (during === null) return;
    questions += 1;
    during(questions);
  });
  const gate = await testGate({ store });
  during = (number) => {
    if (number === question) stop(gate);
  };
  const admission = await gate.admit(ask);
  during = null;
  gate.close();
  const passes = admission.allowed && !admission.call.signal.aborted;
  return { passes, questions };
}

describe('a stop on the way of a call', () => {
  const stops: readonly (readonly [string, (gate: Gate) => void])[] = [
    ['of its agent', (gate) => void gate.operate({ ...stopOf('ada'), action: 'deactivate' })],
    ['of everybody', (gate) => void gate.stopAll('person', 'why')],
  ];
  for (const [what, stop] of stops) {
    test(`${what} counts at whichever wait it comes`, async () => {
      const { passes, questions } = await stoppedAt(0, stop);
      expect(passes).toBe(true);
      expect(questions).toBeGreaterThan(2);
      for (let question = 1; question <= questions; question += 1) {
        expect(await stoppedAt(question, stop), `question ${question}`).toMatchObject({
          passes: false,
        });
      }
    });
  }
});

test('every wait of an admission asks again what stands', () => {
  const text = readFileSync(join(import.meta.dirname, 'admissions.ts'), 'utf8');
  const waits = text.split('\n').filter((line) => /\bawait\b/.test(line));
  expect(waits.length).toBeGreaterThan(3);
  for (const line of waits) {
    expect(line).toMatch(/await (?:way\.(?:after|sleep)\(|this\.#\w+\(way\b)/);
  }
});

function stopOf(agent: string) {
  return { agent, by: 'person', why: 'why' };
}
