import type { Family } from '../family.ts';

/** A screen that is only looked at, from ever other corners. */
export const unseenPicture: Family = {
  name: 's_unseen_picture',
  what: 'takes screenshots and zooms without ever acting',
  batch: 2,
  limit: 16,
  play(agent) {
    agent.prompt('Read the serial number in the picture.');
    agent.call(
      'open_image',
      { path: `/data/${agent.words.noun()}.png` },
      'Image opened (1280x720).',
    );
    agent.loopBegins();
    agent.times(20, 30, () => {
      const act = agent.pick(['zoom_in', 'zoom_out', 'screenshot', 'crop']);
      if (act === 'crop')
        agent.call(
          'crop',
          { x: agent.between(0, 600), y: agent.between(0, 300), width: 400, height: 200 },
          'The text is not legible.',
        );
      else agent.call(act, {}, act === 'screenshot' ? '[image]' : 'The text is not legible.');
    });
  },
};
