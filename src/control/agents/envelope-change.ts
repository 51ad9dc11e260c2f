/**
 * An agent's own limits in the API's words, put into the core's, and the one rule about them: only tighter.
 */
import type { z } from 'zod';
import { present } from '../../base/present.ts';
import type { Constitution, EnvelopeChange, EnvelopeRule } from '../../core/index.ts';
import { Problem } from '../api/problem.ts';
import type { budgetsBody } from '../api/schemas-spend.ts';
import { budgetChange } from './budget-change.ts';

interface Written {
  readonly max_tokens_per_minute?: number | null;
  readonly max_tool_calls_per_minute?: number | null;
  readonly budgets?: z.output<typeof budgetsBody>;
  readonly shadow?: readonly EnvelopeRule[];
}

/** The limits that are written; throws where one is looser than the constitution's. */
export function envelopeChange(written: Written, { values }: Constitution): EnvelopeChange {
  const { max_tokens_per_minute: tokens, max_tool_calls_per_minute: calls } = written;
  const { budgets = {}, shadow } = written;
  const { maxTokensPerMinute, maxToolCallsPerMinute } = values;
  if ((tokens ?? 0) > maxTokensPerMinute || (calls ?? 0) > maxToolCallsPerMinute) {
    throw new Problem(
      'bad-request',
      `An agent's own limits may only be tighter than the constitution's, which are ${maxTokensPerMinute.toLocaleString('en')} tokens and ` +
        `${maxToolCallsPerMinute.toLocaleString('en')} tool calls a minute. Nothing was changed.`,
    );
  }
  const changed = budgetChange(budgets);
  return {
    ...present({ maxTokensPerMinute: tokens, maxToolCallsPerMinute: calls }),
    ...(Object.keys(changed).length === 0 ? {} : { budgets: changed }),
    ...present({ shadow }),
  };
}
