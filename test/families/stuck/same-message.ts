import type { Family } from '../family.ts';

export const sameMessage: Family = {
  name: 's_same_message',
  what: 'posts the same message again and again; each post gets an id of its own',
  batch: 4,
  limit: 8,
  play(agent) {
    agent.prompt('Tell the team that the release is out.');
    const text = `The release is out. ${agent.words.sentence()}`;
    const tool = agent.pick(['slack_post_message', 'send_message', 'post_to_channel']);
    agent.loopBegins();
    agent.times(12, 20, () => {
      agent.call(
        tool,
        { channel: 'team', text },
        {
          ok: true,
          ts: `${agent.seconds()}.${agent.between(100_000, 999_999)}`,
          message_id: agent.words.opaque(11),
        },
      );
    });
  },
};
