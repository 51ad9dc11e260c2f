/**
 * Two runs that look alike: one is work, the other is a loop.
 *
 * Unlike the families beside it, twins are written with the judge at hand, for one mechanism each, and so say nothing about
 * runs that nobody has seen.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

export interface Twin {
  /** What both do. */
  readonly name: string;
  readonly work: (agent: ScriptedAgent) => void;
  readonly loop: (agent: ScriptedAgent) => void;
}

/** Both as families, so that they can be played. */
export function twinFamilies({ name, work, loop }: Twin): readonly [Family, Family] {
  const what = name.replaceAll('_', ' ');
  return [
    { name: `h_${name}`, what, batch: 16, play: work },
    { name: `s_${name}`, what, batch: 16, limit: 40, play: loop },
  ];
}
