/**
 * A backfill by day: the same job for one day after the other with a like line for each; days without any rows, one or
 * two that time out and go through the second time, and a count every week.
 */
import type { Family } from '../family.ts';

export const dayByDay: Family = {
  name: 'h_day_by_day',
  what: 'backfills one day after the other with the same job; outputs are alike, some days are empty, some need a second try',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const table = `${words.noun()}_${words.noun()}_daily`;
    const job = agent.pick([
      (day: string) => `python jobs/backfill.py --table ${table} --day ${day}`,
      (day: string) => `dbt run --select ${table} --vars '{day: ${day}}'`,
      (day: string) => `./bin/backfill ${table} ${day}`,
    ]);
    const first = Date.UTC(2026, agent.between(0, 8), agent.between(1, 20));
    const days = Array.from({ length: agent.between(24, 46) }, (_, index) =>
      new Date(first + index * 86_400_000).toISOString().slice(0, 10),
    );
    agent.prompt(
      `${table} was empty from ${days[0]} to ${days.at(-1)}. Backfill it day by day and check the counts every week. Never run two days at once.`,
    );
    agent.warmUp(0, 3);
    const usual = agent.between(200, 90_000);
    const quiet = agent.random.chance(0.4);
    let week = 0;
    days.forEach((day, index) => {
      const weekend = [0, 6].includes(new Date(day).getUTCDay());
      const rows =
        weekend && agent.random.chance(0.6)
          ? 0
          : Math.round(usual * (0.8 + agent.between(0, 40) / 100));
      if (agent.random.chance(0.08))
        agent.shell(
          job(day),
          {
            text: `${agent.clock()} ERROR statement timeout after 120s, nothing written`,
            exit: 1,
            seconds: 120.4,
          },
          { tookMs: 120_400 },
        );
      const seconds = agent.between(4, 70);
      agent.shell(
        job(day),
        {
          text: quiet
            ? `${day} ok`
            : `${agent.clock()} INFO ${day}: read ${rows} rows, wrote ${rows} rows in ${seconds - 1}s`,
          seconds,
        },
        { tookMs: seconds * 1000, saying: agent.pick(['', '', '', `${day}.`]) },
      );
      week += rows;
      if (index % 7 !== 6) return;
      agent.shell(
        `psql -Atc "select count(*) from ${table} where day between '${days[index - 6]}' and '${day}'"`,
        String(week),
      );
      week = 0;
    });
    agent.answer(`${days.length} days are backfilled, and the weekly counts agree.`);
  },
};
