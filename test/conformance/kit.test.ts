/**
 * The kit itself: an adapter that is right passes, and every kind of wrong one is caught. A kit that never failed
 * would prove nothing of those that pass it.
 */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { GuardedSession, modelText } from '../../src/adapters/guarded-session.ts';
import { declareCapabilities } from '../../src/adapters/index.ts';
import type { ToolOutcome } from '../../src/guardrails/index.ts';
import type { AdapterHarness, AdapterTask } from './adapter-harness.ts';
import { play } from './adapter-stage.ts';
import { describeAdapter } from './adapter.case.ts';
import { SCENARIOS } from './scenarios.ts';
import { runUnguarded } from './unguarded-tool.ts';

/** What an adapter may get wrong. */
interface Fault {
  /** What the model reads of a call. */
  readonly shows?: (outcome: ToolOutcome) => string;
  readonly runsUnguarded?: true;
  readonly looksAtStopsFirst?: false;
  readonly asksBeforeStopping?: false;
  readonly asksOnlyOnce?: true;
  readonly countsTokens?: false;
  readonly verifiesAtTheEnd?: false;
  readonly runsFirstCallOnly?: true;
}

/** The plainest adapter there is, without an SDK, right or wrong. */
function plainAdapter(fault: Fault = {}): AdapterHarness {
  return {
    capabilities: declareCapabilities({ adapter: 'plain', sdk: 'none' }),
    run: async (task) => {
      const guarded = new GuardedSession('plain', task.guard);
      const output = await loop(task, guarded, fault);
      if (fault.verifiesAtTheEnd !== false && guarded.stop === null) await guarded.finish(output);
      return { stop: guarded.stop };
    },
  };
}

async function loop({ model, input }: AdapterTask, guarded: GuardedSession, fault: Fault) {
  let text = input;
  for (let blocks = 0; ;) {
    if (fault.looksAtStopsFirst !== false && (await guarded.standing()) !== null) return null;
    const { calls = [], text: said = '', usage } = model.next({ text, toolResults: [] });
    const used = { inputTokens: usage?.input ?? 0, outputTokens: usage?.output ?? 0 };
    if (fault.countsTokens !== false) guarded.spend(used);
    if (calls.length === 0) {
      if (fault.asksBeforeStopping === false) return said;
      const answer = await guarded.mayStop(said);
      if (answer.stop === 'allowed' || (fault.asksOnlyOnce && blocks > 0)) return said;
      blocks += 1;
      text += `\n${answer.feedback}`;
    }
    const made = fault.runsFirstCallOnly ? calls.slice(0, 1) : calls;
    const results = await Promise.all(
      made.map(async ({ tool, args = {} }) => {
        if (fault.runsUnguarded)
          return runUnguarded(guarded.prompt, guarded.session, tool, args).catch(String);
        return (fault.shows ?? modelText)(await guarded.runTool(tool, args));
      }),
    );
    text += results.map((result) => `\n${result}`).join('');
  }
}

describeAdapter('without an SDK', plainAdapter());

const faults: Readonly<Record<string, Fault>> = {
  'runs tools past the guardrails': { runsUnguarded: true },
  'does not tell the model why': { shows: (outcome) => outcome.status + (outcome.feedback ?? '') },
  'keeps feedback to itself': { shows: (outcome) => modelText({ ...outcome, feedback: null }) },
  'says feedback twice': { shows: (outcome) => modelText(outcome) + (outcome.feedback ?? '') },
  'goes on after a stop': { looksAtStopsFirst: false },
  'lets the agent stop unasked': { asksBeforeStopping: false },
  'blocks a stop only once': { asksOnlyOnce: true },
  'counts no tokens': { countsTokens: false },
  'does not say that the task is incomplete': { verifiesAtTheEnd: false },
  'forgets calls that came side by side': { runsFirstCallOnly: true },
};

describe('the kit catches an adapter that', () => {
  for (const [name, fault] of Object.entries(faults)) {
    verifies(
      'G15',
      name,
      async () => {
        const harness = plainAdapter(fault);
        let caughtBy: string | null = null;
        for (const scenario of SCENARIOS) {
          const played = scenario.play((scene) => play(harness, scene));
          await played.catch(() => (caughtBy = scenario.title));
          if (caughtBy !== null) break;
        }
        expect(caughtBy).not.toBeNull();
      },
      60_000,
    );
  }
});

describe('the kit', () => {
  verifies('G15', 'has a scenario for each of G1 to G12', () => {
    const proven = new Set<string>(SCENARIOS.flatMap(({ rows }) => rows));
    const rows = Array.from({ length: 12 }, (_, index) => `G${index + 1}`);
    expect(rows.filter((row) => !proven.has(row))).toEqual([]);
  });

  test('no two scenarios have the same title', () => {
    expect(new Set(SCENARIOS.map(({ title }) => title)).size).toBe(SCENARIOS.length);
  });
});
