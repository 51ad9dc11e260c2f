/**
 * A tool call as the ladder sees it.
 *
 * By default a signature keeps the full arguments, as a hash behind the readable part; strict signatures are
 * the readable part alone.
 */
import type { LoopEvent } from '../../clients/hook-event.ts';
import { strictSignature, type LadderCall } from '../../detect/index.ts';
import type { CallFacts } from './call-facts.ts';

type ToolEvent = Extract<LoopEvent, { kind: 'tool-before' | 'tool-after' }>;

const SIGNATURE_LENGTH_MAX = 160;

/** The signature that the ladder compares. */
export function signatureOf(
  { tool, args }: ToolEvent,
  { step }: CallFacts,
  strict: boolean,
): string {
  const readable = strictSignature(tool, args).slice(0, SIGNATURE_LENGTH_MAX);
  return strict ? readable : `${readable}#${step.call}`;
}

const CHAINED = ' → ';

/** A signature, or a chain of them, as people and agents read it: the command or the tool, in code quotes. */
export function shownSignature(signature: string): string {
  return signature
    .split(CHAINED)
    .map((one) => {
      const readable = one.replace(/#[0-9a-f]+$/, '');
      const [, tool = '', of = ''] = /^([^(]*)\((?:cmd|file)=(.*)\)$/s.exec(readable) ?? [];
      const plain = tool === 'Bash' ? of : tool === '' ? readable : `${tool} ${of}`;
      return `\`${plain.replace(/\(\.\.\.\)$/, '')}\``;
    })
    .join(CHAINED);
}

/** The call on the ladder; null for one that waits, which repeats by design. */
export function ladderCall(
  event: ToolEvent,
  facts: CallFacts,
  calls: readonly LadderCall[],
  strict: boolean,
): LadderCall | null {
  const { step } = facts;
  if (!strict && (step.poll || step.unfinished)) return null;
  const signature = signatureOf(event, facts, strict);
  const mayChange = step.nature === 'change' || step.nature === 'run' || step.nature === 'spawn';
  const isNew = !calls.some((one) => one.signature === signature);
  return { signature, outcome: step.outcome, changed: mayChange && isNew && step.error === null };
}
