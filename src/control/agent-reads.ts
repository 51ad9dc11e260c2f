/**
 * What people ask about agents and the server, and how they add agents and keys.
 */
import { createHash, randomInt } from 'node:crypto';
import { isAgentName } from '../config/index.ts';
import { checkRecord } from '../core/index.ts';
import type { AgentView } from '../gate/index.ts';
import { newAgentBody, newKeyBody } from './act-body.ts';
import { knownAgent, requireNoQuery, type Asked, type Plane } from './control-plane.ts';
import { Problem } from './problem.ts';
import { readJson } from './read-json.ts';

/** The server as people see it. */
export interface StatusView {
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly started_at: number;
  readonly now: number;
  readonly agents: number;
  /** Agents that a hold keeps from everything. */
  readonly stopped: number;
  readonly open_calls: number;
  readonly constitution: { readonly name: string; readonly id: string };
  /** Null when the store cannot say how large it is. */
  readonly data: { readonly folder: string; readonly bytes: number | null };
  /** Agents that nothing can be judged for at the moment. */
  readonly problems: readonly { readonly agent: string; readonly problem: string }[];
}

/** A new key: shown this once. */
export interface NewKeyView {
  readonly agent: string;
  readonly key: string;
  readonly label: string;
  readonly created_at: number;
}

const KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_LENGTH = 40;

export async function listAgents(plane: Plane, asked: Asked) {
  requireNoQuery(asked);
  return { status: 200, body: await plane.gate.agents() };
}

export async function showAgent(plane: Plane, asked: Asked) {
  requireNoQuery(asked);
  return { status: 200, body: await plane.gate.agent(await knownAgent(plane, asked)) };
}

/** Registers an agent; one that is there already is answered with as it is. */
export async function addAgent(plane: Plane, asked: Asked) {
  requireNoQuery(asked);
  const { name, by = 'api' } = newAgentBody(await readJson(asked.request));
  if (!isAgentName(name)) {
    throw new Problem(
      'bad-request',
      'name must have 1 to 64 letters, digits and . _ - : @ (not "." or ".."). Nothing was changed.',
    );
  }
  checkRecord({ type: 'operator', timestamp: 0, agent: name, action: 'activate', by });
  const isNew = !plane.gate.isKnown(name);
  await plane.gate.register(name, by);
  return { status: isNew ? 201 : 200, body: await plane.gate.agent(name) };
}

/** Makes a key for an agent. Only its hash is kept, so it cannot be shown again. */
export async function addKey(plane: Plane, asked: Asked) {
  requireNoQuery(asked);
  const agent = await knownAgent(plane, asked);
  const { label } = newKeyBody(await readJson(asked.request));
  const letters = Array.from(
    { length: KEY_LENGTH },
    () => KEY_LETTERS[randomInt(KEY_LETTERS.length)],
  );
  const key = `tw_${letters.join('')}`;
  const createdAt = plane.gate.clock.now();
  const keyHash = createHash('sha256').update(key).digest('hex');
  await plane.store.putKey({ keyHash, agent, createdAt, label });
  const body: NewKeyView = { agent, key, label, created_at: createdAt };
  return { status: 201, body };
}

export async function showStatus(plane: Plane, asked: Asked) {
  requireNoQuery(asked);
  const { gate, store, version, constitution, dataDir, startedAt } = plane;
  const agents = await gate.agents();
  const bytes = await store.sizeBytes().catch(() => null);
  const body: StatusView = {
    version,
    started_at: startedAt,
    now: gate.clock.now(),
    agents: agents.length,
    stopped: agents.filter(isHeld).length,
    open_calls: gate.openCalls,
    constitution: { name: constitution.values.name, id: constitution.id },
    data: { folder: dataDir, bytes },
    problems: agents.flatMap(({ id, problem }) =>
      problem === null ? [] : [{ agent: id, problem }],
    ),
  };
  return { status: 200, body };
}

function isHeld({ holds }: AgentView): boolean {
  return holds.some(({ scope }) => scope === 'all');
}
