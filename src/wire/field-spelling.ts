/**
 * Fields that a provider may read and we would not, because they are spelled almost like a known one.
 *
 * Readers written in Go and .NET take `Messages` for `messages`, and of both the last; one provider takes
 * `function_call` for `functionCall`. We read the exact name, so another spelling would be a conversation that nobody
 * judged. Only places whose names are a format's own are looked at: arguments and schemas may hold any key.
 */
import { foldedKey } from '../base/json-keys.ts';
import { listOf, objectOrNull, type JsonObject } from '../base/json-values.ts';
import type { Conversation } from './conversation.ts';

/** What is read of a request, at whatever level it is. */
const names =
  'model messages input contents request system instructions tools functions stream prompt generate conversation ' +
  'previous_response_id systemInstruction system_instruction max_tokens max_completion_tokens max_output_tokens ' +
  'generationConfig generation_config role content parts type text thought name id tool_calls tool_call_id ' +
  'tool_use_id call_id function custom arguments args output response refusal is_error functionCall function_call ' +
  'functionResponse function_response executableCode executable_code codeExecutionResult code_execution_result';
const known: ReadonlySet<string> = new Set(names.split(' '));
const folded: ReadonlySet<string> = new Set([...known].map(foldedKey));
/** Known names that are known in the other spelling too. */
const twins: ReadonlyMap<string, string> = new Map(
  [...known].flatMap((name) => {
    const other = camelCased(name);
    return other !== name && known.has(other) ? [[name, other]] : [];
  }),
);

/** Fields of a message or a part that hold more of them. */
const lists = ['content', 'parts', 'tool_calls'];
const objects = [
  'function',
  'custom',
  'functionCall',
  'function_call',
  'functionResponse',
  'function_response',
];

/** A field that some readers take for another than we do; null when there is none. */
export function doubtfulField({ body, wrapper, messages }: Conversation): string | null {
  const inBody = doubtfulIn(body) ?? (wrapper === null ? null : doubtfulIn(wrapper));
  if (inBody !== null) return inBody;
  for (const message of messages) {
    const left: unknown[] = [message];
    while (left.length > 0) {
      const fields = objectOrNull(left.pop());
      if (fields === null) continue;
      const doubtful = doubtfulIn(fields);
      if (doubtful !== null) return doubtful;
      for (const name of lists) for (const one of listOf(fields[name])) left.push(one);
      for (const name of objects) left.push(fields[name]);
    }
  }
  return null;
}

function doubtfulIn(fields: JsonObject): string | null {
  for (const key in fields) {
    if (!known.has(key)) {
      if (folded.has(foldedKey(key))) return key;
    } else {
      const other = twins.get(key);
      if (other !== undefined && Object.hasOwn(fields, other)) return key;
    }
  }
  return null;
}

function camelCased(key: string): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
