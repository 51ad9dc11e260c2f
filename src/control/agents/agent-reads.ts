/**
 * What people ask about agents and the server, and how they add agents.
 */
import type { z } from 'zod';
import { isAgentName } from '../../base/agent-name.ts';
import { checkRecord, SHIPPED_CONSTITUTIONS } from '../../core/index.ts';
import { authorOf } from '../api/caller.ts';
import { knownAgent, type Handlers, type Plane } from '../api/control-plane.ts';
import { Problem } from '../api/problem.ts';
import type { statusView } from '../api/schemas-people.ts';
import type { envelopeView as envelopeShape } from '../api/schemas.ts';
import { dayFigures } from '../figures/day-figures.ts';
import { withSpend, type AgentWithSpend } from '../figures/spend-view.ts';
import { backtestEnvelope } from '../incidents/backtest-settings.ts';
import { backtest } from '../incidents/backtest.ts';
import { switchOf } from './arm.ts';
import { budgetsInForce } from './budget-change.ts';
import { lastSteps } from './steps.ts';

/** The server as people see it. */
export type StatusView = z.output<typeof statusView>;

const HOUR_MS = 3_600_000;

export const agentReads: Handlers<
  | 'GET /api/status'
  | 'GET /api/agents'
  | 'POST /api/agents'
  | 'GET /api/agents/:id'
  | 'GET /api/agents/:id/steps'
  | 'POST /api/agents/:id/backtest'
  | 'GET /api/agents/:id/envelope'
> = {
  'GET /api/status': async (plane) => ({ status: 200, body: await statusOf(plane) }),

  'GET /api/agents': async (plane) => ({ status: 200, body: await agentsNow(plane) }),

  /** One that is there already is answered with as it is. */
  'POST /api/agents': async ({ gate, spends }, { body: sent, caller }) => {
    const { name } = sent;
    if (!isAgentName(name)) {
      throw new Problem(
        'bad-request',
        'name must have 1 to 64 letters, digits and . _ - : @ (not "." or ".."). Nothing was changed.',
      );
    }
    const by = authorOf(caller, sent);
    checkRecord({ type: 'operator', timestamp: 0, agent: name, action: 'activate', by });
    const isNew = !gate.isKnown(name);
    await gate.register(name, by);
    const body = withSpend(await gate.agent(name), spends.of(name));
    return { status: isNew ? 201 : 200, body };
  },

  'GET /api/agents/:id': async (plane, asked) => {
    const agent = await knownAgent(plane, asked);
    await plane.spends.update();
    return { status: 200, body: withSpend(await plane.gate.agent(agent), plane.spends.of(agent)) };
  },

  'GET /api/agents/:id/steps': async (plane, asked) => {
    const agent = await knownAgent(plane, asked);
    const { session, before, limit } = asked.query;
    return { status: 200, body: await lastSteps(plane.store, agent, { session, before, limit }) };
  },

  'POST /api/agents/:id/backtest': async (plane, asked) => {
    const agent = await knownAgent(plane, asked);
    const now = plane.gate.clock.now();
    const constitution =
      SHIPPED_CONSTITUTIONS.find(({ values }) => values.name === asked.body.constitution) ??
      plane.constitution;
    const own = await plane.gate.envelope(agent);
    const envelope = backtestEnvelope(asked.body, own, constitution);
    const since = now - asked.body.hours * HOUR_MS;
    return {
      status: 200,
      body: await backtest(plane.store, constitution, { agent, envelope, since, until: now }),
    };
  },

  'GET /api/agents/:id/envelope': async (plane, asked) => ({
    status: 200,
    body: await envelopeView(plane, await knownAgent(plane, asked)),
  }),
};

/** The limits of an agent beside those of the constitution. */
export async function envelopeView(
  { gate, constitution }: Plane,
  agent: string,
): Promise<z.output<typeof envelopeShape>> {
  const envelope = await gate.envelope(agent);
  const { maxTokensPerMinute, maxToolCallsPerMinute, budgets, shadow = [] } = envelope;
  const { values } = constitution;
  return {
    agent,
    max_tokens_per_minute: maxTokensPerMinute,
    max_tool_calls_per_minute: maxToolCallsPerMinute,
    constitution: {
      max_tokens_per_minute: values.maxTokensPerMinute,
      max_tool_calls_per_minute: values.maxToolCallsPerMinute,
    },
    budgets: budgetsInForce(budgets),
    shadow,
    kill_switch: (await gate.agent(agent)).kill_switch,
  };
}

/** Every agent that somebody works with, and what it spent. */
export async function agentsNow({
  gate,
  spends,
}: Pick<Plane, 'gate' | 'spends'>): Promise<AgentWithSpend[]> {
  await spends.update();
  const agents = await gate.agents();
  return agents.filter(({ drill }) => !drill).map((one) => withSpend(one, spends.of(one.id)));
}

async function statusOf(plane: Plane): Promise<StatusView> {
  const { gate, store, spends, version, constitution, dataDir, startedAt, log } = plane;
  const all = await gate.glances();
  const agents = all.filter(({ isDrill }) => !isDrill);
  await spends.update();
  const { tokens, cost_usd, unpriced_calls } = dayFigures(spends, gate.clock.now(), all);
  const bytes = await store.sizeBytes().catch((error: unknown) => {
    log.warn('store', 'asking for its size', error);
    return null;
  });
  return {
    version,
    started_at: startedAt,
    now: gate.clock.now(),
    agents: agents.length,
    stopped: agents.filter(({ isHeld }) => isHeld).length,
    open_calls: gate.openCalls,
    today: { tokens, cost_usd, unpriced_calls },
    constitution: { name: constitution.values.name, id: constitution.id },
    kill_switch: switchOf(plane, agents),
    data: { folder: dataDir, bytes },
    problems: agents.flatMap(({ id, problem }) =>
      problem === null ? [] : [{ agent: id, problem }],
    ),
    recent_problems: [...log.last()],
  };
}
