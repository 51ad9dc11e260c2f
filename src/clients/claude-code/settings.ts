/**
 * Where Claude Code's hooks are written: seconds, a matcher for tools, and `onFailure` for what lets something begin.
 */
import { HOOK_DEADLINES_MS } from '../../base/hook-deadlines.ts';
import type { CommandSettings } from '../hook-settings.ts';
import { readSettings, valueAt } from '../settings-file.ts';
import { MOD_FOLDER, MOD_MARK, modFiles } from './mod.ts';
import { toolPayload } from './tool-payload.ts';

const TIMEOUT_S = HOOK_DEADLINES_MS.client / 1_000;

/** It is the only client whose hooks can ask by HTTP. */
export const CLAUDE_CODE_SETTINGS: CommandSettings = {
  kind: 'commands',
  file: 'settings.json',
  // An agent can switch off hooks in its own settings; with this only root's count.
  managed: {
    file: 'claude-code/managed-settings.json',
    switches: [{ path: ['allowManagedHooksOnly'], value: true }],
  },
  switches: [],
  byHand: null,
  lacks: null,
  asksByHttp: true,
  mod: { folder: MOD_FOLDER, mark: MOD_MARK, files: modFiles },
  toolEvent: 'PreToolUse',
  toolPayload: (folder) => toolPayload('PreToolUse', 'Bash', folder),
  group: (event, how) => {
    const handler = { ...how, timeout: TIMEOUT_S };
    const isBeginning = event === 'PreToolUse' || event === 'UserPromptSubmit';
    return {
      ...(event.includes('ToolUse') ? { matcher: '*' } : {}),
      hooks: [isBeginning ? { ...handler, onFailure: 'block' } : handler],
    };
  },
  whyOff: (file) =>
    valueAt(readSettings(file, file).value, 'disableAllHooks') === true
      ? 'it says disableAllHooks: true'
      : null,
  verdictOn: (answer) => {
    if (valueAt(answer, 'hookSpecificOutput', 'permissionDecision') === 'deny') return 'denied';
    return valueAt(answer, 'continue') === false ? 'unclear' : 'passed';
  },
};
