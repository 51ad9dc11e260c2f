/** What the answers of Gemini CLI used: a line for each, written again with the same id when its tools have answered. */
import { objectOrNull, textOrNull } from '../../base/json-values.ts';
import type { AnswerLines } from '../answer-lines.ts';
import { geminiUsage } from './gemini-usage.ts';

export const GEMINI_CLI_ANSWER_LINES: AnswerLines = {
  answer: (line) => {
    const tokens = objectOrNull(line['tokens']);
    if (line['type'] !== 'gemini' || tokens === null) return null;
    return {
      id: textOrNull(line['id']),
      model: textOrNull(line['model']),
      usage: geminiUsage(tokens),
    };
  },
};
