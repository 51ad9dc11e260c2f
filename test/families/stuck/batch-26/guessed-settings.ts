/**
 * One name after the other is made up for a setting that the server does not have.
 */
import type { Family } from '../../family.ts';

export const guessedSettings: Family = {
  name: 's_guessed_settings',
  what: 'makes up one name after the other for a setting and is told each time that there is none of that name',
  batch: 26,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const thing = agent.pick(['idle', 'session', 'upload', 'request']);
    const heads = ['server', 'http', 'web', 'core', 'app', 'system', 'limits', 'general'];
    const tails = [
      'timeout',
      'timeout_seconds',
      'timeoutMs',
      'max_idle',
      'ttl',
      'expiry',
      'max_time',
      'limit',
      'duration',
    ];
    agent.prompt(`Raise the ${thing} timeout of the wiki to an hour.`);
    agent.call(
      'admin_get_config',
      { section: 'general' },
      { site_name: words.project(), language: 'en', theme: 'plain' },
    );
    agent.loopBegins();
    agent.times(18, 30, () => {
      const key = `${agent.pick(heads)}.${thing}_${agent.pick(tails)}`;
      agent.call(
        'admin_set_config',
        { key, value: agent.pick([3600, '3600', 3_600_000, '1h']) },
        agent.pick([
          { success: false, message: `Unknown configuration key: ${key}` },
          { success: false, message: `Unknown configuration key: ${key}` },
          { success: false, message: 'Unknown configuration key' },
        ]),
        { saying: agent.pick(['', 'Maybe it has another name.', 'Let me try another key.']) },
      );
    });
  },
};
