/**
 * A system says yes to an update and keeps the old value; the agent reads the record, sees the old value and updates it again.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly tools: readonly [string, string];
  readonly field: string;
  readonly values: readonly [string, string];
}

const SCENES: readonly Scene[] = [
  { tools: ['update_deal', 'get_deal'], field: 'stage', values: ['proposal', 'closed_won'] },
  {
    tools: ['mcp__crm__update_contact', 'mcp__crm__get_contact'],
    field: 'owner',
    values: ['unassigned', 'sales-north'],
  },
  { tools: ['set_ticket_field', 'read_ticket'], field: 'priority', values: ['normal', 'high'] },
  {
    tools: ['cms_update_page', 'cms_get_page'],
    field: 'title',
    values: ['Untitled', 'Autumn offers'],
  },
  { tools: ['set_thermostat', 'read_thermostat'], field: 'mode', values: ['eco', 'comfort'] },
];

function stored(agent: ScriptedAgent, id: number, field: string, value: string) {
  return {
    id,
    [field]: value,
    etag: agent.words.hex(10),
    fetched_at: agent.clock(),
  };
}

export const updateNotKept: Family = {
  name: 's_update_not_kept',
  what: 'updates a field that keeps its old value, reads it back and updates it again; both calls say that all is well',
  batch: 22,
  limit: 14,
  play(agent) {
    const { tools, field, values } = agent.pick(SCENES);
    const [update, get] = tools;
    const [old, wanted] = values;
    const id = agent.between(10_000, 999_999);
    const spell = [wanted, wanted, wanted.toUpperCase(), ` ${wanted}`];
    agent.prompt(`Set ${field} of ${id} to ${wanted} and check that it is stored.`);
    agent.call(get, { id }, stored(agent, id, field, old));
    agent.loopBegins();
    agent.times(13, 19, () => {
      const args = agent.random.chance(0.7)
        ? { id, [field]: agent.pick(spell) }
        : { id, fields: { [field]: wanted } };
      agent.call(
        update,
        args,
        { ok: true, id, request_id: agent.words.uuid(), took_ms: agent.between(20, 400) },
        {
          saying: agent.pick([
            '',
            '',
            'The value was not saved. Updating again.',
            'Let me set it once more.',
            'Retrying the update.',
          ]),
        },
      );
      if (agent.random.chance(0.2)) agent.rest(5000);
      agent.call(get, { id }, stored(agent, id, field, old), {
        saying: agent.pick(['', 'Verifying.', 'Let me check that it is stored.']),
      });
    });
  },
};
