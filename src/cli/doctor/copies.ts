/**
 * What `doctor` says of the copies beside the journal: events and evidence, which people look at and which have no chain
 * of their own.
 */
import { errorWords } from '../../base/error-words.ts';
import { compareEvents, evidenceProblem } from '../../journal/index.ts';
import type { AgentHead, Store } from '../../store/index.ts';
import type { Check } from './checks.ts';

const EVIDENCE_LOOKED_AT = 10_000;

/** Both copies of all agents, compared with the journal. */
export async function copyChecks(
  store: Store,
  heads: readonly AgentHead[],
): Promise<readonly Check[]> {
  return [...(await eventChecks(store, heads)), ...(await evidenceChecks(store, heads))];
}

async function eventChecks(store: Store, heads: readonly AgentHead[]): Promise<readonly Check[]> {
  const name = 'events';
  const wrong: Check[] = [];
  let compared = 0;
  for (const { agent, seq } of heads) {
    try {
      const found = await compareEvents(store, agent, seq);
      compared += found.compared;
      if (found.wrong === 0) continue;
      const count = found.wrong === 1 ? '1 event' : `${found.wrong} events`;
      const detail =
        `${count} of ${agent} ${found.wrong === 1 ? "doesn't" : "don't"} match the journal: ` +
        `${found.first}. Stop Tripwire and run: tripwire doctor --rebuild`;
      wrong.push({ name, ok: false, detail });
    } catch (error) {
      wrong.push({ name, ok: false, detail: `${agent}: ${errorWords(error)}` });
    }
  }
  const detail = `${compared} events match the journal`;
  return wrong.length > 0 ? wrong : [{ name, ok: true, detail }];
}

async function evidenceChecks(
  store: Store,
  heads: readonly AgentHead[],
): Promise<readonly Check[]> {
  const name = 'evidence';
  const wrong: Check[] = [];
  let texts = 0;
  for (const { agent } of heads) {
    for (const evidence of await store.evidence(agent, EVIDENCE_LOOKED_AT)) {
      texts += 1;
      const problem = await evidenceProblem(store, evidence);
      if (problem === null) continue;
      wrong.push({ name, ok: false, detail: `${agent}, row ${evidence.seq}: ${problem}` });
    }
  }
  return wrong.length > 0
    ? wrong
    : [{ name, ok: true, detail: `${texts} texts match the journal` }];
}
