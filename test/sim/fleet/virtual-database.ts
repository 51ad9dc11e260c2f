import type { EventQuery } from '../../../src/store/index.ts';
/**
 * A database that several nodes ask in SQL: the statements of the program's own code, each carried out in one moment, with the
 * locks that transactions hold while they wait for their client.
 *
 * It knows the statements that a fleet uses by their words and refuses all others, so a changed one is noticed.
 */
import type { Row } from '../../../src/store/postgres/connection.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { BEGAN_MS } from './machine-clocks.ts';
import {
  sharedAppendOf,
  type NodeRow,
  type SharedAppend,
  type VirtualTables,
} from './virtual-tables.ts';

/** A client's connection while it is asked something; a transaction when it asks more than once. */
export interface Session {
  readonly isTransaction: boolean;
  isOver: boolean;
  readonly locks: Set<string>;
  /** What a transaction does when it is committed. */
  readonly owed: (() => void)[];
}

type Answer = readonly Row[] | Promise<readonly Row[]>;
type Statement = (values: readonly unknown[], session: Session, text: string) => Answer;

const LOCK_MS = 2_000;
const LOOK_AGAIN_MS = 1;

/** The database. */
export class VirtualDatabase {
  readonly #time: VirtualTime;
  readonly #tables: VirtualTables;
  readonly #notify: () => void;
  readonly #surprised: (what: string) => void;
  readonly #locks = new Map<string, Session>();
  readonly #statements: readonly (readonly [RegExp, Statement])[];

  constructor(
    time: VirtualTime,
    tables: VirtualTables,
    told: { notify(): void; surprised(what: string): void },
  ) {
    this.#time = time;
    this.#tables = tables;
    this.#notify = () => told.notify();
    this.#surprised = (what) => told.surprised(what);
    this.#statements = [
      ...this.#joinStatements(),
      ...this.#leaseStatements(),
      ...this.#changeStatements(),
      ...this.#journalStatements(),
    ];
  }

  /** Carries out one statement of a session. */
  async run(session: Session, sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const text = sql.replaceAll(/\s+/g, ' ').trim();
    const found = this.#statements.find(([form]) => form.test(text));
    if (found === undefined) {
      this.#surprised(`the simulated database does not know this statement: ${text}`);
      throw failure('42601', text);
    }
    if (session.isOver) throw failure('08006', 'the connection is closed');
    try {
      const rows = await found[1](values, session, text);
      if (!session.isTransaction) this.commit(session);
      return rows;
    } catch (error) {
      this.rollback(session);
      throw error;
    }
  }

  commit(session: Session): void {
    if (session.isOver) throw failure('08006', 'the connection is closed');
    for (const change of session.owed) change();
    this.rollback(session);
  }

  /** Ends a session; what it has not committed never was. */
  rollback(session: Session): void {
    session.isOver = true;
    for (const key of session.locks) this.#locks.delete(key);
    session.locks.clear();
  }

  #joinStatements(): readonly (readonly [RegExp, Statement])[] {
    const tables = this.#tables;
    return [
      [
        /^SELECT 1 FROM tripwire.serving FOR UPDATE$/,
        (_, session) => this.#held(session, ['serving']),
      ],
      [/^SELECT node FROM tripwire.serving /, () => []],
      [/^UPDATE tripwire.serving SET epoch/, () => []],
      [
        /^SELECT name, core, constitution, teams FROM tripwire.nodes /,
        () => tables.nodes.filter((one) => this.#isServing(one)).map((one) => ({ ...one })),
      ],
      [
        /^UPDATE tripwire.nodes SET fenced = true WHERE NOT fenced AND lease_until < clock_timestamp\(\)$/,
        (_, session) => {
          session.owed.push(() => {
            for (const one of tables.nodes) {
              if (!one.isFenced && !this.#isServing(one)) tables.fence(one);
            }
          });
          return [];
        },
      ],
      // No agent of these worlds is in a team.
      [/^UPDATE tripwire.team_state SET generation/, () => []],
      [/^SELECT generation FROM tripwire.team_state$/, () => [{ generation: 0 }]],
      [
        /^DELETE FROM tripwire.nodes WHERE fenced/,
        (_, session) => {
          session.owed.push(() => {
            tables.nodes = tables.nodes.filter(({ isFenced }) => !isFenced);
          });
          return [];
        },
      ],
      [
        /^INSERT INTO tripwire.nodes /,
        ([name, core, constitution, teams, leaseMs], session) => {
          const leaseUntilMs = this.#time.nowMs + Number(leaseMs);
          const words = { name, core, constitution, teams } as Pick<
            NodeRow,
            'name' | 'core' | 'constitution' | 'teams'
          >;
          const joined = tables.join({ ...words, leaseUntilMs });
          // Others see it when it is committed.
          tables.nodes.pop();
          session.owed.push(() => tables.nodes.push(joined));
          return [{ node: joined.node }];
        },
      ],
    ];
  }

  #leaseStatements(): readonly (readonly [RegExp, Statement])[] {
    const tables = this.#tables;
    const leader = () =>
      Math.min(...tables.nodes.filter((one) => this.#isServing(one)).map(({ node }) => node));
    return [
      [
        /^UPDATE tripwire.nodes SET lease_until/,
        ([node, leaseMs]) => {
          const own = tables.living(node);
          if (own === undefined) return [];
          own.leaseUntilMs = this.#time.nowMs + Number(leaseMs);
          const { version, births } = tables;
          return [{ version, births: births.length, leads: leader() === own.node }];
        },
      ],
      [
        /^UPDATE tripwire.nodes SET seen = /,
        ([node, seen]) => {
          const own = tables.living(node);
          if (own === undefined) return [];
          own.seen = Number(seen);
          return [{ node }];
        },
      ],
      [
        /^UPDATE tripwire.nodes SET fenced = true WHERE node = /,
        ([node]) => {
          const own = tables.living(node);
          if (own !== undefined) own.isFenced = true;
          return [];
        },
      ],
      [
        /^UPDATE tripwire.nodes SET fenced = true WHERE NOT fenced AND seen < /,
        ([version]) => {
          for (const one of tables.nodes) {
            if (!one.isFenced && one.seen < Number(version) && one.leaseUntilMs < this.#time.nowMs)
              tables.fence(one);
          }
          return [];
        },
      ],
      [
        /^SELECT name FROM tripwire.nodes WHERE NOT fenced AND seen < /,
        ([version]) =>
          tables.nodes
            .filter(({ isFenced, seen }) => !isFenced && seen < Number(version))
            .map(({ name }) => ({ name })),
      ],
    ];
  }

  #isServing({ isFenced, leaseUntilMs }: NodeRow): boolean {
    return !isFenced && leaseUntilMs >= this.#time.nowMs;
  }

  #changeStatements(): readonly (readonly [RegExp, Statement])[] {
    const tables = this.#tables;
    return [
      [/^DELETE FROM tripwire.changes /, () => []],
      [
        /^SELECT version, births, /,
        () => [
          {
            version: tables.version,
            births: tables.births.length,
            now: BEGAN_MS + Math.floor(this.#time.nowMs),
          },
        ],
      ],
      [
        /^SELECT version, kind, subject FROM tripwire.changes /,
        ([known]) => tables.changes.slice(Number(known), Number(known) + 1_000),
      ],
      [
        /^SELECT number, agent FROM tripwire.births /,
        ([known]) =>
          tables.births
            .map((agent, index) => ({ number: index + 1, agent }))
            .slice(Number(known), Number(known) + 1_000),
      ],
    ];
  }

  #journalStatements(): readonly (readonly [RegExp, Statement])[] {
    const { kept, heads } = this.#tables;
    const headOf = (agent: unknown) => {
      const head = heads.get(String(agent));
      if (head === undefined) return [];
      const { seq, hash, at } = head;
      return [{ agent, seq, hash, at }];
    };
    return [
      [
        /^SELECT tripwire.append_counted\(/,
        (values, session) => this.#append(sharedAppendOf(values), session),
      ],
      [
        /^SELECT agent, seq, .* FROM tripwire.heads ORDER BY agent$/,
        () => [...heads.keys()].toSorted().flatMap(headOf),
      ],
      [
        / FROM tripwire.heads WHERE agent = ANY \(\$1::text\[\]\) *$/,
        ([agents]) => (agents as unknown[]).flatMap(headOf),
      ],
      [
        /^SELECT seq FROM tripwire.heads WHERE agent = \$1 FOR NO KEY UPDATE$/,
        async ([agent], session) => {
          await this.#held(session, [`head ${String(agent)}`]);
          return headOf(agent);
        },
      ],
      [
        / FROM tripwire.journal WHERE agent = \$1 AND seq >= \$2 /,
        async ([agent, from, limit]) => {
          const rows = await kept.read(String(agent), Number(from), Number(limit));
          return rows.map(({ prev, ...row }) => ({ ...row, before: prev }));
        },
      ],
      [
        / FROM tripwire.snapshots WHERE agent = /,
        async ([agent]) => {
          const found = await kept.snapshot(String(agent));
          return found === null ? [] : [{ ...found }];
        },
      ],
      [/ FROM tripwire.anchors ORDER BY agent$/, () => []],
      // Nothing is kept beside the journal: what explains stops is tried in the world of one server.
      [/ FROM tripwire.evidence WHERE agent = \$1 /, () => []],
      [
        /^SELECT id, agent, session, seq, event_type .* ORDER BY id (ASC|DESC) LIMIT \$1$/,
        async (values, _, text) =>
          (await kept.events(eventQueryOf(text, values))).map((one) => ({ ...one })),
      ],
    ];
  }

  async #append(append: SharedAppend, session: Session): Promise<readonly Row[]> {
    const tables = this.#tables;
    if (tables.version !== append.known) return [{ written: null }];
    await this.#held(
      session,
      append.moves.map(({ agent }) => `head ${agent}`),
    );
    // Both asked after the heads are locked: it may have waited for them.
    if (tables.living(append.node) === undefined)
      throw failure('TW001', 'the lease of this node is over');
    const written = tables.winners(append);
    if (tables.version !== append.known) throw failure('TW002', 'something changed meanwhile');
    session.owed.push(() => {
      if (tables.write(append, written)) this.#notify();
    });
    return [{ written }];
  }

  /** Waits for locks, in the order of their names, as the program's own function takes them. */
  async #held(session: Session, keys: readonly string[]): Promise<readonly Row[]> {
    const untilMs = this.#time.nowMs + LOCK_MS;
    for (const key of keys.toSorted()) {
      while ((this.#locks.get(key) ?? session) !== session) {
        if (this.#time.nowMs > untilMs) throw failure('55P03', 'the lock is not given');
        await new Promise<void>((resolve) => {
          this.#time.plan(LOOK_AGAIN_MS, resolve);
        });
      }
      if (session.isOver) throw failure('08006', 'the connection is closed');
      this.#locks.set(key, session);
      session.locks.add(key);
    }
    return [];
  }
}

const EVENT_CONDITIONS = [
  [/ agent = \$(\d+)/, 'agent'],
  [/ session = \$(\d+)/, 'session'],
  [/ event_type = \$(\d+)/, 'type'],
  [/"timestamp" >= \$(\d+)/, 'since'],
  [/"timestamp" <= \$(\d+)/, 'until'],
  [/ id [<>] \$(\d+)/, 'afterId'],
] as const;

function eventQueryOf(text: string, values: readonly unknown[]): EventQuery {
  const conditions = EVENT_CONDITIONS.flatMap(([form, name]) => {
    const place = form.exec(text)?.[1];
    return place === undefined ? [] : [[name, values[Number(place) - 1]] as const];
  });
  const newestFirst = text.includes('ORDER BY id DESC');
  return { ...Object.fromEntries(conditions), newestFirst, limit: Number(values[0]) };
}

/** An error as the driver gives it. */
export function failure(code: string, words: string): Error {
  return Object.assign(new Error(words), { code });
}
