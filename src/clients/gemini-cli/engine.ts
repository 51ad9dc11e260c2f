/**
 * How Gemini CLI is run without a terminal.
 */
import type { EngineForm } from '../client.ts';

/** It knows its sessions by their age only. */
export const geminiCliEngine: EngineForm = (args, { session }) => [
  ...args,
  ...(session === null ? [] : ['--resume', 'latest']),
];
