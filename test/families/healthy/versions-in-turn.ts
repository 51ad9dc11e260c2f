/**
 * The same tests under one version, region or browser after the other; the answers hardly differ.
 */
import type { Family } from '../family.ts';

export const versionsInTurn: Family = {
  name: 'h_versions_in_turn',
  what: 'runs the same tests under one version after the other',
  batch: 14,
  play(agent) {
    const passed = agent.between(40, 480);
    const [items, command, said] = agent.pick([
      [
        ['3.9', '3.10', '3.11', '3.12', '3.13', '3.14'],
        (one: string) => `uv run --python ${one} pytest -q`,
        (): string => `${passed} passed in ${agent.between(10, 99) / 10}s`,
      ],
      [
        ['18', '20', '22', '24', '25'],
        (one: string) => `docker run --rm -v .:/app node:${one} npm test`,
        (): string => `Tests ${passed} passed (${passed})`,
      ],
      [
        [
          'eu-west-1',
          'eu-central-1',
          'us-east-1',
          'us-west-2',
          'ap-south-1',
          'sa-east-1',
          'ca-central-1',
          'af-south-1',
        ],
        (one: string) => `AWS_REGION=${one} ./smoke.sh`,
        (): string => 'smoke: all 14 checks passed',
      ],
      [
        ['postgres:13', 'postgres:14', 'postgres:15', 'postgres:16', 'postgres:17', 'postgres:18'],
        (one: string) => `DB_IMAGE=${one} make integration`,
        (): string => `ok\t${passed} tests`,
      ],
    ] as const);
    agent.prompt('Make sure that it works with all of them.');
    agent.warmUp(0, 6);
    for (const one of items) {
      agent.shell(command(one), said(), { tookMs: agent.between(3000, 40_000) });
      if (agent.random.chance(0.3))
        agent.shell(command(one), said(), {
          tookMs: agent.between(3000, 40_000),
          saying: 'Once more to be sure.',
        });
    }
    agent.answer('It works with all of them.');
  },
};
