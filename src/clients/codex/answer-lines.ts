/** What the answers of Codex used: a line of its own after each, which names no model (the turn's context does) and tells how full the subscription is. */
import { countOrZero, fieldsOf, textOrNull } from '../../base/json-values.ts';
import type { AnswerLines, WindowUsed } from '../answer-lines.ts';
import { codexUsage } from './codex-usage.ts';

export const CODEX_ANSWER_LINES: AnswerLines = {
  answer: (line) => {
    const payload = fieldsOf(line['payload']);
    if (line['type'] !== 'event_msg' || payload['type'] !== 'token_count') return null;
    const info = fieldsOf(payload['info']);
    // The same figures are told again when only the limits of the plan have changed.
    const total = countOrZero(fieldsOf(info['total_token_usage'])['total_tokens']);
    if (total === 0) return null;
    return { id: `total ${total}`, model: null, usage: codexUsage(info['last_token_usage']) };
  },
  model: (line) =>
    line['type'] === 'turn_context' ? textOrNull(fieldsOf(line['payload'])['model']) : null,
  plan: (line) => {
    const payload = fieldsOf(line['payload']);
    if (line['type'] !== 'event_msg' || payload['type'] !== 'token_count') return null;
    const limits = fieldsOf(payload['rate_limits']);
    const windows = ['primary', 'secondary'].flatMap((place) => windowIn(place, limits[place]));
    return windows.length === 0 ? null : windows;
  },
};

/** Names of windows by their length in minutes. */
const NAMES: Readonly<Record<string, string>> = { '300': 'five_hour', '10080': 'seven_day' };
const HUNDREDTHS = 100;
const USED_MAX = 100_000;
const SECOND_MS = 1_000;

function windowIn(place: string, value: unknown): readonly WindowUsed[] {
  const { used_percent: share, window_minutes: minutes, resets_at: reset } = fieldsOf(value);
  if (typeof share !== 'number' || !(share >= 0)) return [];
  const used = Math.min(USED_MAX, Math.round(share * HUNDREDTHS));
  const resetAt = countOrZero(reset) * SECOND_MS;
  const name = NAMES[String(minutes)] ?? place;
  return [{ name, ...(resetAt > 0 ? { resetAt } : {}), used }];
}
