import type { Family } from '../family.ts';

export const pictureLabels: Family = {
  name: 'h_picture_labels',
  what: 'looks at picture after picture and labels each',
  batch: 5,
  play(agent) {
    agent.prompt('Label the pictures as cat, dog or other.');
    const names = Array.from(
      { length: agent.between(14, 30) },
      () => `img_${agent.words.hex(6)}.jpg`,
    );
    agent.call('list_pictures', {}, names.join('\n'));
    for (const name of names) {
      agent.call('view_image', { name }, '[image]');
      agent.call('set_label', { name, label: agent.pick(['cat', 'dog', 'other']) }, 'ok');
    }
    agent.answer('All labelled.');
  },
};
