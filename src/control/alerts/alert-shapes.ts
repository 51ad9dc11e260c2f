/**
 * What is kept of alerts: channels, rules, alerts and deliveries, in the shapes of their documents.
 */
import { z } from 'zod';
import { alertView, channelTarget, type ruleName } from '../api/schemas-alerts.ts';

/** An alert, as it is kept and shown. */
export type Alert = z.output<typeof alertView>;
export type RuleName = z.output<typeof ruleName>;
export type Target = z.output<typeof channelTarget>;

export const channelShape = z.object({
  name: z.string(),
  enabled: z.boolean(),
  allow_private: z.boolean(),
  target: channelTarget,
  created_at: z.number(),
  last: z.object({ at: z.number(), ok: z.boolean(), problem: z.string().nullable() }).nullable(),
});
/** A channel, with its secrets. */
export type Channel = z.output<typeof channelShape>;

export const ruleShape = z.object({
  enabled: z.boolean(),
  channels: z.array(z.string()).nullable(),
  level: z.number().nullable(),
});
/** How a rule is set. */
export type RuleSetting = z.output<typeof ruleShape>;

export const alertShape = z.object(alertView.shape);

export const deliveryShape = z.object({
  channel: z.string(),
  /** As it was when it was to be told. */
  alert: alertShape,
  attempts: z.number(),
  created_at: z.number(),
  delivered_at: z.number().nullable(),
  problem: z.string().nullable(),
  /** Of the node that sends it at the moment, or did last. */
  claim: z.string().exactOptional(),
});
/** One alert in one state for one channel. */
export type Delivery = z.output<typeof deliveryShape>;

export const cursorShape = z.object({ after: z.number() });
export const settingsShape = z.object({
  alert_links: z.boolean(),
  dashboard_url: z.string().nullable(),
});
export type AlertSettings = z.output<typeof settingsShape>;
