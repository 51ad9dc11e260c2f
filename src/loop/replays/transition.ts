/**
 * From state to state: a pure function of what a step records, so that a replay can be worked out again.
 */
import type { CallPurpose, StepFacts, TrajectoryState } from './step.ts';

/** Every trajectory begins here. */
export const FIRST_STATE: TrajectoryState = 'planning';

const CALL_ACTIONS = {
  look: 'read',
  plan: 'plan',
  wait: 'wait',
  edit: 'edit_file',
  command: 'run_command',
  act: 'call_tool',
  test: 'run_tests',
  build: 'run_build',
} as const;
const CHECKS: readonly (CallPurpose | null)[] = ['test', 'build'];
const WORK: readonly (CallPurpose | null)[] = ['edit', 'command', 'act'];

type Facts = Pick<StepFacts, 'event' | 'agent' | 'purpose' | 'answer' | 'holds'>;

/** What the step did, in a word. */
export function actionOf({ event, purpose }: Pick<StepFacts, 'event' | 'purpose'>): string {
  return purpose === null ? event.replaceAll('-', '_') : CALL_ACTIONS[purpose];
}

/** The state after the step. What holds the session counts more than what it does. */
export function nextState(state: TrajectoryState, facts: Facts): TrajectoryState {
  const { event, agent, purpose, answer, holds } = facts;
  if (event === 'session-end') return 'finished';
  if (holds.includes('stop') || holds.includes('blocker')) return 'blocked';
  if (holds.length > 0) return 'paused';
  // A wish of a person begins anew: nothing was done about it yet.
  if (event === 'prompt' && agent === null) return 'planning';
  if (answer !== 'deny' && CHECKS.includes(purpose)) return 'testing';
  if (answer !== 'deny' && WORK.includes(purpose)) return 'executing';
  return state === 'executing' || state === 'testing' ? state : 'planning';
}
