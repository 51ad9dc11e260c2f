import type { Family } from '../family.ts';

export const garbledPicture: Family = {
  name: 's_garbled_picture',
  what: 'generates a picture again and again that is judged bad for the same reason',
  batch: 5,
  limit: 20,
  play(agent) {
    agent.prompt('Make a poster that says "Summer Sale".');
    agent.loopBegins();
    agent.times(11, 16, () => {
      const id = agent.words.opaque(14);
      agent.call(
        'generate_image',
        {
          prompt: `${agent.pick(['A bright', 'A colourful', 'A minimal', 'A bold'])} poster ${agent.pick(['with the words', 'saying', 'that reads'])} "Summer Sale", ${agent.pick(['clear letters', 'sharp text', 'large type', 'legible font'])}`,
        },
        { image: `https://cdn.example/${id}.png` },
      );
      agent.call(
        'check_image',
        { image: `https://cdn.example/${id}.png` },
        {
          passed: false,
          score: agent.between(380, 450) / 1000,
          reason: 'The lettering is garbled.',
        },
      );
    });
  },
};
