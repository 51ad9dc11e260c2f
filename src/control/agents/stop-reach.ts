/**
 * What a stop is to reach: an agent, a session, a subagent with or without those it started, or this turn alone.
 *
 * A name that fits nothing is refused where that is known, because a stop of nobody must not read as one.
 */
import type { z } from 'zod';
import { MAIN } from '../../base/main-name.ts';
import { present } from '../../base/present.ts';
import type { Act, AgentView } from '../../gate/index.ts';
import { Problem } from '../api/problem.ts';
import type { stopBody } from '../api/schemas-acts.ts';

type Asked = Pick<z.output<typeof stopBody>, 'session' | 'subagent' | 'family' | 'turn'>;

/** Where an act goes. */
export type Reach = Partial<Pick<Act, 'session' | 'thread' | 'family' | 'turn'>>;

/** Where a stop goes. `view` is the agent as it is now; null where that can't be told in time. */
export function stopReach(asked: Asked, view: AgentView | null): Reach {
  const { session, subagent, family, turn } = asked;
  if (subagent !== undefined && turn === true) {
    throw new Problem('bad-request', 'A subagent has one turn: leave turn out, and it is stopped.');
  }
  if (family === true && subagent === undefined && turn !== true) {
    throw new Problem('bad-request', 'family belongs to subagent or turn.');
  }
  if (subagent !== undefined) {
    const where = subagentReach(asked, subagent, view);
    return { ...where, ...(family === true ? { family } : {}) };
  }
  if (turn !== true) return present({ session });
  if (session !== undefined) return { session, turn, ...(family === true ? {} : { thread: MAIN }) };
  const named = view?.sessions.map(({ id }) => id) ?? [];
  if (named.length === 0) return { turn };
  throw new Problem(
    'bad-request',
    `Say whose turn: session is one of ${named.slice(0, 5).join(', ')}. Nothing was stopped.`,
  );
}

/** The session of a subagent, and the subagent. */
function subagentReach(
  { session }: Pick<Asked, 'session'>,
  subagent: string,
  view: AgentView | null,
): Required<Pick<Reach, 'session' | 'thread'>> {
  if (session !== undefined) return { session, thread: subagent };
  const within = (view?.sessions ?? []).filter(({ threads }) =>
    threads.some(({ id }) => id === subagent),
  );
  const [only, ...more] = within;
  if (only !== undefined && more.length === 0) return { session: only.id, thread: subagent };
  throw new Problem(
    only === undefined ? 'unknown-session' : 'bad-request',
    only === undefined
      ? `No session has a subagent ${JSON.stringify(subagent)} that is known here. Name its session with it. Nothing was changed.`
      : `Several sessions have a subagent ${JSON.stringify(subagent)}: name the session with it. Nothing was changed.`,
  );
}
