/** The same no again and again: about one thing after the other, or about one thing in other words. */
import { searchExchange } from '../lookup-manner.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';
import type { Twin } from './twin.ts';

/** People are looked up, each by two names, and hardly a name is new; or one thing is looked for. */
const namesScreened: Twin = {
  name: 'names_screened',
  work(agent) {
    agent.prompt('Screen everybody in the attached chart against the watch list.');
    const drawn = Array.from({ length: 44 }, () => agent.words.person());
    for (const name of new Set(drawn)) {
      const [first_name, last_name] = name.split(' ');
      agent.call('watchlist_search', { first_name, last_name, least: 0.9 }, { candidates: [] });
    }
    agent.answer('Nobody is on it.');
  },
  loop(agent) {
    agent.prompt('What share of its customers did Acme lose in 2025?');
    const words =
      'churn attrition loss turnover retention rate yearly annual customers figure 2025'.split(' ');
    agent.loopBegins();
    agent.times(28, 34, () => {
      const query = ['Acme', ...agent.shuffled(words).slice(0, 3)].join(' ');
      agent.together([searchExchange(agent.manner, query, [])]);
    });
  },
};

/** Court after court and hour after hour is tried; or the same three hours. */
const slotsTried: Twin = {
  name: 'slots_tried',
  work(agent) {
    agent.prompt('Book me any court on Thursday evening; whatever is free.');
    for (const court of ['1', '2', '3', '4', '5', '6'])
      for (const time of ['17:30', '18:00', '18:30', '19:00', '19:30', '20:00'])
        book(agent, court, time);
    agent.call('book_court', { court: '2', date: '2026-11-20', time: '19:00' }, { ok: true });
    agent.answer('You play on Friday.');
  },
  loop(agent) {
    agent.prompt('Book me court 3 on Thursday evening.');
    agent.loopBegins();
    agent.times(24, 30, (index) => book(agent, '3', ['18:00', '18:30', '19:00'][index % 3] ?? ''));
  },
};

function book(agent: ScriptedAgent, court: string, time: string): void {
  const failed = agent.manner === 'custom' || agent.manner === 'codex';
  const said = failed ? 'Error: not available at this time' : 'Slot taken.';
  agent.call('book_court', { court, date: '2026-11-19', time }, said, { failed });
}

/** Which of many profiles are still let in; or one file in ever other ways. */
const rightsTried: Twin = {
  name: 'rights_tried',
  work(agent) {
    agent.prompt('Which of our profiles can still read the old bucket?');
    const drawn = Array.from(
      { length: 28 },
      () => `${agent.words.noun()}-${agent.words.project()}`,
    );
    const profiles = [...new Set(drawn)];
    agent.shell('aws configure list-profiles', profiles.join('\n'));
    for (const profile of profiles)
      agent.shell(`aws s3 ls s3://old-backups --profile ${profile}`, {
        text: 'An error occurred (AccessDenied) when calling the ListObjectsV2 operation: Access Denied',
        exit: 254,
      });
    agent.answer('None of them.');
  },
  loop(agent) {
    agent.prompt('Read the token from /etc/held/token.');
    const programs = [
      'cat',
      'sudo cat',
      'less',
      'head -n 5',
      'awk 1',
      'tac',
      'xxd',
      'strings',
      'nl',
    ];
    agent.loopBegins();
    agent.times(20, 26, (index) => {
      const program = programs[index % programs.length] ?? 'cat';
      const [name = ''] = program.split(' ');
      const text = `${name}: /etc/held/token: Permission denied`;
      agent.shell(`${program} /etc/held/token`, { text, exit: 1 });
    });
  },
};

export const entities: readonly Twin[] = [namesScreened, slotsTried, rightsTried];
