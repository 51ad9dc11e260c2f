/**
 * As what the tools of an answer ask to run, and which holds bind that.
 */
import {
  passesUnder,
  type CallAsk,
  type HoldView,
  type MadeCall,
  type Purpose,
} from '../core/index.ts';
import type { Passage } from './passage.ts';
import type { JudgeSaving } from './save-under-grace.ts';
import type { Standing } from './standing.ts';

/**
 * While an agent is being stopped, tools that only save are told apart. A compaction that is demanded while an answer is
 * under way does not take its tools away from a client that will compact at its next request: cutting it would end the
 * client instead.
 */
export async function toolPurpose(
  standing: Standing,
  isSaving: JudgeSaving,
  { ask, chain, call }: Pick<Passage, 'chain' | 'call'> & { readonly ask: CallAsk },
  made: readonly MadeCall[] = [],
): Promise<Purpose> {
  if (standing.isWindingDown(chain, call)) {
    for (const { tool, args } of made) if (!(await isSaving(tool, args))) return 'tool';
    return made.length === 0 ? 'tool' : 'save';
  }
  if (ask.compacts !== true) return 'tool';
  const held = standing.toolHolds(chain, call);
  const waits = held.length > 0 && held.every(({ hold }) => hold === 'compaction');
  return waits ? 'step' : 'tool';
}

/** The holds that bind what asks for this; `isPart`: it belongs to a call that was counted already. */
export function bindingHolds(
  holds: readonly HoldView[],
  purpose: Purpose,
  isPart: boolean,
): readonly HoldView[] {
  const tools = purpose === 'tool' || purpose === 'save';
  const ask = { tools, target: undefined, saves: purpose !== 'tool', isPart };
  return holds.filter(({ scope, grace }) =>
    scope === 'all' ? !passesUnder(grace, ask) : scope === 'tools' && tools,
  );
}
