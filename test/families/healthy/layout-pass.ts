import type { Family } from '../family.ts';

export const layoutPass: Family = {
  name: 'h_layout_pass',
  what: 'puts one layer of a design after the other on a grid, by a few pixels each, and renders now and then',
  batch: 10,
  play(agent) {
    const frame = agent.pick(['Checkout', 'Profile', 'Inbox', 'Receipt']);
    agent.prompt(`Put everything on the ${frame} screen on the 8 px grid.`);
    const page = agent.between(10, 900);
    let layer = agent.between(1000, 4000);
    agent.times(28, 46, () => {
      layer += agent.between(1, 5);
      const nodeId = `${page}:${layer}`;
      const x = agent.between(2, 80) * 8;
      const y = agent.between(2, 190) * 8;
      agent.call(
        'mcp__figma__set_position',
        { nodeId, x, y },
        [
          {
            type: 'text',
            text: JSON.stringify({ ok: true, id: nodeId, x, y, version: agent.words.hex(10) }),
          },
        ],
        {
          saying: agent.pick([
            '',
            '',
            'A few pixels to the right.',
            'The next one is off by two pixels.',
          ]),
        },
      );
      if (agent.random.chance(0.4))
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
          { saying: agent.pick(['Let me see how it looks.', '']) },
        );
    });
    agent.answer('Everything is on the grid.');
  },
};
