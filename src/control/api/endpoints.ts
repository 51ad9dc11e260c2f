/**
 * Every path of the API, as data: who may call it, what it takes and what it answers. What is not here does not exist.
 *
 * The door, the OpenAPI document, the typed client and the test that tries every path without a token all read this
 * one table.
 */
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import * as acts from './schemas-acts.ts';
import * as alerts from './schemas-alerts.ts';
import { backtestView } from './schemas-backtest.ts';
import * as calls from './schemas-calls.ts';
import * as keyShapes from './schemas-keys.ts';
import { panicEndpoints } from './schemas-panic.ts';
import * as people from './schemas-people.ts';
import * as settings from './schemas-settings.ts';
import * as stops from './schemas-stops.ts';
import * as windows from './schemas-windows.ts';
import * as shapes from './schemas.ts';

const act = (summary: string) =>
  ({
    access: 'operator',
    summary,
    body: shapes.actBody,
    response: shapes.actedOnAgentView,
  }) as const;

const release = (summary: string) => ({ ...act(summary), body: acts.releaseBody }) as const;

export const endpoints = {
  'POST /api/session': {
    access: 'anyone',
    summary: 'Signs in: sets the cookie of a session',
    body: people.signInBody,
    response: people.sessionView,
  },
  'POST /api/session/link': {
    access: 'operator',
    summary: 'Makes a link that signs the person who opens it in as you, once, within 15 minutes',
    body: shapes.noQuery,
    response: people.signInLinkView,
  },
  'GET /api/session': {
    access: 'viewer',
    summary: 'Who is signed in',
    response: people.sessionView,
  },
  'DELETE /api/session': {
    access: 'viewer',
    summary: 'Signs out',
    response: people.signedOutView,
  },
  'GET /api/tokens': {
    access: 'admin',
    summary: 'Tokens of other people and programs',
    response: shapes.list(people.tokenView),
  },
  'POST /api/tokens': {
    access: 'admin',
    summary: 'Makes a token with a role; it is shown this once',
    body: people.newTokenBody,
    response: people.newTokenView,
  },
  'DELETE /api/tokens/:id': {
    access: 'admin',
    summary: 'Takes a token back, and ends the sessions that it opened',
    response: people.removedView,
  },
  'GET /api/keys': {
    access: 'admin',
    summary: 'The keys of agents, with their last use, and whether requests need one',
    response: keyShapes.keysView,
  },
  'DELETE /api/keys': {
    access: 'admin',
    summary: 'Lets requests of agents pass without a key again, where no key is left',
    response: keyShapes.revokedView,
  },
  'POST /api/keys/:id/rotate': {
    access: 'admin',
    summary: 'Replaces a key with a new one, which is shown only this once',
    body: keyShapes.rotateKeyBody,
    response: keyShapes.newKeyView,
  },
  'DELETE /api/keys/:id': {
    access: 'admin',
    summary: 'Revokes a key of an agent at once',
    response: keyShapes.revokedView,
  },
  'GET /api/status': { access: 'viewer', summary: 'The server', response: people.statusView },
  'GET /api/nodes': {
    access: 'viewer',
    summary: 'The servers that serve this journal together; none where one serves it alone',
    response: shapes.list(people.nodeView),
  },
  'GET /api/overview': {
    access: 'viewer',
    summary: 'What every agent is doing in one look, and what needs a person',
    response: people.overviewView,
  },
  'GET /api/usage': {
    access: 'viewer',
    summary: 'Calls, tokens, money and stops over time, by agent, model and client',
    query: calls.usageQuery,
    response: calls.usageView,
  },
  'GET /api/calls': {
    access: 'viewer',
    summary: 'The last calls of all agents, the newest first; searched by words',
    query: calls.callsQuery,
    response: calls.callsView,
  },
  'GET /api/calls/:id': {
    access: 'viewer',
    summary: 'One of these calls, with the texts that were kept of it',
    response: calls.callDetailView,
  },
  'GET /api/settings': {
    access: 'viewer',
    summary: 'What is in force, and against whom it protects',
    response: settings.settingsView,
  },
  'PATCH /api/settings': {
    access: 'admin',
    summary: 'Changes what the dashboard may change',
    body: settings.settingsBody,
    response: settings.settingsView,
  },
  'GET /api/connect': {
    access: 'viewer',
    summary: 'How to point each client here, and who has called',
    response: people.connectView,
  },
  'GET /api/openapi.json': {
    access: 'viewer',
    summary: 'This document',
    response: z.record(z.string(), z.unknown()),
  },
  'GET /api/agents': { access: 'viewer', summary: 'Every agent', response: people.agentsView },
  'POST /api/agents': {
    access: 'operator',
    summary: 'Registers an agent',
    body: shapes.newAgentBody,
    response: shapes.agentView,
  },
  'GET /api/agents/:id': { access: 'viewer', summary: 'One agent', response: shapes.agentView },
  'GET /api/agents/:id/events': {
    access: 'viewer',
    summary: 'Events of an agent, as a list or as a feed',
    query: shapes.agentEventsQuery,
    response: shapes.list(shapes.eventView),
  },
  ...stops.stopEndpoints,
  ...panicEndpoints,
  'GET /api/agents/:id/steps': {
    access: 'viewer',
    summary: 'The last records of the journal, each with its decision and why',
    query: shapes.stepsQuery,
    response: shapes.list(shapes.stepView),
  },
  'GET /api/agents/:id/windows': {
    access: 'viewer',
    summary: 'The windows that were measured on the agent',
    query: windows.windowsQuery,
    response: windows.windowsPage,
  },
  'GET /api/audit/log': {
    access: 'viewer',
    summary: 'The transparency log of the windows: its signed checkpoint and its key',
    response: windows.auditLogView,
  },
  'GET /api/audit/log/entries': {
    access: 'viewer',
    summary: 'Entries of the log as they are hashed, so that anybody can recompute its root',
    query: windows.auditEntriesQuery,
    response: windows.auditEntriesPage,
  },
  'POST /api/arm': {
    access: 'operator',
    summary:
      'Arms the kill switch of all agents, also of those to come; with shadow they are only watched',
    body: people.armBody,
    response: people.armedView,
  },
  'PATCH /api/agents/:id/kill-switch': {
    access: 'operator',
    summary: 'Changes the kill switch',
    body: shapes.killSwitchBody,
    response: shapes.changedAgentView,
  },
  'POST /api/agents/:id/backtest': {
    access: 'viewer',
    summary: 'What the kill switch would have stopped with other settings; changes nothing',
    body: shapes.backtestBody,
    response: backtestView,
  },
  'GET /api/agents/:id/envelope': {
    access: 'viewer',
    summary: 'The limits of an agent',
    response: shapes.envelopeView,
  },
  'PATCH /api/agents/:id/envelope': {
    access: 'operator',
    summary: 'Tightens the limits of an agent',
    body: shapes.envelopeBody,
    response: shapes.envelopeView,
  },
  'POST /api/agents/:id/keys': {
    access: 'admin',
    summary: 'Makes a key for an agent; it is shown this once',
    body: keyShapes.newKeyBody,
    response: keyShapes.newKeyView,
  },
  'POST /api/agents/:id/activate': release('Lifts a stop of the kill switch or by hand'),
  'POST /api/agents/:id/deactivate': {
    ...act('Stops an agent or a session'),
    body: acts.stopBody,
  },
  'POST /api/agents/:id/pause': act('Pauses an agent or a session'),
  'POST /api/agents/:id/resume': release('Lifts a pause or a soft suspend'),
  'POST /api/agents/:id/restart': release('Lifts a hard stop'),
  'POST /api/stop-all': {
    access: 'operator',
    summary: 'Stops every agent, also those to come',
    body: shapes.plainActBody,
    response: shapes.actedView,
  },
  'POST /api/resume-all': {
    access: 'operator',
    summary: 'Lifts stop-all, and nothing else',
    body: shapes.plainActBody,
    response: shapes.actedView,
  },
  'GET /api/events': {
    access: 'viewer',
    summary: 'Events of all agents, as a list or as a feed',
    query: shapes.eventsQuery,
    response: shapes.list(shapes.eventView),
  },
  'GET /api/events/export': {
    access: 'viewer',
    summary: 'All events that fit, as JSON lines or CSV',
    query: shapes.exportQuery,
    response: z.string(),
    contentType: 'application/x-ndjson',
  },
  'GET /api/incidents': {
    access: 'viewer',
    summary: 'Stops, the newest first',
    query: people.incidentsQuery,
    response: shapes.list(people.incidentSummary),
  },
  'GET /api/incidents/:id': {
    access: 'viewer',
    summary: 'One stop with all that led to it',
    response: people.incidentView,
  },
  'POST /api/incidents/:id/acknowledge': {
    access: 'operator',
    summary: 'Somebody has seen it',
    body: shapes.plainActBody,
    response: people.incidentSummary,
  },
  'POST /api/incidents/:id/note': {
    access: 'operator',
    summary: 'Writes a note on it',
    body: people.noteBody,
    response: people.incidentSummary,
  },
  'POST /api/incidents/:id/assign': {
    access: 'operator',
    summary: 'Says who looks after it',
    body: people.assignBody,
    response: people.incidentSummary,
  },
  'POST /api/incidents/:id/case': {
    access: 'operator',
    summary: 'Writes the stopped run as a labelled case into the data folder, without its secrets',
    body: people.caseBody,
    response: people.caseView,
  },
  'POST /api/incidents/:id/healthy': {
    access: 'operator',
    summary:
      'The stop was wrong: exempts a call, a tool or the agent, and judges the last day again',
    body: people.healthyBody,
    response: people.healthyView,
  },
  'GET /api/approvals': {
    access: 'viewer',
    summary: 'Actions that wait for a yes',
    response: shapes.list(people.approvalView),
  },
  'POST /api/approvals/:id/grant': {
    access: 'operator',
    summary: 'Yes',
    body: shapes.plainActBody,
    response: people.decidedView,
  },
  'POST /api/approvals/:id/refuse': {
    access: 'operator',
    summary: 'No',
    body: shapes.plainActBody,
    response: people.decidedView,
  },
  'GET /api/shadow-report': {
    access: 'viewer',
    summary: 'What switches in shadow would have stopped',
    query: people.shadowQuery,
    response: people.shadowReport,
  },
  'GET /api/alerts': {
    access: 'viewer',
    summary: 'Alerts, the newest first',
    query: alerts.alertsQuery,
    response: alerts.alertsView,
  },
  'POST /api/alerts/:id/acknowledge': {
    access: 'operator',
    summary: 'Somebody has seen it',
    body: alerts.acknowledgeBody,
    response: alerts.alertView,
  },
  'GET /api/alert-channels': {
    access: 'viewer',
    summary: 'Where alerts go',
    response: shapes.list(alerts.channelView),
  },
  'POST /api/alert-channels': {
    access: 'admin',
    summary: 'Adds a channel',
    body: alerts.newChannelBody,
    response: alerts.newChannelView,
  },
  'PATCH /api/alert-channels/:id': {
    access: 'admin',
    summary: 'Changes a channel',
    body: alerts.channelChangeBody,
    response: alerts.channelView,
  },
  'DELETE /api/alert-channels/:id': {
    access: 'admin',
    summary: 'Removes a channel, with what waits for it',
    response: people.removedView,
  },
  'POST /api/alert-channels/:id/test': {
    access: 'admin',
    summary: 'Sends a test now, and says how that went',
    response: alerts.channelTestView,
  },
  'GET /api/alert-rules': {
    access: 'viewer',
    summary: 'What is told',
    response: shapes.list(alerts.ruleView),
  },
  'PATCH /api/alert-rules/:id': {
    access: 'admin',
    summary: 'Changes a rule',
    body: alerts.ruleChangeBody,
    response: alerts.ruleView,
  },
  'GET /api/alert-deliveries': {
    access: 'viewer',
    summary: 'What was delivered, waits, or was given up',
    query: alerts.deliveriesQuery,
    response: shapes.list(alerts.deliveryView),
  },
  'POST /api/alert-deliveries/:id/retry': {
    access: 'admin',
    summary: 'Tries a delivery that was given up again',
    response: alerts.deliveryView,
  },
  'GET /metrics': {
    access: 'viewer',
    summary: 'Numbers for Prometheus',
    response: z.string(),
    contentType: 'text/plain',
  },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** The name of an endpoint: its method and path. */
export type EndpointName = keyof typeof endpoints;
/** The endpoints with their types. */
export type Endpoints = typeof endpoints;
