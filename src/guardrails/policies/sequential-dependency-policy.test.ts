/** Tool order: who may run when, and which orders make no sense. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import {
  SequentialDependencyPolicy,
  Session,
  policyState,
  type PolicyContext,
  type ToolDependencies,
} from '../index.ts';

const pipeline = { deploy: ['test', 'build'], build: ['lint'] };

function contextOf(session: Session): PolicyContext {
  return { session, filesystem: null, promptName: 'p', callId: 'c' };
}

interface Case {
  readonly done: readonly string[];
  readonly asks: string;
  /** What is missing; empty when the tool may run. */
  readonly missing: string;
}

const cases: readonly Case[] = [
  { done: [], asks: 'lint', missing: '' },
  { done: [], asks: 'test', missing: '' },
  { done: [], asks: 'unheard_of', missing: '' },
  { done: [], asks: 'build', missing: 'lint' },
  { done: ['lint'], asks: 'build', missing: '' },
  { done: ['test'], asks: 'build', missing: 'lint' },
  { done: [], asks: 'deploy', missing: 'build, test' },
  { done: ['test'], asks: 'deploy', missing: 'build' },
  { done: ['build'], asks: 'deploy', missing: 'test' },
  { done: ['build', 'test'], asks: 'deploy', missing: '' },
  { done: ['test', 'build'], asks: 'deploy', missing: '' },
  { done: ['lint'], asks: 'deploy', missing: 'build, test' },
  { done: ['deploy'], asks: 'deploy', missing: 'build, test' },
  { done: ['Build', 'TEST'], asks: 'deploy', missing: 'build, test' },
  { done: ['lint', 'lint'], asks: 'build', missing: '' },
  { done: [], asks: 'constructor', missing: '' },
];

describe('order', () => {
  for (const { done, asks, missing } of cases) {
    const verdict = missing === '' ? 'runs' : `misses ${missing}`;
    verifies('G3', `after [${done.join(', ')}] ${asks} ${verdict}`, () => {
      const session = new Session();
      const policy = new SequentialDependencyPolicy({ dependencies: pipeline });
      const context = contextOf(session);
      for (const name of done) policy.onResult({ name }, {}, null, context);
      const decision = policy.check({ name: asks }, {}, context);
      expect(decision.allowed).toBe(missing === '');
      const words = `Tool '${asks}' requires: ${missing}. Run what is missing first; it must succeed.`;
      expect(decision.reason).toBe(missing === '' ? null : words);
    });
  }

  verifies('G3', 'what another session did does not count', () => {
    const policy = new SequentialDependencyPolicy({ dependencies: pipeline });
    policy.onResult({ name: 'lint' }, {}, null, contextOf(new Session()));
    expect(policy.check({ name: 'build' }, {}, contextOf(new Session())).allowed).toBe(false);
  });

  verifies('G3', 'what another policy remembers does not count', () => {
    const session = new Session();
    const one = new SequentialDependencyPolicy({ dependencies: pipeline, name: 'one' });
    const other = new SequentialDependencyPolicy({ dependencies: pipeline, name: 'other' });
    one.onResult({ name: 'lint' }, {}, null, contextOf(session));
    expect(one.check({ name: 'build' }, {}, contextOf(session)).allowed).toBe(true);
    expect(other.check({ name: 'build' }, {}, contextOf(session)).allowed).toBe(false);
    expect(policyState(session, 'one').invokedTools).toEqual(['lint']);
  });

  verifies('G3', 'a definition that is changed afterwards changes nothing', () => {
    const required = ['lint'];
    const policy = new SequentialDependencyPolicy<ToolDependencies>({
      dependencies: { build: required },
    });
    required.pop();
    expect(policy.check({ name: 'build' }, {}, contextOf(new Session())).allowed).toBe(false);
  });

  verifies('G3', 'it names every tool that it speaks of, once', () => {
    const policy = new SequentialDependencyPolicy({ dependencies: pipeline });
    expect(policy.toolNames.toSorted()).toEqual(['build', 'deploy', 'lint', 'test']);
    expect(policy.name).toBe('sequential_dependency');
  });
});

const circles: readonly (readonly [ToolDependencies, string])[] = [
  [{ a: ['a'] }, 'a → a'],
  [{ a: ['b'], b: ['a'] }, 'a → b → a'],
  [{ start: ['a'], a: ['b'], b: ['c'], c: ['a'] }, 'a → b → c → a'],
  [{ free: [], a: ['free', 'b'], b: ['a'] }, 'a → b → a'],
];

describe('circles', () => {
  for (const [dependencies, circle] of circles) {
    verifies(
      'G3',
      `${JSON.stringify(dependencies)} is refused: nothing in it could ever run`,
      () => {
        expect(() => new SequentialDependencyPolicy({ dependencies })).toThrow(
          `dependencies go in a circle, so none of these could ever run: ${circle}`,
        );
      },
    );
  }

  verifies('G3', 'two ways to the same tool are no circle', () => {
    const dependencies = { a: ['b', 'c'], b: ['d'], c: ['d'] };
    expect(new SequentialDependencyPolicy({ dependencies }).toolNames).toHaveLength(4);
  });

  verifies('G3', 'a lattice of 40 layers is read at once', () => {
    const layers = Array.from({ length: 40 }, (_, n) => [
      [`a${n}`, [`a${n + 1}`, `b${n + 1}`]],
      [`b${n}`, [`a${n + 1}`, `b${n + 1}`]],
    ]).flat() as [string, string[]][];
    const dependencies = Object.fromEntries(layers);
    expect(new SequentialDependencyPolicy({ dependencies }).toolNames).toHaveLength(82);
  });
});
