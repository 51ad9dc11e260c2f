/**
 * The kill switch of all agents in words: what is OFF is said in red, with the command that arms it.
 */
import type { Answer } from '../../control/api/client.ts';
import { span, type Line, type Style } from '../terminal/styled-line.ts';

/** The switch as the API tells it. */
export type SwitchView = Answer<'GET /api/status'>['kill_switch'];

const ARM = 'Arm it for all agents: tripwire arm (or tripwire arm --shadow, to watch first)';

/** In a sentence, with what to do where a loop would run on. */
export function switchWords({ state, new_agents: forNew, off }: SwitchView): string {
  switch (state) {
    case 'on':
      return 'on for all agents: loops are stopped';
    case 'shadow':
      return 'shadow: loops are reported, and those of agents in shadow are not stopped';
    case 'off':
      return `OFF: a loop is reported, not stopped. ${ARM}`;
    case 'partly': {
      const newOnes = forNew === 'off' ? ['new agents'] : [];
      return `OFF for ${[...off, ...newOnes].join(', ')}: their loops are reported, not stopped. ${ARM}`;
    }
  }
}

/** How loud it is. */
function switchStyle({ state }: SwitchView): Style {
  if (state === 'on') return 'green';
  return state === 'shadow' ? 'yellow' : 'alarm';
}

/** The sentence as it is shown. */
export function switchLine(view: SwitchView): Line {
  return [span(switchWords(view), switchStyle(view))];
}
