/**
 * Where Lantern's hooks are written.
 */
import type { CommandSettings } from '../../../src/clients/hook-settings.ts';

/** The payload of its hooks is its own, so the self-test is told how one looks. */
export const LANTERN_SETTINGS: CommandSettings = {
  kind: 'commands',
  file: 'hooks.json',
  managed: null,
  switches: [{ path: ['hooks_on'], value: true }],
  byHand: null,
  lacks: null,
  asksByHttp: false,
  toolEvent: 'before_tool',
  toolPayload: (folder) => ({
    moment: 'before_tool',
    run: 'r1',
    folder,
    tool: 'shell',
    with: { line: 'true' },
  }),
  group: (_event, how) => ({ hooks: [how] }),
  whyOff: () => null,
  verdictOn: (answer) =>
    typeof answer === 'object' && answer !== null && 'veto' in answer ? 'denied' : 'passed',
};
