/**
 * Names of sessions and subagents, from the gate: hooks and proxy must call the same session by the same name.
 */
export { nameOf } from '../gate/index.ts';
