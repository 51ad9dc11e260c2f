/**
 * A bot that may not write into a channel tries to join, to list and to write, in turn.
 */
import type { Family } from '../../family.ts';

export const notInChannel: Family = {
  name: 's_not_in_channel',
  what: 'posts to a channel that it is not in, tries to join, looks at the list of channels, and posts again',
  batch: 26,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const channel = `#${words.noun()}-${words.noun()}`;
    const id = `C0${words.opaque(9).toUpperCase()}`;
    const text = `Release ${agent.between(2, 9)}.${agent.between(0, 30)} is out.`;
    agent.prompt(`Tell ${channel} that the release is out.`);
    agent.loopBegins();
    agent.times(20, 32, () => {
      const act = agent.between(0, 5);
      if (act <= 2)
        agent.call(
          'slack_post_message',
          {
            channel: agent.pick([channel, id]),
            text: agent.pick([text, `:rocket: ${text}`, `Hi all! ${text}`]),
          },
          { ok: false, error: 'not_in_channel' },
        );
      else if (act === 3)
        agent.call(
          'slack_join_channel',
          { channel: id },
          {
            ok: false,
            error: 'missing_scope',
            needed: 'channels:join',
            provided: 'chat:write,channels:read',
          },
        );
      else if (act === 4)
        agent.call(
          'slack_list_channels',
          { limit: agent.pick([100, 200]) },
          { ok: true, channels: [{ id, name: channel.slice(1), is_member: false }] },
        );
      else
        agent.call(
          'slack_invite',
          { channel: id, users: 'U0BOT' },
          { ok: false, error: 'not_in_channel' },
          { saying: 'Let me invite the bot.' },
        );
    });
  },
};
