/**
 * An edit whose old text isn't in the file, in the manner of each client.
 */
import { editExchange, type Exchange, type Manner } from './client-manner.ts';

const REFUSALS: Readonly<Record<Manner, (path: string, before: string) => string>> = {
  claude: (_, before) =>
    `<tool_use_error>String to replace not found in file.\nString: ${before}</tool_use_error>`,
  codex: (path, before) =>
    `apply_patch verification failed: Failed to find expected lines in ${path}:\n${before}`,
  gemini: (path) =>
    `Failed to edit, could not find the string to replace in ${path}. The exact text in old_string was not found. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.`,
  opencode: () =>
    'Error: oldString not found in content. It must match exactly, including whitespace and line endings.',
  custom: (path) => JSON.stringify({ ok: false, error: 'no_match', path, matches: 0 }),
};

/** The edit as it was sent, and what the client says to it. */
export function refusedEdit(manner: Manner, path: string, before: string, after: string): Exchange {
  return {
    ...editExchange(manner, path, before, after),
    text: REFUSALS[manner](path, before),
    err: manner === 'claude',
  };
}
