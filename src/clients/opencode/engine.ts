/**
 * How OpenCode is run without a terminal.
 */
import type { EngineForm } from '../client.ts';

/** The word `run` is first, once. */
export const opencodeEngine: EngineForm = (args, { session }) => [
  'run',
  ...args.filter((word, index) => index > 0 || word !== 'run'),
  ...(session === null ? [] : ['--session', session]),
];
