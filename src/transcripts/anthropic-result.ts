/**
 * A tool's result in Anthropic's form, as it stands in transcripts and logs.
 *
 * A result that says nothing about an error is not a result that says there was none: most clients leave the flag out
 * when a command fails, so the judge has to look at the text itself.
 */
import type { JsonObject } from '../base/json-values.ts';
import type { ToolOutcome } from './run-builder.ts';
import { resultText } from './visible-text.ts';

/** What the tool answered, with the flag where there is one. */
export function anthropicResult(fields: JsonObject): ToolOutcome {
  const text = resultText(fields['content']);
  const said = fields['is_error'];
  return typeof said === 'boolean' ? { text, isError: said } : { text };
}
