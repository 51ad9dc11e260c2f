/**
 * An agent that begins to loop hears so from its hooks, with the result of the call that shows it: once, recorded, and the
 * incident says that it was told.
 */
import { expect, test } from 'vitest';
import type { Incident, IncidentSummary } from '../../src/control/api/client.ts';
import { decideWithGate } from '../../src/hooks/index.ts';
import { createMemoryStore } from '../../src/store/index.ts';
import { runningControl } from '../control/running-control.ts';
import { testGate } from '../kit/test-gate.ts';
import { HookedProject } from './hooked-project.ts';

const AGENT = 'coder';

async function served(killSwitch: { readonly enabled: boolean; readonly shadow?: boolean }) {
  const store = createMemoryStore();
  const gate = await testGate({ store, envelopeOf: () => ({ killSwitch }) });
  const project = new HookedProject(decideWithGate(gate, AGENT));
  const running = await runningControl({ gate, store });
  return { gate, store, project, ask: running.ask };
}

/** The same look again and again, as far as it may. */
async function look(project: HookedProject, times: number) {
  const heard = [];
  for (let turn = 0; turn < times; turn += 1) heard.push(await project.call('cat notes.md', 'x=1'));
  return heard;
}

const told =
  /Tripwire: You called `Bash` \d times and got the same result each time\. Do not repeat/;

test('it is told with a tool result, once, and the incident says so', async () => {
  const { gate, project, ask } = await served({ enabled: true });
  const heard = await look(project, 8);
  const saying = heard.filter(({ text }) => told.test(text));
  expect(saying).toHaveLength(1);
  expect(saying[0]?.text).toContain('"additionalContext"');
  expect(saying[0]?.isDenied).toBe(false);
  expect(await gate.standing(AGENT, 's1')).toMatchObject({ kind: 'kill_switch' });
  const [summary] = (await ask('/api/incidents')).body as IncidentSummary[];
  const path = `/api/incidents/${encodeURIComponent(summary?.id ?? '')}`;
  const incident = (await ask(path)).body as Incident;
  expect(incident.told).toMatchObject({ way: 'hook' });
  expect(incident.told?.words).toMatch(/^You called `Bash` \d times/);
  expect(incident.told?.at).toBeLessThanOrEqual(incident.at);
});

test('an agent that changes course hears nothing more and is not stopped', async () => {
  const { gate, project } = await served({ enabled: true });
  for (let turn = 0; turn < 8; turn += 1) {
    const { text } = await project.call('cat notes.md', 'x=1');
    if (told.test(text)) break;
  }
  for (let turn = 0; turn < 8; turn += 1) {
    const file = `chapter-${turn}.md`;
    const { text } = await project.call(`cat ${file}`, `the ${turn}th chapter has its own words`);
    expect(text).not.toMatch(told);
  }
  expect(await gate.standing(AGENT, 's1')).toBeNull();
});

test('a switch that is off or in shadow says nothing, and no incident claims it', async () => {
  for (const killSwitch of [{ enabled: false }, { enabled: true, shadow: true }]) {
    const { project, store } = await served(killSwitch);
    const heard = await look(project, 5);
    expect(heard.some(({ text }) => told.test(text))).toBe(false);
    const notes = await store.events({ agent: AGENT, type: 'note', limit: 100 });
    expect(notes.filter(({ details }) => details.includes('"told"'))).toEqual([]);
  }
});
