/**
 * The server and all agents at one look: overview, settings, how to connect, what shadows saw.
 */
import type { z } from 'zod';
import { EVERYBODY } from '../base/everybody.ts';
import { present } from '../base/present.ts';
import type { AgentGlance } from '../gate/index.ts';
import type { NodeView } from '../store/index.ts';
import { switchOf } from './agents/arm.ts';
import { authorOf } from './api/caller.ts';
import { recordAct, type Handlers, type Plane } from './api/control-plane.ts';
import { openApi } from './api/openapi.ts';
import type { overviewView } from './api/schemas-people.ts';
import type { settingsBody, settingsView } from './api/schemas-settings.ts';
import { dayFigures } from './figures/day-figures.ts';
import { Incidents } from './incidents/incident-list.ts';
import { shadowReportOf } from './incidents/shadow-report.ts';
import { approvalsOf, withWholeWhy } from './people/approvals.ts';

type Need = z.output<typeof overviewView>['needs'][number];

const NEEDS_MAX = 100;
const SEEN_MAX = 50;

export const serverHandlers: Handlers<
  | 'GET /api/nodes'
  | 'GET /api/overview'
  | 'GET /api/settings'
  | 'PATCH /api/settings'
  | 'GET /api/connect'
  | 'GET /api/openapi.json'
  | 'GET /api/shadow-report'
  | 'GET /metrics'
> = {
  'GET /api/nodes': async ({ fleet }) => {
    const nodes = (await fleet?.nodes()) ?? [];
    return { status: 200, body: nodes.map(viewNode) };
  },

  'GET /api/overview': async (plane) => {
    const { gate, spends, alerts } = plane;
    const now = gate.clock.now();
    const all = await gate.glances();
    const agents = all.filter(({ isDrill }) => !isDrill);
    await spends.update();
    const today = dayFigures(spends, now, all);
    return {
      status: 200,
      body: {
        now,
        agents: agents.length,
        working: agents.filter(isWorking).length,
        waiting: agents.filter(({ isWaiting }) => isWaiting).length,
        stopped: agents.filter(({ isHeld }) => isHeld).length,
        open_calls: gate.openCalls,
        stop_all: gate.stopAllHold(),
        kill_switch: switchOf(plane, agents),
        needs: await needsOf(plane, agents),
        today: {
          ...today,
          wrongly_paused: await new Incidents(plane).wrongSince(today.since),
        },
        alert_channels: alerts.channelCount,
      },
    };
  },

  'GET /api/settings': async (plane) => ({ status: 200, body: await settingsOf(plane) }),

  'PATCH /api/settings': async (plane, { body, caller }) => {
    const { alert_links, dashboard_url, ...others } = body;
    const what = Object.entries(body).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    await recordAct(plane, authorOf(caller, {}), `changed settings: ${what.join(', ')}`);
    await plane.alerts.changeSettings(present({ alert_links, dashboard_url }));
    const warning = Object.keys(others).length === 0 ? null : await changeForAll(plane, others);
    return { status: 200, body: { ...(await settingsOf(plane)), warning } };
  },

  'GET /api/connect': async ({ gate, setup }) => {
    const seen = (await gate.glances())
      .flatMap(({ id, lastSeen: at, isDrill }) =>
        at === null || isDrill ? [] : [{ agent: id, at }],
      )
      .toSorted((one, other) => other.at - one.at)
      .slice(0, SEEN_MAX);
    return { status: 200, body: { url: setup.agentsUrl, clients: setup.clients, seen } };
  },

  'GET /api/openapi.json': ({ version }) =>
    Promise.resolve({ status: 200, body: openApi(version) }),

  'GET /api/shadow-report': async (plane, { query }) => ({
    status: 200,
    body: await shadowReportOf(plane, query),
  }),

  'GET /metrics': async ({ metrics }) => ({
    status: 200,
    body: await metrics.text(),
    headers: { 'content-type': metrics.contentType },
  }),
};

function viewNode({ isThis, joinedAt, leaseMs, openCalls, ...node }: NodeView) {
  return {
    ...node,
    joined_at: joinedAt,
    lease_ms: leaseMs,
    open_calls: openCalls,
    this_node: isThis,
  };
}

function isWorking({ mode, isWaiting, isHeld }: AgentGlance): boolean {
  return mode !== 'IDLE' && !isWaiting && !isHeld;
}

const ABOUT_CLOCK = {
  kind: 'problem',
  agent: EVERYBODY,
  session: null,
  since: null,
  id: null,
} as const;

/** What waits for a person, the most urgent first. */
async function needsOf(
  { store, gate, alerts, askingRuleOf, clockProblem }: Plane,
  agents: readonly AgentGlance[],
): Promise<readonly Need[]> {
  const incidents = await new Incidents({ store, gate }).list({ state: 'open', limit: NEEDS_MAX });
  const waiting = approvalsOf(agents, askingRuleOf).filter(({ refused }) => !refused);
  const approvals = await withWholeWhy(store, waiting.slice(0, NEEDS_MAX));
  const asking = new Set(approvals.map(({ agent }) => agent));
  const told = await alerts.list('firing', NEEDS_MAX);
  const clock = clockProblem();
  const needs: Need[] = [
    ...(clock === null ? [] : [{ ...ABOUT_CLOCK, what: clock }]),
    ...agents.flatMap(({ id, problem }): Need[] =>
      problem === null
        ? []
        : [{ kind: 'problem', agent: id, session: null, what: problem, since: null, id: null }],
    ),
    ...approvals.map(({ id, agent, session, target, why, since }): Need => ({
      kind: 'approval',
      agent,
      session,
      what: `${target}: ${why}`,
      since,
      id,
    })),
    ...incidents
      .filter(({ acknowledged }) => acknowledged === null)
      .map(({ id, agent, session, title, at }): Need => ({
        kind: 'stopped',
        agent,
        session,
        what: title,
        since: at,
        id,
      })),
    ...told
      .filter(({ incident, agent }) => incident === null && agent !== EVERYBODY)
      // An approval that is listed itself says it better than the alert about it.
      .filter(({ rule, agent }) => rule !== 'approval_waiting' || !asking.has(agent))
      .map(({ id, agent, session, what, fired_at: since }): Need => ({
        kind: 'alert',
        agent,
        session,
        what,
        since,
        id,
      })),
  ];
  return needs.slice(0, NEEDS_MAX);
}

type ForAll = Omit<z.output<typeof settingsBody>, 'alert_links' | 'dashboard_url'>;

/** Changes settings of all agents; says what is wrong with keeping them, if something is. */
async function changeForAll({ setup }: Plane, changed: ForAll): Promise<string | null> {
  const { budget_usd_per_day: usdPerDay, evidence_days: evidenceDays } = changed;
  const { retention_days: retentionDays, retention_max_mb: retentionMaxMb } = changed;
  const wanted = present({ usdPerDay, retentionDays, retentionMaxMb, evidenceDays });
  const { problem } = await setup.change(wanted);
  return problem === null ? null : `It holds until the server ends: ${problem}.`;
}

function settingsOf({
  version,
  constitution,
  setup,
  alerts,
}: Plane): Promise<z.output<typeof settingsView>> {
  const { values, id } = constitution;
  return Promise.resolve({
    version,
    constitution: { name: values.name, id, values: { ...values } },
    ...setup.settings(),
    ...alerts.settings,
    warning: null,
  });
}
