/**
 * The kill switch of all agents: how it stands, and the one act that arms it.
 */
import type { z } from 'zod';
import type { AgentGlance } from '../../gate/index.ts';
import { authorOf } from '../api/caller.ts';
import { recordAct, type Handlers, type Plane } from '../api/control-plane.ts';
import type { switchView } from '../api/schemas-people.ts';
import type { SwitchForAll } from '../setup.ts';

type SwitchView = z.output<typeof switchView>;
type Mode = SwitchView['new_agents'];

const SHOWN_MAX = 20;

export const armHandlers: Handlers<'POST /api/arm'> = {
  'POST /api/arm': async (plane, { body, caller }) => {
    const { gate, setup, alerts } = plane;
    const { shadow, why = '' } = body;
    const by = authorOf(caller, body);
    const wanted = { enabled: true, shadow };
    const did = `armed the kill switch of all agents${shadow ? ' in shadow: loops are reported, not stopped' : ''}`;
    const { file, problem } = await setup.keepKillSwitch(wanted);
    const different = (await gate.glances()).filter(
      ({ problem: broken, killSwitch: is }) =>
        broken === null && (!is.enabled || is.shadow !== shadow),
    );
    for (const { id: agent } of different) {
      const act = { agent, action: 'configure', by, envelope: { killSwitch: wanted } } as const;
      await gate.operate({ ...act, why: why === '' ? did : why });
    }
    await recordAct(plane, by, did, why);
    const unkept = problem === null ? [] : [`It holds until the server ends: ${problem}.`];
    const unheard =
      shadow || alerts.hasChannel
        ? []
        : ['Nobody is told when it stops an agent: add an alert channel on the page Alerts.'];
    const warnings = [...unkept, ...unheard];
    return {
      status: 200,
      body: {
        kill_switch: switchOf(plane, await gate.glances()),
        changed: different.map(({ id }) => id),
        kept_in: file,
        warning: warnings.length === 0 ? null : warnings.join(' '),
      },
    };
  },
};

/** How it stands for the agents that are there, and those to come. */
export function switchOf(
  { setup }: Pick<Plane, 'setup'>,
  agents: readonly AgentGlance[],
): SwitchView {
  const own = agents
    .filter(({ problem }) => problem === null)
    .map(({ id, killSwitch: is }) => ({ id, mode: modeOf(is) }));
  const off = own.filter(({ mode }) => mode === 'off').map(({ id }) => id);
  const forNew = modeOf(setup.killSwitch());
  const isOff = forNew === 'off' || off.length > 0;
  const isWhollyOff = forNew === 'off' && off.length === own.length;
  const isShadow = [forNew, ...own.map(({ mode }) => mode)].includes('shadow');
  const state = isOff ? (isWhollyOff ? 'off' : 'partly') : isShadow ? 'shadow' : 'on';
  return { state, new_agents: forNew, off: off.slice(0, SHOWN_MAX) };
}

function modeOf({ enabled, shadow }: SwitchForAll): Mode {
  if (!enabled) return 'off';
  return shadow ? 'shadow' : 'on';
}
