/**
 * Where Gemini CLI's hooks are written: milliseconds, a name for each hook, and a switch that turns them on.
 */
import { HOOK_DEADLINES_MS } from '../../base/hook-deadlines.ts';
import { toolPayload } from '../claude-code/tool-payload.ts';
import type { CommandSettings } from '../hook-settings.ts';
import { readSettings, valueAt } from '../settings-file.ts';

const HOOK_NAME = 'tripwire';

/** No managed settings were tried. */
export const GEMINI_CLI_SETTINGS: CommandSettings = {
  kind: 'commands',
  file: 'settings.json',
  managed: null,
  switches: [{ path: ['hooksConfig', 'enabled'], value: true }],
  byHand: null,
  lacks: null,
  asksByHttp: false,
  toolEvent: 'BeforeTool',
  toolPayload: (folder) => toolPayload('BeforeTool', 'run_shell_command', folder),
  group: (_event, how) => ({
    hooks: [{ name: HOOK_NAME, ...how, timeout: HOOK_DEADLINES_MS.client }],
  }),
  whyOff: (file) => {
    const disabled = valueAt(readSettings(file, file).value, 'hooksConfig', 'disabled');
    return Array.isArray(disabled) && disabled.includes(HOOK_NAME)
      ? 'hooksConfig.disabled names tripwire'
      : null;
  },
  verdictOn: (answer) => {
    if (valueAt(answer, 'decision') === 'deny') return 'denied';
    return valueAt(answer, 'continue') === false ? 'unclear' : 'passed';
  },
};
