/**
 * How Codex is run without a terminal.
 */
import type { EngineForm } from '../client.ts';

/** The word `exec` may have options of its own before it. */
export const codexEngine: EngineForm = (args, { session }) => {
  const at = args.indexOf('exec');
  const [before, own] = at === -1 ? [[], args] : [args.slice(0, at), args.slice(at + 1)];
  return [...before, 'exec', ...own, ...(session === null ? [] : ['resume', session]), '-'];
};
