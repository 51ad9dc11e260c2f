/**
 * A replay: judges a recording again, line by line, and compares the bytes.
 *
 * Recorded lines are canonical, so whatever was changed in one makes it differ from the line that
 * the same run writes now; the parsed values then tell which field it was.
 */
import { TripwireError } from './errors.ts';
import { canonicalJson } from './records/canonical.ts';
import { readRecordingHeader, recordingHeader, recordingLine } from './records/recording.ts';
import type { AgentRecord } from './records/records.ts';
import { DecisionRun } from './run.ts';

/** A field in which a recorded line and its replay differ. */
export interface Difference {
  readonly field: string;
  readonly recorded: string;
  readonly computed: string;
}

/** Replays one recording. Its steps are those of `run`. */
export class Replay {
  readonly run: DecisionRun;
  /** What differs in the header itself; nothing, as a rule. */
  readonly headerDifferences: readonly Difference[];

  constructor(header: string) {
    this.run = new DecisionRun(readRecordingHeader(parse(header, 'the header')));
    const { constitution } = this.run;
    const bare = canonicalJson({ constitution_id: constitution.id, v: 1 });
    const expected = recordingHeader(constitution);
    this.headerDifferences = header === bare ? [] : compare(header, expected);
  }

  /** Judges the record of the next line; the differences are none when it has parity. */
  take(line: string): readonly Difference[] {
    const step = `step ${this.run.steps + 1}`;
    const parsed = parse(line, step);
    const value = typeof parsed === 'object' && parsed !== null ? parsed : {};
    try {
      const { record } = value as { readonly record: AgentRecord };
      const decision = this.run.take(record);
      return compare(line, recordingLine(record, decision, this.run.digests));
    } catch (error) {
      if (!TripwireError.isInstance(error)) throw error;
      throw new TripwireError(
        'RECORDING_INVALID',
        `${step}: record: ${error.message}`,
        error.field,
      );
    }
  }
}

function parse(line: string, what: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    const problem = `${what} is not valid JSON (${(error as Error).message})`;
    throw new TripwireError('RECORDING_INVALID', problem);
  }
}

/** Field by field; a line that differs only in its bytes is named as such. */
function compare(recorded: string, computed: string): readonly Difference[] {
  if (recorded === computed) return [];
  const fields = compareValues(JSON.parse(recorded), JSON.parse(computed), '');
  if (fields.length > 0) return fields;
  let place = 0;
  while (recorded[place] === computed[place]) place += 1;
  const excerpt = (line: string) => JSON.stringify(line.slice(Math.max(0, place - 10), place + 20));
  const field = `bytes from character ${place + 1}`;
  return [{ field, recorded: excerpt(recorded), computed: excerpt(computed) }];
}

function compareValues(recorded: unknown, computed: unknown, path: string): Difference[] {
  if (hasMembers(recorded) && hasMembers(computed)) {
    const keys = new Set([...Object.keys(recorded), ...Object.keys(computed)]);
    return [...keys].toSorted().flatMap((key) => {
      const field = path === '' ? key : `${path}.${key}`;
      return compareValues(own(recorded, key), own(computed, key), field);
    });
  }
  const [a, b] = [text(recorded), text(computed)];
  return a === b ? [] : [{ field: path, recorded: a, computed: b }];
}

/** An object or a list. */
function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function text(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
