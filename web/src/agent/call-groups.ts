/** Records of the journal put together by the call they belong to, so that a person reads one line for each call. */
import { holdWords } from '../../../src/control/agents/state-words.ts';
import type { Step } from '../../../src/control/api/client.ts';
import { holdOfCode } from '../../../src/core/holds/refused-title.ts';

export interface CallGroup {
  /** The first row of the journal in it. */
  readonly seq: number;
  readonly at: number;
  /** The oldest first. */
  readonly steps: readonly Step[];
  /** What became of the call; null where nothing asked to pass. */
  readonly verdict: 'allowed' | 'waited' | 'waiting' | 'refused' | 'under way' | null;
  readonly what: string;
  readonly tokens: number;
  readonly costUsd: number | null;
  /** From the question to the end of the answer; null while it is under way. */
  readonly tookMs: number | null;
  readonly repeated: boolean;
  /** What kept it from passing, in a word or two. */
  readonly keptBy: string | null;
}

/** The groups in the order of their first records. Time that passed belongs to what came before it. */
export function callGroups(steps: readonly Step[]): readonly CallGroup[] {
  const groups: Step[][] = [];
  const byCall = new Map<string, Step[]>();
  for (const step of steps) {
    const known =
      step.kind === 'tick' ? groups.at(-1) : step.call === null ? undefined : byCall.get(step.call);
    if (known !== undefined) {
      known.push(step);
      continue;
    }
    if (step.kind === 'tick') continue;
    const group = [step];
    groups.push(group);
    if (step.call !== null) byCall.set(step.call, group);
  }
  return groups.map(groupOf);
}

function groupOf(steps: readonly Step[]): CallGroup {
  const [first] = steps;
  if (first === undefined) throw new Error('a group without steps');
  const asked = steps.filter(({ kind, purpose }) => kind === 'admit' && purpose !== 'tool');
  const result = steps.find(({ ended }) => ended !== null);
  const refused = steps.find(({ allowed, kind }) => !allowed && kind === 'admit');
  return {
    seq: first.seq,
    at: first.at,
    steps,
    verdict: verdictOf(steps, asked, result),
    what: whatOf(steps, asked),
    tokens: steps.reduce((sum, { tokens }) => sum + tokens, 0),
    costUsd: result?.cost_usd ?? null,
    tookMs: result === undefined ? null : result.at - first.at,
    repeated: steps.some(({ repeated }) => repeated),
    keptBy:
      (refused === undefined ? null : keptBy(refused)) ??
      steps
        .filter(({ kind }) => kind !== 'tick')
        .reduce<string | null>((found, step) => found ?? keptBy(step), null),
  };
}

/** What kept a step from passing: the first thing that its reason names. A veto may stand for a budget or a hold. */
export function keptBy({ veto, reason }: Pick<Step, 'veto' | 'reason'>): string | null {
  if (veto === null) return null;
  const code = /^([A-Z_]+): /.exec(reason)?.[1] ?? veto;
  const hold = holdOfCode(code);
  return hold === null ? code.toLowerCase().replaceAll('_', ' ') : holdWords[hold].toLowerCase();
}

function verdictOf(
  steps: readonly Step[],
  asked: readonly Step[],
  result: Step | undefined,
): CallGroup['verdict'] {
  const last = asked.at(-1);
  if (last === undefined) {
    // Nothing asked to pass: somebody did something, and then time went by.
    const isAct = steps.every(({ kind }) => ['operator', 'signal', 'tick'].includes(kind));
    return isAct ? null : steps.every(({ allowed }) => allowed) ? 'allowed' : 'refused';
  }
  if (!last.allowed) return last.waits && result === undefined ? 'waiting' : 'refused';
  if (asked.some(({ allowed }) => !allowed)) return 'waited';
  return result === undefined ? 'under way' : 'allowed';
}

function whatOf(steps: readonly Step[], asked: readonly Step[]): string {
  const [first] = asked;
  if (first === undefined) return steps[0]?.what ?? '';
  const model = steps.find((step) => step.model !== null)?.model ?? 'the model';
  const after = first.tool === null ? '' : ` after ${first.tool}`;
  // Requests that were refused together are one record.
  return first.allowed || asked.length > 1 ? `Asked ${model}${after}` : capitalised(first.what);
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
