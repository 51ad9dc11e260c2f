/**
 * What a database keeps for a fleet: the journal's rows, who its nodes are, and the changes that all must hear of. Each
 * operation is one moment; who may run one when is up to `VirtualDatabase`.
 */
import { createMemoryStore, type Batch, type JournalRow } from '../../../src/store/index.ts';

/** A node's row. */
export interface NodeRow {
  readonly node: number;
  readonly name: string;
  readonly core: string;
  readonly constitution: string;
  readonly teams: string;
  leaseUntilMs: number;
  isFenced: boolean;
  seen: number;
}

/** The arguments of `tripwire.append_counted`, as the program gives them; nothing is counted for teams. */
export interface SharedAppend {
  readonly node: number;
  readonly known: number;
  readonly announced: readonly string[];
  readonly moves: readonly Move[];
  readonly batches: ReadonlyMap<string, Batch>;
}

interface Move {
  readonly agent: string;
  readonly baseSeq: number;
  readonly baseHash: string;
}

type Columns = readonly (readonly unknown[])[];
type Line = readonly unknown[];

const NEW = '0'.repeat(64);
const ANCHORED = { head: 6, rows: 6, events: 7, snapshots: 4 };

/** Reads the columns that the program sends into one batch for each agent. */
export function sharedAppendOf(values: readonly unknown[]): SharedAppend {
  const [node, known, announced, , , ...columns] = values;
  let from = 0;
  const lines = (width: number): readonly Line[] => {
    const own = (columns as Columns).slice(from, from + width);
    from += width;
    return (own[0] ?? []).map((_, index) => own.map((column) => column[index]));
  };
  const heads = lines(ANCHORED.head);
  const rows = lines(ANCHORED.rows);
  const events = lines(ANCHORED.events);
  const snapshots = lines(ANCHORED.snapshots);
  const of = (all: readonly Line[], agent: unknown) => all.filter(([whose]) => whose === agent);
  const moves = heads.map(([agent, baseSeq, baseHash]) => ({ agent, baseSeq, baseHash }) as Move);
  const batches = moves.map(({ agent, baseHash }): [string, Batch] => {
    let prev = baseHash;
    const own = of(rows, agent).map(([, seq, at, kind, body, hash]) => {
      const row = { agent, seq, at, kind, body, prev, hash } as JournalRow;
      prev = row.hash;
      return row;
    });
    const batch = {
      rows: own,
      events: of(events, agent).map(
        ([, session, seq, eventType, timestamp, reason, details]) =>
          ({ agent, session, seq, eventType, timestamp, reason, details }) as never,
      ),
      snapshots: of(snapshots, agent).map(
        ([, seq, hash, state]) => ({ agent, seq, hash, state }) as never,
      ),
    };
    return [agent, batch];
  });
  return {
    node: node as number,
    known: known as number,
    announced: announced as readonly string[],
    moves,
    batches: new Map(batches),
  };
}

/** All of it. */
export class VirtualTables {
  readonly kept = createMemoryStore();
  readonly heads = new Map<string, JournalRow>();
  nodes: NodeRow[] = [];
  readonly changes: {
    readonly version: number;
    readonly kind: string;
    readonly subject: string;
  }[] = [];
  readonly births: string[] = [];
  /** How many nodes were counted out. */
  fenced = 0;
  #numbers = 0;
  readonly #onDurable: (batch: Batch) => void;

  constructor(onDurable: (batch: Batch) => void) {
    this.#onDurable = onDurable;
  }

  get version(): number {
    return this.changes.length;
  }

  join(row: Omit<NodeRow, 'node' | 'isFenced' | 'seen'>): NodeRow {
    this.#numbers += 1;
    const joined = { ...row, node: this.#numbers, isFenced: false, seen: -1 };
    this.nodes.push(joined);
    return joined;
  }

  /** A node that does not answer is counted out. */
  fence(row: NodeRow): void {
    row.isFenced = true;
    this.fenced += 1;
  }

  /** The node of this number, if it may still do anything. */
  living(node: unknown): NodeRow | undefined {
    return this.nodes.find((one) => one.node === node && !one.isFenced);
  }

  /** Agents whose head is the one that an append goes on from. */
  winners({ moves }: SharedAppend): readonly string[] {
    return moves
      .filter(({ agent, baseSeq, baseHash }) => {
        const head = this.heads.get(agent);
        return (head?.seq ?? 0) === baseSeq && (head?.hash ?? NEW) === baseHash;
      })
      .map(({ agent }) => agent);
  }

  /** Writes what winners append; says whether others must hear of it. */
  write(append: SharedAppend, winners: readonly string[]): boolean {
    const versionBefore = this.version;
    const bornBefore = this.births.length;
    for (const agent of winners) {
      const batch = append.batches.get(agent);
      const last = batch?.rows.at(-1);
      if (batch === undefined || last === undefined) continue;
      if (!this.heads.has(agent)) this.births.push(agent);
      this.heads.set(agent, last);
      // It writes before it returns; the promise only says so.
      void this.kept.append(batch);
      this.#onDurable(batch);
      if (append.announced.includes(agent)) this.#announce('agent', agent);
    }
    return this.version > versionBefore || this.births.length > bornBefore;
  }

  #announce(kind: string, subject: string): void {
    this.changes.push({ version: this.version + 1, kind, subject });
  }
}
