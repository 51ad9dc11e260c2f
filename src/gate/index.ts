/**
 * The shell around the core: what acts on decisions.
 *
 * @module
 */
export { createInProcessAdapter } from './in-process-adapter.ts';
