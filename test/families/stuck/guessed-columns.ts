import type { Family } from '../family.ts';

/** It never asks for the schema; every guess is a new statement with a new error. */
export const guessedColumns: Family = {
  name: 's_guessed_columns',
  what: 'guesses column names, each of which does not exist',
  batch: 1,
  limit: 14,
  play(agent) {
    const table = `${agent.words.noun()}s`;
    agent.prompt(`How many ${table} were closed last week, by region?`);
    const failed = agent.random.chance(0.5);
    agent.loopBegins();
    agent.times(18, 28, () => {
      const column = `${agent.pick(['closed', 'closing', 'close', 'resolved', 'finished', 'end', 'ended', 'done', 'completed'])}_${agent.pick(['at', 'on', 'date', 'time', 'ts', 'timestamp'])}`;
      const region = agent.pick(['region', 'area', 'zone', 'geo']);
      agent.call(
        'query',
        {
          sql: `SELECT ${region}, count(*) FROM ${table} WHERE ${column} > now() - interval '7 days' GROUP BY ${region}`,
        },
        `ERROR: column "${column}" does not exist\nLINE 1: SELECT ${region}, count(*) FROM ${table} WHERE ${column}\nSQLSTATE 42703`,
        { failed },
      );
    });
  },
};
