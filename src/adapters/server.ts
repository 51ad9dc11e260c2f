/**
 * The door for the server that adapters ask.
 *
 * @module
 */
export { answerGateAsk } from './answer-gate-ask.ts';
export { SDK_CLIENT } from './gate-wire.ts';
