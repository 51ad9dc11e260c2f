import { openedJson } from '../base/json-text.ts';
import { firstValues } from './first-values.ts';

/** Arguments as a JSON value of bounded size; a call without any has an empty object. */
export function givenArgs(args: unknown): unknown {
  return args === undefined || args === null || args === '' ? {} : firstValues(openedJson(args));
}
