/**
 * The members of a JSON object in a text; none for any other text.
 */
import { fieldsOf, type JsonFields } from '../base/json-values.ts';

/** Never throws. */
export function fieldsInText(text: string): JsonFields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}
