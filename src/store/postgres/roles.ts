/**
 * What a server may do that is not the owner of the tables: it appends to the journal, and can neither change nor delete
 * what is in it, nor make or change tables. Old rows go by one function of the owner, which keeps the rules of cutting and
 * cuts nothing that is younger than the owner says.
 */
import { StoreError } from '../store-error.ts';
import { openConnection } from './connection.ts';

const listed = (names: string): readonly string[] => names.split(' ');
const INSERTS = listed(
  'journal heads events snapshots evidence agent_keys documents nodes births changes ' +
    'team_spending team_base team_labels team_claims',
);
const UPDATES = listed(
  'snapshots event_numbers agent_keys documents serving fleet nodes team_state team_spending',
);
/** Neither the journal nor its heads, anchors and events. */
const DELETES = listed(
  'evidence agent_keys documents nodes changes team_spending team_base team_labels team_claims',
);

/** What a server's role is granted, as statements; all it had before is taken first. */
function grantsTo(role: string): readonly string[] {
  const on = (tables: readonly string[]) => tables.map((table) => `tripwire.${table}`).join(', ');
  return [
    `REVOKE ALL ON ALL TABLES IN SCHEMA tripwire FROM ${role}`,
    `REVOKE ALL ON SCHEMA tripwire FROM ${role}`,
    `GRANT USAGE ON SCHEMA tripwire TO ${role}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA tripwire TO ${role}`,
    `GRANT INSERT ON ${on(INSERTS)} TO ${role}`,
    `GRANT UPDATE ON ${on(UPDATES)} TO ${role}`,
    `GRANT UPDATE (seq, hash, at) ON tripwire.heads TO ${role}`,
    `GRANT DELETE ON ${on(DELETES)} TO ${role}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA tripwire TO ${role}`,
  ];
}

/** Makes the tables or brings them up to date, as their owner, and lets a role serve them. */
export async function prepareDatabase(url: string, role: string | null): Promise<void> {
  const connection = await openConnection({ url, readOnly: false });
  try {
    if (role === null) return;
    const doing = `letting ${role} serve`;
    const [found] = await connection.ask<{ readonly name: string }>(
      doing,
      'SELECT quote_ident(rolname) AS name FROM pg_roles WHERE rolname = $1',
      [role],
    );
    if (found === undefined) {
      throw new StoreError(
        'STORE_UNAVAILABLE',
        `${connection.place} has no role ${role}: make it first (CREATE ROLE ${role} LOGIN).`,
      );
    }
    await connection.write(doing, async (ask) => {
      for (const grant of grantsTo(found.name)) await ask(grant);
    });
  } finally {
    await connection.close();
  }
}
