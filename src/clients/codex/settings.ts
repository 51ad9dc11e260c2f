/**
 * Where Codex's hooks are written: a file of their own, or a block in the requirements that only root can change.
 */
import { dirname, join } from 'node:path';
import { HOOK_DEADLINES_MS } from '../../base/hook-deadlines.ts';
import { toolPayload } from '../claude-code/tool-payload.ts';
import type { CommandSettings } from '../hook-settings.ts';
import { settingsText, valueAt } from '../settings-file.ts';
import { tomlAt, tomlValues } from '../toml.ts';
import { requirementsBlock } from './requirements-block.ts';

const TIMEOUT_S = HOOK_DEADLINES_MS.client / 1_000;
/** With more than it grants there, it warns at every start. */
const END_TIMEOUT_S = 3;

/** It has no word for what happens when a hook fails. */
export const CODEX_SETTINGS: CommandSettings = {
  kind: 'commands',
  file: 'hooks.json',
  managed: { file: 'codex/requirements.toml', switches: [], keptIn: requirementsBlock },
  switches: [],
  byHand:
    'Codex passes over new hooks, without a word in codex exec, until you trust them: start codex, type /hooks, and ' +
    'trust those of tripwire. Managed hooks (--managed) need no trust.',
  lacks:
    'No hook can end a session of Codex. After a stop or an endless loop every tool is denied, but its model may keep ' +
    'asking, and each answer costs money. Start it with tripwire run -- codex, which ends it, or send its model calls ' +
    'through Tripwire.',
  asksByHttp: false,
  toolEvent: 'PreToolUse',
  toolPayload: (folder) => toolPayload('PreToolUse', 'Bash', folder),
  group: (event, how) => ({
    hooks: [{ ...how, timeout: event === 'SessionEnd' ? END_TIMEOUT_S : TIMEOUT_S }],
  }),
  // Managed settings switch the feature on whatever the other file says.
  whyOff: (file) =>
    !file.endsWith('.toml') && isFeatureOff(join(dirname(file), 'config.toml'))
      ? 'config.toml beside it says features.hooks = false'
      : null,
  verdictOn: (answer) => {
    const denies = valueAt(answer, 'hookSpecificOutput', 'permissionDecision') === 'deny';
    const hasContinue = valueAt(answer, 'continue') !== undefined;
    // It drops an answer with this key whole, and runs the tool.
    if (denies) return hasContinue ? 'unclear' : 'denied';
    return valueAt(answer, 'continue') === false ? 'unclear' : 'passed';
  },
};

/** Whether hooks are switched off, in either of the feature's spellings. */
function isFeatureOff(file: string): boolean {
  const values = tomlValues(settingsText(file) ?? '');
  return ['hooks', 'codex_hooks'].some((name) => tomlAt(values, 'features', name) === false);
}
