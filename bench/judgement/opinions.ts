/**
 * The detector with a second opinion, on recorded runs: the model is a script that knows the label of the run.
 *
 * It is asked as the gate asks, once in a stretch without progress when the score first warns, and its answer counts
 * from the next event on, with the core's own band.
 */
import { hash } from 'node:crypto';
import { stopsAbove } from '../../src/core/take/opinion-band.ts';
import { DEFAULT_OPTIONS, digestEvent, initialJudge, judgeEvent } from '../../src/detect/index.ts';
import type { CorpusRun, CorpusThread } from '../../src/transcripts/index.ts';

type Said = 'progress' | 'stuck';

/** A model that is asked about a run at one of its events. */
export interface ScriptedModel {
  readonly name: string;
  /** Null: no answer in time. */
  readonly says: (run: CorpusRun, place: number) => Said | null;
}

/** What is true of a run at an event: it is stuck once its loop has begun. */
function truth({ expect, loopStart }: CorpusRun, place: number): Said {
  return expect === 'stuck' && place >= (loopStart ?? 0) ? 'stuck' : 'progress';
}

/** The models of the bench. */
export const scriptedModels: readonly ScriptedModel[] = [
  { name: 'no answer (the rules alone)', says: () => null },
  { name: 'always right', says: truth },
  {
    name: 'always wrong',
    says: (run, place) => (truth(run, place) === 'stuck' ? 'progress' : 'stuck'),
  },
  {
    // By the name of the run, so that the figures are the same every time.
    name: 'at random',
    says: ({ id }, place) =>
      hash('sha256', `${id} ${place}`, 'buffer').readUInt8(0) % 2 === 0 ? 'stuck' : 'progress',
  },
  { name: 'always "progress"', says: () => 'progress' },
  { name: 'always "stuck"', says: () => 'stuck' },
];

/** Where a thread is stopped, and how often the model was asked. */
export interface Opined {
  readonly firedAt: number | null;
  readonly asked: number;
}

/** Judges a thread of a run with a model beside the rules. */
export function withOpinions(run: CorpusRun, thread: CorpusThread, model: ScriptedModel): Opined {
  const { threshold } = DEFAULT_OPTIONS;
  let state = initialJudge();
  let said: Said | 'none' | undefined;
  let asked = 0;
  for (const [index, event] of thread.events.entries()) {
    const options = { ...DEFAULT_OPTIONS, stopsAbove: stopsAbove(threshold, said) };
    const judged = judgeEvent(state, digestEvent(event), options);
    ({ state } = judged);
    const { level, rule } = judged.verdict;
    if (level === 'stop') return { firedAt: index, asked };
    if (state.stretch.fed === 0) said = undefined;
    const isScored = rule === 'no-progress' || rule === 'monologue';
    if (level === 'warn' && isScored && said === undefined) {
      asked += 1;
      said = model.says(run, thread.origins[index] ?? index) ?? 'none';
    }
  }
  return { firedAt: null, asked };
}
