/**
 * Where OpenCode's hooks are written: it has none of its own, so it loads a plugin of ours.
 */
import type { PluginSettings } from '../hook-settings.ts';
import { valueAt } from '../settings-file.ts';
import { openCodePlugin } from './plugin.ts';

const TOOL_CALL = `
const { Tripwire } = await import(process.argv[1]);
const hooks = await Tripwire({ client: {}, directory: process.cwd() });
const call = { tool: 'bash', sessionID: 'tripwire-self-test', callID: 'call-1' };
let answer = { action: 'pass' };
try {
  await hooks['tool.execute.before'](call, { args: { command: 'true' } });
} catch (error) {
  answer = { action: 'deny', reason: error.message };
}
console.log(JSON.stringify(answer));
`;

/** No managed settings were tried. */
export const OPENCODE_SETTINGS: PluginSettings = {
  kind: 'plugin',
  file: 'plugin/tripwire.js',
  managed: null,
  byHand: null,
  lacks: null,
  text: openCodePlugin,
  promptEvent: 'chat.message',
  toolCall: TOOL_CALL,
  whyOff: () => null,
  verdictOn: (answer) => {
    if (valueAt(answer, 'action') === 'deny') return 'denied';
    return valueAt(answer, 'continue') === false ? 'unclear' : 'passed';
  },
};
