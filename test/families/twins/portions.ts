/** The same deed again: while it does a portion each time it is work, and with nothing done it is none. */
import type { ScriptedAgent } from '../scripted-agent.ts';
import type { Twin } from './twin.ts';

const PORTIONS = 24;

function repeated(agent: ScriptedAgent, portion: () => void): void {
  agent.times(PORTIONS, PORTIONS + 12, portion);
}

/** A chunk of rows is deleted again and again. */
const rowsDeleted: Twin = {
  name: 'rows_deleted',
  work(agent) {
    agent.prompt('Purge the old events, not too many at once, until none is left.');
    repeated(agent, () => purge(agent, 'DELETE 500'));
    purge(agent, 'DELETE 212');
    agent.answer('All gone.');
  },
  loop(agent) {
    agent.prompt('Purge the old events, not too many at once, until none is left.');
    agent.loopBegins();
    repeated(agent, () => purge(agent, 'DELETE 0'));
  },
};

function purge(agent: ScriptedAgent, said: string): void {
  const sql =
    "DELETE FROM events WHERE id IN (SELECT id FROM events WHERE at < '2025-01-01' LIMIT 500)";
  agent.call(agent.manner === 'custom' ? 'db_query' : 'execute_sql', { sql }, said);
}

/** A script works off what is there, as much as it is told at once. */
const queueDrained: Twin = {
  name: 'queue_drained',
  work(agent) {
    agent.prompt('Move the dead letters back, a few at once.');
    repeated(agent, () => agent.shell('./bin/dead-letters --max 40', '40 messages sent again'));
    agent.shell('./bin/dead-letters --max 40', '7 messages sent again');
    agent.answer('Moved.');
  },
  loop(agent) {
    agent.prompt('Move the dead letters back, a few at once.');
    agent.loopBegins();
    // As many each time, and nothing bounds it: the same ones.
    repeated(agent, () => agent.shell('./bin/dead-letters', '40 messages sent again'));
  },
};

/** A tool of a mailbox files away what is old. */
const mailArchived: Twin = {
  name: 'mail_archived',
  work(agent) {
    agent.prompt('Archive what is older than a month.');
    repeated(agent, () => agent.call('archive_mail', { before: '30d' }, { archived: 200 }));
    agent.call('archive_mail', { before: '30d' }, { archived: 3 });
    agent.answer('Archived.');
  },
  loop(agent) {
    agent.prompt('Archive what is older than a month.');
    agent.loopBegins();
    repeated(agent, () => agent.call('archive_mail', { before: '30d' }, { archived: 0 }));
  },
};

export const portions: readonly Twin[] = [rowsDeleted, queueDrained, mailArchived];
