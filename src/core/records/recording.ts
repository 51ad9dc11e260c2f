/**
 * The format of a recording: a header, then one line for each judged record.
 *
 * Every line is canonical JSON, so that a replay can compare bytes.
 */
import type { Decision } from '../answer.ts';
import type { Constitution } from '../constitution/constitution.ts';
import { constitutionFrom, SHIPPED_CONSTITUTIONS } from '../constitution/shipped-constitutions.ts';
import { TripwireError } from '../errors.ts';
import { canonicalJson } from './canonical.ts';
import type { Digests } from './digests.ts';
import type { AgentRecord } from './records.ts';

/** Version of the recording format. */
const RECORDING_VERSION = 1;

/** The first line of a recording. The values stand in it, so that it needs nothing beside it. */
export function recordingHeader(constitution: Constitution): string {
  return canonicalJson({
    constitution: constitution.values,
    constitution_id: constitution.id,
    v: RECORDING_VERSION,
  });
}

/** One judged record as a line of a recording. */
export function recordingLine(record: AgentRecord, decision: Decision, digests: Digests): string {
  const { decisionsHash, eventsHash } = digests;
  return canonicalJson({ decision, decisionsHash, eventsHash, record });
}

/** The constitution a recording was made under, from its parsed first line. */
export function readRecordingHeader(header: unknown): Constitution {
  if (typeof header !== 'object' || header === null) fail('the header is not an object', null);
  const { v, constitution_id: id, constitution: values } = header as Record<string, unknown>;
  if (v !== RECORDING_VERSION) {
    fail(`version ${String(v)} is not known (known: ${RECORDING_VERSION})`, 'v');
  }
  if (typeof id !== 'string') fail('the id of the constitution is missing', 'constitution_id');
  const shipped = SHIPPED_CONSTITUTIONS.find((one) => one.id === id);
  if (values === undefined && shipped === undefined) {
    fail(`constitution ${id} did not ship and its values are not in the header`, 'constitution');
  }
  const constitution = shipped ?? constitutionFrom(values);
  if (constitution.id !== id) {
    const problem = `the header names constitution ${id}, its values have the id ${constitution.id}`;
    throw new TripwireError('PARITY_LOST', problem, 'constitution_id');
  }
  return constitution;
}

function fail(problem: string, field: string | null): never {
  throw new TripwireError('RECORDING_INVALID', `not a recording: ${problem}`, field);
}
