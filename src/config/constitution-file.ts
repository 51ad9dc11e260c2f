/**
 * A constitution from a name or a file, once, at start.
 *
 * YAML is a superset of JSON, so one parser reads both.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { errorCode } from '../base/error-words.ts';
import {
  constitutionFrom,
  SHIPPED_CONSTITUTIONS,
  TripwireError,
  type Constitution,
} from '../core/index.ts';

/** The shipped constitution of that name, or the one written in that file. */
export function loadConstitution(nameOrFile: string): Constitution {
  const shipped = SHIPPED_CONSTITUTIONS.find((one) => one.values.name === nameOrFile);
  if (shipped !== undefined) return shipped;
  const names = SHIPPED_CONSTITUTIONS.map((one) => one.values.name).join(', ');
  try {
    return constitutionFrom(parse(readFileSync(nameOrFile, 'utf8')));
  } catch (error) {
    const field = TripwireError.isInstance(error) ? error.field : null;
    const hint =
      errorCode(error) === 'ENOENT' ? `no such file; the shipped ones are ${names}` : null;
    const problem = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    throw new TripwireError(
      'CONSTITUTION_INVALID',
      `constitution ${nameOrFile}: ${hint ?? problem}`,
      field,
    );
  }
}
