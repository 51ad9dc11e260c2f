/**
 * STOP and PAUSE under a supervisor are a person's acts: in the gate's journal under their own names, and in the safety
 * log, also where the worker has no hooks.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { OperatorRecord } from '../../src/core/records/records.ts';
import type { AgentView } from '../../src/gate/index.ts';
import type { SafetyEvent } from '../../src/loop/index.ts';
import { readJournal } from '../kit/project-journal.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { nightUnderServer, until, type Night } from './night-under-server.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Types and actions of the safety log about files of a person. */
function logged({ file }: Night): readonly string[] {
  const path = file('.geometry/safety_log.json');
  if (!existsSync(path)) return [];
  const { events } = JSON.parse(readFileSync(path, 'utf8')) as { readonly events: SafetyEvent[] };
  return events.map(({ type, action_taken: action, details }) =>
    type === 'MANUAL_OVERRIDE' ? `${String(details['file'])} ${action}` : type,
  );
}

/** What people did, and which holds the loop raised, as the server's journal has it. */
async function recorded({ data }: Night) {
  const { records } = await readJournal(data, 'ticker');
  return {
    acts: records
      .filter((one): one is OperatorRecord => one.type === 'operator')
      .map(({ action, by }) => `${action} by ${by ?? ''}`)
      .filter((one) => one !== 'configure by run'),
    holds: records.flatMap((one) => (one.type === 'signal' && 'hold' in one ? [one.hold] : [])),
  };
}

async function heldNow({ server }: Night): Promise<readonly string[]> {
  const { sessions } = await server.api<AgentView>('/api/agents/ticker');
  return sessions.flatMap(({ holds }) => holds.map(({ hold, by }) => `${hold} by ${by}`));
}

verifies('L14', 'PAUSE and STOP are acts of a person in the journal', async () => {
  const run = await nightUnderServer();
  await run.goesOn();
  writeFileSync(run.file('.geometry/PAUSE'), '');
  await run.standsStill();
  await until(async () => (await heldNow(run)).length > 0, 'the journal has it');
  expect(await heldNow(run)).toEqual(['paused by PAUSE file']);
  // A hook that speaks meanwhile records it under no other name.
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' };
  const event = { session_id: 's1', cwd: run.file('.'), hook_event_name: 'PreToolUse', ...call };
  const env = { ...run.env, TRIPWIRE_AGENT: 'ticker', TRIPWIRE_SUPERVISED: '1' };
  const hook = await runTripwire(['hook', 'claude-code'], JSON.stringify(event), env);
  expect(hook.stdout).toContain('"permissionDecision":"deny"');
  rmSync(run.file('.geometry/PAUSE'));
  await run.goesOn();
  await until(async () => (await heldNow(run)).length === 0, 'the journal has its end');
  writeFileSync(run.file('.geometry/STOP'), '');
  const [code] = (await once(run.child, 'exit')) as [number];
  expect(code).toBe(1);
  expect(await heldNow(run)).toEqual(['manual by STOP file']);
  expect(await recorded(run)).toEqual({
    acts: ['pause by PAUSE file', 'resume by PAUSE file', 'deactivate by STOP file'],
    holds: [],
  });
});

verifies('L13', 'PAUSE and STOP of a worker without hooks are in the safety log', async () => {
  const run = await nightUnderServer();
  await run.goesOn();
  writeFileSync(run.file('.geometry/PAUSE'), '');
  await until(() => logged(run).length === 1, 'the log has PAUSE');
  rmSync(run.file('.geometry/PAUSE'));
  await run.goesOn();
  writeFileSync(run.file('.geometry/STOP'), '');
  await once(run.child, 'exit');
  expect(logged(run)).toEqual(['PAUSE paused', 'PAUSE resumed', 'STOP stopped_session']);
});

test('a night after a STOP that was taken away lifts it in the journal, and works', async () => {
  const run = await nightUnderServer();
  await run.goesOn();
  writeFileSync(run.file('.geometry/STOP'), '');
  await once(run.child, 'exit');
  expect(await heldNow(run)).toEqual(['manual by STOP file']);
  rmSync(run.file('.geometry/STOP'));
  mkdirSync(run.file('finish'));
  const again = run.again();
  const [code] = (await once(again.child, 'exit')) as [number];
  expect(code).toBe(0);
  expect(await heldNow(run)).toEqual([]);
});

test('work that nobody stops leaves no such entry', async () => {
  const run = await nightUnderServer();
  await run.goesOn();
  mkdirSync(run.file('finish'));
  await once(run.child, 'exit');
  expect(logged(run)).toEqual([]);
  expect(await recorded(run)).toEqual({ acts: [], holds: [] });
  expect(existsSync(join(run.file('.geometry'), 'PAUSE'))).toBe(false);
});
