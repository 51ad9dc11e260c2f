/**
 * Which events make an alert fire, and which end it.
 */
import { z } from 'zod';
import { EVERYBODY } from '../../base/everybody.ts';
import type { Log } from '../../base/log.ts';
import { REPORTED_WORDS } from '../../core/holds/stop-title.ts';
import type { HoldView } from '../../core/index.ts';
import { isBudgetPause } from '../../core/spending/index.ts';
import type { Gate } from '../../gate/index.ts';
import { isMismatch } from '../../journal/index.ts';
import { sumWords } from '../../prices/index.ts';
import type { Store, StoredEvent } from '../../store/index.ts';
import type { StepView } from '../agents/steps.ts';
import { holdKind } from '../api/schemas.ts';
import { incidentId } from '../incidents/incident-list.ts';
import { remedyOfEvent } from '../incidents/incident-view.ts';
import { loopBefore } from '../incidents/loop-cost.ts';
import type { Firing, Resolving } from './alert-book.ts';
import type { RuleName } from './alert-shapes.ts';
import { whoseText } from './alert-texts.ts';
import { stuckAlert } from './stuck-alerts.ts';

const holdShape = z.object({
  hold: holdKind,
  level: z.enum(['agent', 'session', 'thread']),
  by: z.string(),
  target: z.string().optional(),
  reported: z.boolean().default(false),
});

/** Rules that follow a hold: raised it fires, lifted it is over. */
const ruleOfHold: Readonly<Partial<Record<z.output<typeof holdKind>, RuleName>>> = {
  kill_switch: 'kill_switch',
  soft_suspend: 'soft_suspend',
  hard_stop: 'hard_stop',
  stop_all: 'stop_all',
  parked: 'parked',
  approval: 'approval_waiting',
};

/** A budget that asks has a rule of its own: its one button does something else. */
function ruleOf({ hold, by }: Pick<HoldView, 'hold' | 'by'>): RuleName | undefined {
  return isBudgetPause({ hold, by }) ? 'budget_asks' : ruleOfHold[hold];
}

/** What an event means for alerts. */
export async function alertsOfEvent(
  { store, gate }: { readonly store: Store; readonly gate: Pick<Gate, 'stopTitle'> },
  event: StoredEvent,
  log: Log,
): Promise<{ readonly firing: readonly Firing[]; readonly resolving: readonly Resolving[] }> {
  const none = { firing: [], resolving: [] };
  if (event.eventType === 'would_have' || event.eventType === 'kill_switch_shadow') {
    return { firing: [wouldHave(event)], resolving: [] };
  }
  if (event.eventType === 'note') return stuckAlert(event) ?? none;
  if (event.eventType !== 'hold' && event.eventType !== 'release') return none;
  const details = holdShape.safeParse(JSON.parse(event.details)).data;
  const rule = details === undefined ? undefined : ruleOf(details);
  if (details === undefined || rule === undefined) return none;
  const { agent, session, seq, timestamp: at, reason } = event;
  const about = rule === 'approval_waiting' ? { about: details.target ?? '' } : {};
  const place = { rule, agent, session, at, ...about };
  if (event.eventType === 'release') {
    // One that somebody added to the database released nobody.
    if (isMismatch(event)) return none;
    return {
      firing: [],
      resolving: [{ ...place, how: (was) => `It was released. It had been: ${was}` }],
    };
  }
  const whose = whoseText(agent, session);
  const firing: Firing = {
    ...place,
    mark: seq,
    what: `${rule === 'stop_all' ? '' : `${whose}: `}${await gate.stopTitle(event)}.`,
    numbers: details.reported ? `${reason}. ${REPORTED_WORDS}` : reason,
    cost:
      rule === 'approval_waiting' ? 'nothing, it is waiting' : await costText(store, event, log),
    incident: rule === 'approval_waiting' ? null : incidentId(event),
    how_to_resume: remedyOfEvent(details.hold, event, details.level).words,
  };
  return { firing: [firing], resolving: [] };
}

const wouldShape = z.object({ rule: z.string().nullable(), name: z.string().optional() });

/** Told once for each agent and rule, until somebody has seen it. */
function wouldHave({ agent, session, seq, timestamp: at, reason, details }: StoredEvent): Firing {
  const { rule, name } = wouldShape.safeParse(JSON.parse(details)).data ?? { rule: null };
  return {
    rule: 'would_have',
    agent,
    session: null,
    about: [rule ?? 'kill switch', ...(name === undefined ? [] : [name])].join(' '),
    mark: seq,
    at,
    what: `A rule in shadow would have acted on ${whoseText(agent, session)}. Nothing was done.`,
    numbers: reason,
    cost: 'nothing, it was only reported',
    incident: null,
    how_to_resume: 'nothing is stopped; take the rule out of shadow to let it act',
  };
}

/**
 * What was spent since the loop began, or before a stop for something else. An alert that cannot be reckoned is
 * still an alert.
 */
async function costText(store: Store, event: StoredEvent, log: Log): Promise<string> {
  if (event.agent === EVERYBODY) return 'not known';
  try {
    const { steps, cost } = await loopBefore(store, event);
    const { tokens_since: tokens, calls_since: calls } = cost;
    if (calls > 0) {
      const money = cost.cost_usd === null ? 'no price is known' : sumWords(cost);
      // Hooks see calls and no tokens, so there is nothing to reckon.
      if (tokens === 0) return 'not known: no request of the model was seen';
      return `${spentText(tokens, calls)} since the loop began, ${money}`;
    }
    const isCall = ({ kind, allowed, purpose }: StepView) =>
      kind === 'admit' && allowed && purpose !== 'tool';
    const passed = steps.filter(isCall).length;
    const spent = steps.reduce((sum, step) => sum + step.tokens, 0);
    return passed === 0 ? 'nothing was spent before it' : `${spentText(spent, passed)} before it`;
  } catch (error) {
    log.warn('alerts', 'reckoning what a stop cost', error, { agent: event.agent });
    return 'not known';
  }
}

function spentText(tokens: number, calls: number): string {
  return `${tokens.toLocaleString('en')} tokens in ${calls} ${calls === 1 ? 'request' : 'requests'}`;
}
