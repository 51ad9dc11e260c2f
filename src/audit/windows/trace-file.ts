/**
 * The forms in which a trace comes as one file: JSON lines, a JSON array, or the fixture's `{ windows: […] }`.
 *
 * The fixture may bring the floors it was made under and the texts behind its hashes; those are checked too, because a
 * text that nobody checks could say anything.
 */
import { jsonOrText, parseJson } from '../../base/json-text.ts';
import { fieldsOf } from '../../base/json-values.ts';
import { TripwireError } from '../../core/browser.ts';
import { sha256Hex } from '../bytes.ts';
import { checkSchema } from './window-check.ts';
import { FLOORS, type Floors } from './window-numbers.ts';
import type { Schema } from './window-shape.ts';

/** A trace as it was written. */
export interface TraceFile {
  /** Not checked yet. */
  readonly windows: readonly unknown[];
  readonly floors: Floors;
  /** The texts that the file says its hashes are of. */
  readonly narrative: string | null;
  readonly scar: string | null;
}

/** Some editors begin a file with it; it says nothing. */
const BYTE_ORDER_MARK = /^\uFEFF/;
const UINT32_MAX = 2 ** 32 - 1;
const floor: Schema = { type: 'integer', minimum: 0, maximum: UINT32_MAX };
const fixture: Schema = {
  type: 'object',
  properties: {
    narrative: { type: 'string' },
    scar: { type: 'string' },
    floors: {
      type: 'object',
      properties: { MIN_PAUSE_MS_FLOOR: floor, MIN_FORGIVENESS_HALF_LIFE_S: floor },
      required: ['MIN_PAUSE_MS_FLOOR', 'MIN_FORGIVENESS_HALF_LIFE_S'],
      additionalProperties: false,
    },
    windows: { type: 'array' },
  },
  required: ['windows'],
  additionalProperties: false,
};

interface Fixture {
  readonly windows: readonly unknown[];
  readonly narrative?: string;
  readonly scar?: string;
  readonly floors?: {
    readonly MIN_PAUSE_MS_FLOOR: number;
    readonly MIN_FORGIVENESS_HALF_LIFE_S: number;
  };
}

/** Reads a trace; throws `WINDOW_INVALID` for anything that is none. */
export function readTrace(written: string): TraceFile {
  const plain = { floors: FLOORS, narrative: null, scar: null };
  const text = written.replace(BYTE_ORDER_MARK, '');
  const whole = parseJson(text);
  if (Array.isArray(whole)) return { ...plain, windows: whole };
  if (typeof whole === 'object' && whole !== null && 'windows' in whole) return readFixture(whole);
  const windows = whole === undefined ? readLines(text) : [whole];
  return { ...plain, windows };
}

function readFixture(whole: object): TraceFile {
  checkSchema(whole, fixture, '');
  const { windows, floors, narrative = null, scar = null } = whole as Fixture;
  if (floors === undefined) return { windows, floors: FLOORS, narrative, scar };
  const { MIN_PAUSE_MS_FLOOR: minPauseMs, MIN_FORGIVENESS_HALF_LIFE_S: halfLifeS } = floors;
  return { windows, floors: { minPauseMs, halfLifeS }, narrative, scar };
}

/** A line that is no JSON stays text: it is no window, and the verifier says so where it stands among the others. */
function readLines(text: string): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(jsonOrText);
  const isTrace = values.some((value) => typeof value === 'object' && value !== null);
  if (lines.length > 0 && (!isTrace || text.trimStart().startsWith('['))) {
    const forms = 'a trace is JSON lines, an array, or {"windows": […]}';
    throw new TripwireError('WINDOW_INVALID', `it is not JSON, or not all of it: ${forms}`);
  }
  return values;
}

/** What is wrong between the texts of a fixture and the hashes of one of its windows. */
export function textProblems({ narrative, scar }: TraceFile, window: unknown): readonly string[] {
  const witness = fieldsOf((window as { readonly witness?: unknown }).witness);
  const problem = (name: string, text: string | null, field: string) => {
    const written = witness[field] ?? null;
    if (text === null || written === null) return [];
    const is = `0x${sha256Hex(text)}`;
    return is === written
      ? []
      : [`witness.${field} is ${JSON.stringify(written)}, the text ${name} gives ${is}`];
  };
  return [
    ...problem('narrative', narrative, 'narrative_hash'),
    ...problem('scar', scar, 'scar_root'),
  ];
}
