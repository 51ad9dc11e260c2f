/** What the answers of Codex used: a line of its own after each, which names no model; the turn's context does. */
import { countOrZero, fieldsOf, textOrNull } from '../../base/json-values.ts';
import type { AnswerLines } from '../answer-lines.ts';
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
};
