/**
 * An alert in words: the agent, what happened in one sentence, the numbers, what it cost, where to look, how to resume.
 *
 * Reasons may hold what an agent said, so what goes out is cut and cleaned: no line of it may look like one of ours.
 */
import { cleanLine } from '../../base/clean-text.ts';
import { MAIN } from '../../base/main-name.ts';
import type { Alert } from './alert-shapes.ts';

/** What a channel sends. */
export interface Message {
  /** The same for every try, so that a receiver can tell a second try from a second alert. */
  readonly id: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** The page about it; null when nobody said where the dashboard is. */
  readonly link: string | null;
  readonly alerts: readonly Alert[];
  /** Links that act, where a person turned them on. */
  readonly actions: readonly { readonly label: string; readonly url: string }[];
}

const LINE_MAX = 500;
const DIGEST_LINES_MAX = 20;

const stateWords = {
  firing: 'FIRING',
  acknowledged: 'ACKNOWLEDGED',
  resolved: 'RESOLVED',
} as const;

/** One alert as a message. */
export function alertMessage(
  id: string,
  alert: Alert,
  base: string | null,
  actions: Message['actions'],
): Message {
  const { agent, session, state, what, numbers, cost, how_to_resume: resume } = alert;
  const whose = whoseText(agent, session);
  const title = `[Tripwire] ${stateWords[state]}: ${what}`;
  const lines =
    state === 'firing'
      ? [`Agent: ${whose}`, `Why: ${numbers}`, `Cost: ${cost}`, `To resume: ${resume}`]
      : [`Agent: ${whose}`, `Since: ${new Date(alert.fired_at).toISOString()}`, numbers];
  const path =
    alert.incident === null ? '/alerts' : `/incidents/${encodeURIComponent(alert.incident)}`;
  return {
    id,
    title: clean(title),
    lines: lines.filter((line) => line !== '').map(clean),
    link: base === null ? null : `${base}${path}`,
    alerts: [alert],
    actions,
  };
}

/** Whom it is about. A session that no client named is the agent itself. */
export function whoseText(agent: string, session: string | null): string {
  return session === null || session === MAIN ? agent : `${agent} (session ${session})`;
}

/** Many alerts as one message: a storm is told once. */
export function digestMessage(id: string, alerts: readonly Alert[], base: string | null): Message {
  const firing = alerts.filter(({ state }) => state === 'firing').length;
  const resolved = alerts.filter(({ state }) => state === 'resolved').length;
  const shown = alerts
    .slice(0, DIGEST_LINES_MAX)
    .map(({ state, what }) => `${stateWords[state]}: ${what}`);
  const more = alerts.length - shown.length;
  return {
    id,
    title: clean(
      `[Tripwire] ${alerts.length} alerts in a short time: ${firing} firing, ${resolved} resolved`,
    ),
    lines: [...shown, ...(more > 0 ? [`and ${more} more`] : [])].map(clean),
    link: base === null ? null : `${base}/alerts`,
    alerts,
    actions: [],
  };
}

/** The whole message as plain text. */
export function messageText({ title, lines, link, actions }: Message): string {
  return [
    title,
    ...lines,
    ...(link === null ? [] : [`Details: ${link}`]),
    ...actions.map(({ label, url }) => `${label}: ${url}`),
  ].join('\n');
}

function clean(text: string): string {
  const plain = cleanLine(text);
  return plain.length > LINE_MAX ? `${plain.slice(0, LINE_MAX - 1)}…` : plain;
}
