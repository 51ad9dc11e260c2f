/**
 * One message in the words of each kind of channel.
 */
import { createHmac } from 'node:crypto';
import { present } from '../../base/present.ts';
import type { Alert, Channel, Target } from './alert-shapes.ts';
import { messageText, type Message } from './alert-texts.ts';
import { sendEmail } from './send-email.ts';
import { sendHttp } from './send-http.ts';

const DISCORD_MAX = 2_000;
const TELEGRAM_MAX = 4_096;

interface Posted {
  readonly url: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a message through a channel; throws when it was not taken. */
export async function sendMessage(
  { target, allow_private: allowPrivate }: Pick<Channel, 'target' | 'allow_private'>,
  message: Message,
  nowMs: number,
): Promise<void> {
  if (target.kind === 'email') {
    await sendEmail(target, message, allowPrivate);
    return;
  }
  if (target.kind === 'webhook') {
    const body = JSON.stringify(webhookBody(message, nowMs));
    const headers = signature(target.secret ?? '', message.id, nowMs, body);
    await sendHttp({ url: target.url, headers, body, allowPrivate });
    return;
  }
  const { url, body, headers } = posted(target, message);
  await sendHttp({
    url,
    body: JSON.stringify(body),
    allowPrivate,
    ...present({ headers }),
  });
}

/** Standard Webhooks: an HMAC over id, time and body. */
function signature(
  secret: string,
  id: string,
  nowMs: number,
  body: string,
): Readonly<Record<string, string>> {
  const at = String(Math.floor(nowMs / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const sign = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${sign}` };
}

function webhookBody({ title, lines, link, alerts, actions }: Message, nowMs: number) {
  const [first] = alerts;
  const type = alerts.length === 1 ? `alert.${first?.state ?? 'firing'}` : 'alert.digest';
  return {
    type: alerts.length === 0 ? 'alert.test' : type,
    timestamp: new Date(nowMs).toISOString(),
    data: { title, lines, link, actions, alerts },
  };
}

function posted(
  target: Exclude<Target, { readonly kind: 'email' | 'webhook' }>,
  message: Message,
): Posted {
  const text = messageText(message);
  switch (target.kind) {
    case 'slack':
      // Nothing that an agent said may become a mention or a link.
      return { url: target.url, body: { text: escapeSlack(text), unfurl_links: false } };
    case 'discord':
      return {
        url: target.url,
        body: { content: text.slice(0, DISCORD_MAX), allowed_mentions: { parse: [] } },
      };
    case 'teams':
      return { url: target.url, body: teamsCard(message) };
    case 'telegram': {
      const url = `${target.url.replace(/\/$/, '')}/bot${target.bot_token}/sendMessage`;
      const body = { chat_id: target.chat_id, text: text.slice(0, TELEGRAM_MAX) };
      return { url, body: { ...body, link_preview_options: { is_disabled: true } } };
    }
    case 'pagerduty':
      return { url: target.url, body: pagerDutyEvent(target.routing_key, message) };
  }
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function teamsCard({ title, lines, link, actions }: Message) {
  const links = [...(link === null ? [] : [{ label: 'Details', url: link }]), ...actions];
  const block = (text: string, more: object = {}) => ({
    type: 'TextBlock',
    text: text.replaceAll(/[\\`*_[\]()#]/g, String.raw`\$&`),
    wrap: true,
    ...more,
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [block(title, { weight: 'Bolder' }), ...lines.map((line) => block(line))],
          actions: links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
        },
      },
    ],
  };
}

const pagerDutyActions = {
  firing: 'trigger',
  acknowledged: 'acknowledge',
  resolved: 'resolve',
} as const;

function pagerDutyEvent(routingKey: string, { id, title, lines, link, alerts }: Message) {
  const [alert] = alerts;
  const isOne = alert !== undefined && alerts.length === 1;
  return {
    routing_key: routingKey,
    event_action: isOne ? pagerDutyActions[alert.state] : 'trigger',
    // One incident there for one alert here, through all its states.
    dedup_key: isOne ? `tripwire-${alert.id}` : `tripwire-${id}`,
    ...(link === null ? {} : { links: [{ href: link, text: 'Details' }] }),
    payload: {
      summary: title.slice(0, 1_024),
      source: 'tripwire',
      severity: severityOf(alert),
      component: alert?.agent ?? 'tripwire',
      custom_details: { lines },
    },
  };
}

function severityOf(alert: Alert | undefined): 'critical' | 'warning' | 'info' {
  if (alert === undefined) return 'info';
  const isStop = alert.rule !== 'budget' && alert.rule !== 'agent_silent';
  return isStop ? 'critical' : 'warning';
}
