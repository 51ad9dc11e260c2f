/**
 * Alerts over the API: what fired, where it goes, what could not be told.
 */
import type { z } from 'zod';
import { authorOf } from '../api/caller.ts';
import { recordAct, unknownThing, type Handlers } from '../api/control-plane.ts';
import type { Kept } from '../api/documents.ts';
import { Problem } from '../api/problem.ts';
import {
  RULES,
  type channelView,
  type deliveryView,
  type ruleView,
} from '../api/schemas-alerts.ts';
import { ALERT_RULES } from './alert-rules.ts';
import type { Channel, RuleName, Target, Delivery } from './alert-shapes.ts';
import type { Alerts } from './alerts.ts';
import type { DeliveryState } from './outbox.ts';
import { requireTarget } from './require-target.ts';

export const alertHandlers: Handlers<
  | 'GET /api/alerts'
  | 'POST /api/alerts/:id/acknowledge'
  | 'GET /api/alert-channels'
  | 'POST /api/alert-channels'
  | 'PATCH /api/alert-channels/:id'
  | 'DELETE /api/alert-channels/:id'
  | 'POST /api/alert-channels/:id/test'
  | 'GET /api/alert-rules'
  | 'PATCH /api/alert-rules/:id'
  | 'GET /api/alert-deliveries'
  | 'POST /api/alert-deliveries/:id/retry'
> = {
  'GET /api/alerts': async ({ alerts }, { query }) => ({
    status: 200,
    body: await alerts.list(query.state, query.limit),
  }),

  'POST /api/alerts/:id/acknowledge': async (plane, { id, caller, body }) => {
    const by = authorOf(caller, body);
    const alert = await plane.alerts.acknowledge(id, by);
    if (alert === null) throw unknownThing('open alert', id, '/api/alerts?state=open');
    await recordAct(plane, by, `has seen the alert ${id}`, body.why);
    return { status: 200, body: alert };
  },

  'GET /api/alert-channels': ({ alerts }) =>
    Promise.resolve({
      status: 200,
      body: [...alerts.channels()].map(([id, channel]) => viewChannel(id, channel)),
    }),

  'POST /api/alert-channels': async (plane, { body, caller }) => {
    await requireTarget(body.target, body.allow_private);
    const { id, channel, secret } = await plane.alerts.addChannel(body);
    await recordAct(plane, authorOf(caller, {}), `added the alert channel ${body.name}`);
    return { status: 201, body: { ...viewChannel(id, channel), secret } };
  },

  'PATCH /api/alert-channels/:id': async (plane, { id, body, caller }) => {
    const known = plane.alerts.channels().get(id);
    if (known === undefined) throw unknownThing('alert channel', id, '/api/alert-channels');
    const target = withSecret(body.target ?? known.target, known.target);
    await requireTarget(target, body.allow_private ?? known.allow_private);
    const changed = await plane.alerts.changeChannel(id, { ...body, target });
    if (changed === null) throw unknownThing('alert channel', id, '/api/alert-channels');
    await recordAct(plane, authorOf(caller, {}), `changed the alert channel ${changed.name}`);
    return { status: 200, body: viewChannel(id, changed) };
  },

  'DELETE /api/alert-channels/:id': async (plane, { id, caller }) => {
    if (!(await plane.alerts.removeChannel(id))) {
      throw unknownThing('alert channel', id, '/api/alert-channels');
    }
    await recordAct(plane, authorOf(caller, {}), `removed the alert channel ${id}`);
    return { status: 200, body: { removed: true } };
  },

  'POST /api/alert-channels/:id/test': async ({ alerts }, { id }) => {
    const startedMs = performance.now();
    const tried = await alerts.testChannel(id);
    if (tried === null) throw unknownThing('alert channel', id, '/api/alert-channels');
    return { status: 200, body: { ...tried, took_ms: Math.round(performance.now() - startedMs) } };
  },

  'GET /api/alert-rules': async ({ alerts }) => {
    await alerts.book.refresh();
    return { status: 200, body: RULES.map((rule) => viewRule(rule, alerts)) };
  },

  'PATCH /api/alert-rules/:id': async (plane, { id, body, caller }) => {
    const rule = RULES.find((one) => one === id);
    if (rule === undefined) throw unknownThing('alert rule', id, '/api/alert-rules');
    if (body.level !== undefined && ALERT_RULES[rule].unit === null) {
      throw new Problem('bad-request', `The rule ${rule} has no level. Nothing was changed.`);
    }
    const known = plane.alerts.channels();
    const unknown = body.channels?.find((channel) => !known.has(channel));
    if (unknown !== undefined) throw unknownThing('alert channel', unknown, '/api/alert-channels');
    await plane.alerts.book.refresh();
    const setting = { ...plane.alerts.book.rule(rule), ...body };
    await plane.alerts.book.changeRule(rule, plane.gate.clock.now(), setting);
    await recordAct(plane, authorOf(caller, {}), `changed the alert rule ${rule}`);
    return { status: 200, body: viewRule(rule, plane.alerts) };
  },

  'GET /api/alert-deliveries': async ({ alerts }, { query }) => {
    const found = await alerts.outbox.list(query.state, query.limit);
    return { status: 200, body: found.map((one) => viewDelivery(one, query.state, alerts)) };
  },

  'POST /api/alert-deliveries/:id/retry': async (plane, { id, caller }) => {
    const again = await plane.alerts.outbox.retry(id);
    if (again === null) throw unknownThing('delivery', id, '/api/alert-deliveries?state=dead');
    await recordAct(plane, authorOf(caller, {}), `tried the delivery ${id} again`);
    return { status: 200, body: viewDelivery(again, 'pending', plane.alerts) };
  },
};

function viewChannel(id: string, channel: Channel): z.output<typeof channelView> {
  const { name, enabled, allow_private, target, created_at, last } = channel;
  return {
    id,
    name,
    kind: target.kind,
    enabled,
    allow_private,
    where: whereOf(target),
    created_at,
    last,
  };
}

/** Where a channel goes. The path of a webhook's address is its secret with most services. */
function whereOf(target: Target): string {
  switch (target.kind) {
    case 'email':
      return `${target.to} by ${target.host}:${target.port}`;
    case 'telegram':
      return `chat ${target.chat_id}`;
    case 'pagerduty':
      return new URL(target.url).host;
    default:
      return new URL(target.url).origin;
  }
}

/** A webhook whose address changes keeps the secret that its receiver knows. */
function withSecret(next: Target, known: Target): Target {
  if (next.kind !== 'webhook' || next.secret !== undefined || known.kind !== 'webhook') return next;
  return known.secret === undefined ? next : { ...next, secret: known.secret };
}

function viewRule(rule: RuleName, alerts: Alerts): z.output<typeof ruleView> {
  const { what, unit } = ALERT_RULES[rule];
  const { channels, ...setting } = alerts.book.rule(rule);
  // A channel that was removed is told nothing, so it is not named either.
  const told = channels?.filter((channel) => alerts.channels().has(channel)) ?? null;
  return { id: rule, what, unit, ...setting, channels: told };
}

function viewDelivery(
  { id, at, value }: Kept<Delivery>,
  state: DeliveryState,
  alerts: Alerts,
): z.output<typeof deliveryView> {
  const { channel, alert, attempts, created_at, delivered_at, problem } = value;
  return {
    id,
    channel,
    channel_name: alerts.channels().get(channel)?.name ?? 'removed',
    alert: alert.id,
    state,
    alert_state: alert.state,
    attempts,
    created_at,
    next_at: state === 'pending' ? at : null,
    delivered_at,
    problem,
  };
}
