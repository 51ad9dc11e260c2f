/** What the answers of Claude Code used: every line of an answer repeats its id, and the last has the whole usage. */
import { fieldsOf, textOrNull } from '../../base/json-values.ts';
import { anthropicUsage } from '../../transcripts/index.ts';
import type { AnswerLines } from '../answer-lines.ts';

export const CLAUDE_CODE_ANSWER_LINES: AnswerLines = {
  answer: (line) => {
    if (line['type'] !== 'assistant' || line['isApiErrorMessage'] === true) return null;
    const { id, model, usage } = fieldsOf(line['message']);
    // Messages that the client makes up are no answers of a model.
    if (textOrNull(id) === null || model === '<synthetic>') return null;
    return { id: textOrNull(id), model: textOrNull(model), usage: anthropicUsage(usage) };
  },
  subagents: (transcript) => `${transcript.replace(/\.jsonl$/u, '')}/subagents`,
};
