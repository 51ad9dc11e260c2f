import type { Family } from '../family.ts';

export const imageBatch: Family = {
  name: 'h_image_batch',
  what: 'converts picture after picture; the output differs in the name alone',
  batch: 3,
  play(agent) {
    const names = Array.from(
      { length: agent.between(16, 36) },
      () => `${agent.words.noun()}_${agent.words.noun()}`,
    );
    agent.prompt('Make thumbnails of all pictures.');
    agent.shell('ls pictures', names.map((name) => `${name}.jpg`).join('\n'));
    const quiet = agent.random.chance(0.5);
    for (const name of names) {
      agent.shell(
        `convert pictures/${name}.jpg -resize 200x200 thumbs/${name}.jpg${quiet ? '' : ' -verbose'}`,
        quiet
          ? ''
          : `pictures/${name}.jpg JPEG 4000x3000 => 200x150 8-bit sRGB 0.${agent.between(100, 400)}u`,
      );
    }
    agent.answer('Done.');
  },
};
