/**
 * Many calls side by side, with snapshots, restores and resets in between, in every order that chance finds.
 *
 * The oracle is written the other way round: it does not look at the policies' state but at the history of what
 * happened, and says from that which calls may have run and what must be remembered.
 */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { anyParams } from '../../test/kit/guarded-tools.ts';
import {
  ALLOWED,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  SequentialDependencyPolicy,
  Session,
  defineTool,
  policyState,
  runTool,
  type SessionChanges,
  type SessionSnapshot,
  type SessionView,
  type ToolPolicy,
} from './index.ts';

const NAMES = ['lint', 'build', 'test', 'deploy'] as const;
type Name = (typeof NAMES)[number];
const REQUIRED: Readonly<Record<Name, readonly Name[]>> = {
  lint: [],
  build: ['lint'],
  test: [],
  deploy: ['build', 'test'],
};

type Act =
  | { readonly kind: 'call'; readonly tool: Name; readonly fails: boolean }
  | { readonly kind: 'snapshot' | 'restore' | 'reset' };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      tool: fc.constantFrom(...NAMES),
      fails: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'snapshot' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restore' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reset' } as const) },
);

/** The history in plain words: what is known to have succeeded, and how often the session went back. */
class History {
  known = new Set<Name>();
  rewinds = 0;
  readonly faults: string[] = [];
  readonly #saved: ReadonlySet<Name>[] = [];

  lacks(tool: Name): boolean {
    return REQUIRED[tool].some((name) => !this.known.has(name));
  }

  snapshot(): void {
    this.#saved.push(new Set(this.known));
  }

  restore(): void {
    this.known = new Set(this.#saved.at(-1));
    this.rewinds += 1;
  }

  reset(): void {
    this.known = new Set();
    this.rewinds += 1;
  }
}

/** A call that has started, as the history knows it. */
interface Started {
  readonly tool: Name;
  readonly fails: boolean;
  readonly rewinds: number;
}

/** A session that tells when changes are committed, so that the history hears of it at that very moment. */
class WatchedSession extends Session {
  onCommit: (changes: SessionChanges) => void = () => undefined;

  override begin(): SessionChanges {
    const changes = super.begin();
    const commit = changes.commit.bind(changes);
    changes.commit = () => {
      const isDone = commit();
      this.onCommit(changes);
      return isDone;
    };
    return changes;
  }
}

/** Runs acts side by side; the scheduler decides when each waiting part goes on. */
class Interleaving {
  readonly session = new WatchedSession();
  readonly history = new History();
  readonly #scheduler: fc.Scheduler;
  readonly #prompt: Prompt;
  readonly #started = new Map<SessionView, Started>();
  readonly #ran = new Set<string>();
  readonly #snapshots: SessionSnapshot[] = [];

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
    this.session.onCommit = (changes) => this.#committed(changes);
    const tools = NAMES.map((tool) =>
      defineTool({
        name: tool,
        params: anyParams,
        handler: async ({ fails }, { callId, session }) => {
          const { history } = this;
          if (history.lacks(tool)) history.faults.push(`${tool} ran too early`);
          this.#started.set(session, { tool, fails: fails === true, rewinds: history.rewinds });
          this.#ran.add(callId);
          await this.#wait(`${tool} works`);
          if (fails === true) throw new Error('failed');
        },
      }),
    );
    const slow: ToolPolicy = {
      name: 'slow',
      check: async () => {
        await this.#wait('a policy thinks');
        return ALLOWED;
      },
      onResult: async () => this.#wait('a policy takes note'),
    };
    const order = new SequentialDependencyPolicy({ dependencies: REQUIRED, name: 'order' });
    const template = new PromptTemplate({
      ns: 'test',
      key: 'interleavings',
      sections: [new MarkdownSection({ tools })],
      policies: [order, slow],
    });
    this.#prompt = new Prompt({ template });
  }

  async play(acts: readonly Act[]): Promise<void> {
    const all = acts.map(async (one, index) => {
      await this.#wait(one.kind);
      if (one.kind === 'call') await this.#call(one.tool, one.fails, String(index));
      else this.#turn(one.kind);
    });
    await this.#scheduler.waitIdle();
    await Promise.all(all);
  }

  async #call(tool: Name, fails: boolean, callId: string): Promise<void> {
    const { session, history } = this;
    const prompt = this.#prompt;
    const [wasReady, rewinds] = [!history.lacks(tool), history.rewinds];
    const { status } = await runTool({ prompt, session, tool, params: { fails }, callId });
    const hasRun = this.#ran.has(callId);
    if (hasRun !== (status !== 'denied')) history.faults.push(`${tool}: ran ${hasRun}, ${status}`);
    if (status === 'denied' && wasReady && rewinds === history.rewinds) {
      history.faults.push(`${tool} was denied although nothing was missing`);
    }
  }

  #committed(changes: SessionView): void {
    const started = this.#started.get(changes);
    if (started === undefined) return;
    if (started.fails) this.history.faults.push(`${started.tool} failed and was kept`);
    // What was found out before the session went back belongs to the past that was given up.
    if (started.rewinds === this.history.rewinds) this.history.known.add(started.tool);
  }

  #turn(kind: 'snapshot' | 'restore' | 'reset'): void {
    const snapshot = this.#snapshots.at(-1);
    if (kind === 'snapshot') {
      this.#snapshots.push(this.session.snapshot());
    } else if (kind === 'reset') {
      this.session.reset();
    } else if (snapshot !== undefined) {
      this.session.restore(snapshot);
    }
    if (kind !== 'restore' || snapshot !== undefined) this.history[kind]();
  }

  #wait(what: string): Promise<void> {
    return this.#scheduler.schedule(Promise.resolve(), what);
  }
}

describe('whatever the order', () => {
  verifies(
    ['G1', 'G2'],
    'no denied tool runs, none runs too early, and no policy forgets what it was told',
    async () => {
      const acts = fc.array(act, { minLength: 1, maxLength: 14 });
      const holds = fc.asyncProperty(acts, fc.scheduler(), async (chosen, scheduler) => {
        const run = new Interleaving(scheduler);
        await run.play(chosen);
        const { invokedTools } = policyState(run.session, 'order');
        expect(run.history.faults).toEqual([]);
        expect(invokedTools.toSorted()).toEqual([...run.history.known].toSorted());
      });
      await fc.assert(holds, { numRuns: 500 });
    },
    60_000,
  );

  verifies(['G1', 'G3'], 'in the good order everything runs', async () => {
    const holds = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const run = new Interleaving(scheduler);
      for (const tool of NAMES) await run.play([{ kind: 'call', tool, fails: false }]);
      expect(run.history.faults).toEqual([]);
      expect([...run.history.known]).toEqual([...NAMES]);
    });
    await fc.assert(holds, { numRuns: 20 });
  });

  verifies(
    'G1',
    'nothing comes between the last look and the start, not even for a moment',
    async () => {
      for (let hops = 0; hops < 60; hops += 1) {
        const session = new Session();
        const starts: (readonly string[])[] = [];
        const section = new MarkdownSection({
          tools: [
            defineTool({ name: 'lint', params: anyParams, handler: () => 'done' }),
            defineTool({
              name: 'build',
              params: anyParams,
              handler: () => starts.push(policyState(session, 'order').invokedTools),
            }),
          ],
          policies: [
            new SequentialDependencyPolicy({ dependencies: { build: ['lint'] }, name: 'order' }),
          ],
        });
        const template = new PromptTemplate({ ns: 'test', key: 'moments', sections: [section] });
        const prompt = new Prompt({ template });
        await runTool({ prompt, session, tool: 'lint', params: {} });
        const building = runTool({ prompt, session, tool: 'build', params: {} });
        for (let hop = 0; hop < hops; hop += 1) await Promise.resolve();
        session.reset();
        await building;
        expect(starts, `a reset after ${hops} moments`).toEqual(
          starts.length === 0 ? [] : [['lint']],
        );
      }
    },
  );
});
