/**
 * The one shorthand of vectors: `{"repeat": n, "everyMs": d, "record": {…}}`.
 *
 * Thirty beats of a runaway are thirty equal lines; written once, a reader sees the tempo.
 */
type Members = Readonly<Record<string, unknown>>;

const shorthandKeys = 'everyMs,record,repeat';

/** The records with every repetition written out. */
export function expandRecords(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${where}: no records`);
  return value.flatMap((entry: unknown, index) => {
    const members = entry as Members;
    if (!Object.hasOwn(members, 'repeat')) return [entry];
    return repeated(members, `${where}.records[${index}]`);
  });
}

function repeated(shorthand: Members, where: string): readonly unknown[] {
  if (Object.keys(shorthand).toSorted().join(',') !== shorthandKeys) {
    throw new Error(`${where}: a repetition has repeat, everyMs and record, nothing else`);
  }
  const { repeat, everyMs, record } = shorthand as {
    readonly repeat: number;
    readonly everyMs: number;
    readonly record: Members;
  };
  if (!Number.isInteger(repeat) || repeat < 2) throw new Error(`${where}: repeat is 2 or more`);
  if (!Number.isInteger(everyMs) || everyMs < 0) throw new Error(`${where}: everyMs is 0 or more`);
  return Array.from({ length: repeat }, (_, index) => later(record, index * everyMs));
}

/** The record with its own timestamp moved; that of `settles` stays. */
function later(record: Members, byMs: number): Members {
  if (record['type'] !== 'event') return moved(record, byMs);
  return { ...record, event: moved(record['event'] as Members, byMs) };
}

function moved(stamped: Members, byMs: number): Members {
  return { ...stamped, timestamp: Number(stamped['timestamp']) + byMs };
}
