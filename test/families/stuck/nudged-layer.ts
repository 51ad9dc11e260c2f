import type { Family } from '../family.ts';

const LOOKS = [
  'The badge now sits a touch too far to the right. I will move it back slightly.',
  'Now it seems a little too far left. Nudging it to the right again.',
  'Almost there; the spacing looks off by a few pixels.',
  'The alignment is better, but not optically centred yet.',
  'Hmm, it overlaps the edge of the card now. Back a bit.',
];

export const nudgedLayer: Family = {
  name: 's_nudged_layer',
  what: 'moves one layer of a design a few pixels to and fro and renders it after each move',
  batch: 10,
  limit: 30,
  play(agent) {
    const node = `${agent.between(10, 900)}:${agent.between(1000, 9900)}`;
    const frame = agent.pick(['Checkout', 'Profile', 'Inbox', 'Receipt']);
    const x = agent.between(40, 600);
    const y = agent.between(40, 400);
    agent.prompt(`The badge on the ${frame} screen looks misaligned. Fix it.`);
    agent.call('mcp__figma__get_node', { nodeId: node }, [
      {
        type: 'text',
        text: JSON.stringify({ id: node, name: 'Badge', x, y, width: 24, height: 24 }),
      },
    ]);
    agent.loopBegins();
    agent.times(24, 36, () => {
      const to = { x: x + agent.pick([-4, -2, 0, 2, 4]), y: y + agent.pick([-1, 0, 0, 1]) };
      agent.call(
        'mcp__figma__set_position',
        { nodeId: node, ...to },
        [
          {
            type: 'text',
            text: JSON.stringify({ ok: true, id: node, ...to, version: agent.words.hex(10) }),
          },
        ],
        { saying: agent.pick(LOOKS) },
      );
      agent.call(
        'mcp__figma__export_png',
        { nodeId: '0:1', scale: 2 },
        [
          { type: 'image', mimeType: 'image/png', data: agent.words.opaque(60) },
          {
            type: 'text',
            text: `Rendered frame "${frame}" at 2x (750x1624), ${agent.between(48_000, 48_900)} bytes`,
          },
        ],
        { saying: agent.pick(['Let me see how it looks.', 'Rendering.', '']) },
      );
    });
  },
};
