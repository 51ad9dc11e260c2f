/**
 * What the supervisor says to workers and advisors.
 */
import type { DirtyBit } from '../../loop/index.ts';
import type { SwitchReason } from './state.ts';

/** The line with which a worker says that the task is done. */
const DONE_LINE = 'TASK_COMPLETE';
/** The beginning of the line with which it asks for a person. */
const PERSON_LINE = 'NEEDS_PERSON:';
/** Where the briefing is, as the safety rules name it. */
const BRIEFING_PATH = '.geometry/MISSION_BRIEFING.md';

const RULES = `You work unattended, turn by turn. Test what you change. When the whole task is done and its tests pass, end with a line that says ${DONE_LINE}. If only a person can go on, end with a line that begins with ${PERSON_LINE} and says why. Otherwise stop when a step is finished; you will be asked to go on.`;

/** The first prompt of a night. */
export function firstPrompt(task: string): string {
  return `${task}\n\n${RULES}`;
}

/** The prompt between two turns. */
export function goOnPrompt(bit: DirtyBit | null, testCommand: string | null): string {
  const command = testCommand ?? 'the project’s own test command';
  if (bit === 'tests_run')
    return `You modified code but haven't run tests. Run tests now with: ${command}`;
  if (bit === 'tests_passing')
    return `Cannot complete task with failing tests. Correct the cause, then run them again with: ${command}`;
  return `Continue with the task. When all of it is done and its tests pass, end with a line that says ${DONE_LINE}.`;
}

/** The prompt of a fresh worker after a compaction. */
export function briefedPrompt(task: string): string {
  return `Read ${BRIEFING_PATH} and continue\n\nThe task:\n${firstPrompt(task)}`;
}

/** What a fallback is told: a new plan comes first. */
export function newPlanPrompt(task: string, from: string, reason: SwitchReason): string {
  if (reason === 'rested') return briefedPrompt(task);
  return `Read ${BRIEFING_PATH} and continue\n\nYou take over from ${from}, which had to be left (${reason}). Propose a new plan first: what was tried, why it did not work, and which different steps you will take. Then follow it.\n\nThe task:\n${firstPrompt(task)}`;
}

/** What is said to a worker that is stuck when no advisor answers. */
export function builtInAdvice(deadlock: string): string {
  return `You are stuck (${deadlock}). Stop this approach. Say in one sentence what it was to achieve and why it did not. Then look for the cause with a call you have not made yet, and try something fundamentally different; if there is nothing left to try, end with a line that begins with ${PERSON_LINE} and says what blocks you.`;
}

/** What a worker's last lines say of the task. */
export function lastWord(
  said: string,
): { readonly kind: 'done' | 'open' } | { readonly kind: 'person'; readonly why: string } {
  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-5);
  const asks = lines.findLast((line) => line.startsWith(PERSON_LINE));
  if (asks !== undefined) return { kind: 'person', why: asks.slice(PERSON_LINE.length).trim() };
  return { kind: lines.includes(DONE_LINE) ? 'done' : 'open' };
}
