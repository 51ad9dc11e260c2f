import type { Family } from '../family.ts';

export const opaqueTools: Family = {
  name: 'h_opaque_tools',
  what: 'carries one reading after the other into a new register with tools whose names and arguments say nothing',
  batch: 11,
  play(agent) {
    const [get, put] = agent.pick([
      ['zx21', 'zx22'],
      ['fn_a', 'fn_b'],
      ['q7.r', 'q7.w'],
      ['LZRD', 'SPHR'],
    ] as const);
    agent.prompt(
      'Carry the last reading of every meter in list A over into list B. The tools are those of the old system.',
    );
    const keys = Array.from({ length: agent.between(30, 50) }, () => agent.between(20_000, 99_999));
    agent.call(get, { p1: 'A', p2: '*' }, { rc: 0, d: keys });
    const readings = [0, 0, 100, agent.between(101, 900), agent.between(1000, 9000)];
    for (const key of keys) {
      const value = agent.pick(readings);
      agent.call(get, { p1: 'A', p2: key }, { rc: 0, d: [value, 'kWh', 1] });
      // The old system is slow now and then and wants to be asked once more.
      if (agent.random.chance(0.15)) {
        agent.call(put, { p1: 'B', p2: key, p3: value }, { rc: 17, d: null });
        agent.rest(4000);
      }
      agent.call(put, { p1: 'B', p2: key, p3: value }, { rc: 0, d: null });
    }
    agent.call(get, { p1: 'B', p2: '#' }, { rc: 0, d: keys.length });
    agent.answer(`All ${keys.length} readings are in list B.`);
  },
};
