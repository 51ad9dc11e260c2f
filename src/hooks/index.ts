/**
 * Hooks of the coding agents: their payloads into events of the loop, its answers into what each client needs.
 *
 * Only types are imported from other rooms, because a hook starts before every tool call.
 */
export { answerJournalAsk } from './answer-journal-ask.ts';
export {
  decideInProject,
  decideWithGate,
  releaseInProject,
  type GateOpener,
} from './decide-with-gate.ts';
export { decideWithServer } from './by-server.ts';
export { failClosed } from './fail-closed.ts';
export type { HookOutput } from './hook-output.ts';
export { httpAnswer } from './http-answer.ts';
export {
  JOURNAL_CLIENT,
  type ToldAnswer,
  type ShownStanding,
  type ToldWindow,
} from './journal-wire.ts';
export type { HookApprovals, HookGate } from './gate-journal.ts';
export { isAnsweredByServer, standingShown, tellPlan, type HookServer } from './server-journal.ts';
export { standardInput, writeTo } from './standard-streams.ts';
export { runHook, type Decide, type HookQuestion, type HookRun } from './run-hook.ts';
