/**
 * The commands that somebody waits for while an agent is doing harm, and those that show whether they worked.
 *
 * They start from a bundle of their own (`bin/tripwire` knows them by name); without it, from the whole program.
 */
import type { LoadCommand } from '../run-command.ts';

/** Each by its name. */
export const QUICK_COMMANDS = {
  agents: () => import('./command.ts'),
  status: () => import('./status.ts'),
  stop: () => import('./stop.ts'),
  resume: () => import('./resume.ts'),
  'stop-all': () => import('./stop-all.ts'),
  'resume-all': () => import('./resume-all.ts'),
} as const satisfies Readonly<Record<string, LoadCommand>>;
