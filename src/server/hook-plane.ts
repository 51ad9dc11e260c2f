/**
 * Hooks that are answered by the running server: those of a hook's process, which brings what the gate needs, and those
 * that a client sends by HTTP without any process of ours.
 *
 * What a hook reports names folders and files that the agent chose. The server opens none of them: with its rights, an
 * agent could read and overwrite what is not the agent's, or keep the server waiting at a pipe. What the rules of the
 * loop remember of an agent that asks by HTTP is kept in the server's own data folder.
 */
import { isAbsolute } from 'node:path';
import { BoundedMap } from '../base/bounded-map.ts';
import { nameOf } from '../base/client-name.ts';
import { MAIN } from '../base/main-name.ts';
import { present } from '../base/present.ts';
import { PLAN_RESET_MAX_MS } from '../base/time-limits.ts';
import type { LoopEvent } from '../clients/hook-event.ts';
import { HOOK_CLIENT_IDS } from '../clients/table.ts';
import { waitCause } from '../core/holds/wait-title.ts';
import type { Gate, ToldCall } from '../gate/index.ts';
import {
  answerJournalAsk,
  decideWithGate,
  httpAnswer,
  JOURNAL_CLIENT,
  runHook,
  type Decide,
  type HookGate,
  type HookRun,
  type ToldAnswer,
} from '../hooks/index.ts';
import type { PriceOf } from '../prices/index.ts';
import type { HookPlane } from '../proxy/index.ts';
import { answerGateAsk } from './answer-gate-ask.ts';
import type { ApprovalDesk } from './approvals/desk.ts';
import type { ApprovalFeed } from './approvals/feed.ts';
import { askingGate, hookApprovals } from './approvals/hook-door.ts';
import { SDK_CLIENT } from './gate-wire.ts';
import { HookFolders } from './hook-folders.ts';

/** What answering needs. */
export interface HookPlaneParts {
  readonly gate: Gate;
  /** Who asks people about high-impact calls. */
  readonly desk: ApprovalDesk;
  /** What people answered lately. */
  readonly feed: ApprovalFeed;
  /** Whether all rules of an agent only report. */
  readonly isShadow: (agent: string) => boolean;
  /** The server's data folder, which no tool may touch. */
  readonly dataDir: string;
  /** For sessions whose money is known from their transcripts alone. */
  readonly priceOf: PriceOf;
}

const AGENTS_TOLD_MAX = 1_000;

/** Records what a status line says of a subscription when it says something new: clients draw it several times a second. */
function planTold(gate: Gate): NonNullable<HookGate['tellPlan']> {
  const last = new BoundedMap<string, string>(AGENTS_TOLD_MAX);
  return async (agent, session, windows) => {
    const until = gate.clock.now() + PLAN_RESET_MAX_MS;
    const likely = windows.map(({ resetAt, ...one }) =>
      resetAt === undefined || resetAt > until ? one : { ...one, resetAt },
    );
    const said = JSON.stringify(likely);
    if (last.get(agent) === said) return;
    await gate.signal({
      agent,
      session,
      source: 'loop',
      change: 'note',
      details: 'the client told how full the plan is',
      plan: { windows: likely },
    });
    last.set(agent, said);
  };
}

/** How a session stands; an agent that has not called yet stands as nothing. */
function shownStanding(gate: Gate): NonNullable<HookGate['shown']> {
  return async (agent, session) => {
    const view = await gate.agent(agent);
    const { holds, waiting } = view.sessions.find(({ id }) => id === session) ?? view;
    return {
      stopped: holds.find(({ scope }) => scope === 'all')?.title ?? null,
      waiting: waiting === null ? null : { until: waiting.until, why: waitCause(waiting) },
    };
  };
}

/** Answers the hooks of every client, the processes of hooks, and the adapters of agent SDKs. */
export function hookPlane(parts: HookPlaneParts): HookPlane {
  const { gate, desk, feed, isShadow, dataDir, priceOf } = parts;
  const hookGate: HookGate = {
    ...askingGate(gate, desk),
    isShadow,
    countAnswers: (place, answers) =>
      gate.hookMoney.spent(
        place,
        answers.map((one) => pricedCall(one, priceOf)),
      ),
    subagents: () => gate.hookSubagents(),
    overBudget: (place) => gate.hookMoney.overBudget(place),
    tellPlan: planTold(gate),
    shown: shownStanding(gate),
  };
  const folders = new HookFolders(dataDir);
  return {
    clients: [...HOOK_CLIENT_IDS, SDK_CLIENT, JOURNAL_CLIENT],
    answer: async ({ agent, client: name, body, isUnattended }) => {
      if (name === SDK_CLIENT) return answerGateAsk({ gate, desk, feed }, agent, body);
      if (name === JOURNAL_CLIENT) return answerJournalAsk(hookGate, agent, body);
      const client = HOOK_CLIENT_IDS.find((one) => one === name);
      if (client === undefined) throw new Error(`there is no client ${name}`);
      const sessions: string[] = [];
      const decide: Decide = (question) => {
        const { event } = question;
        // In one client a subagent is a session of its own, and asks the model under that name.
        sessions.push(event.session, ...(event.agent === null ? [] : [event.agent]));
        requireAbsolute(event);
        const env = {
          HOME: dataDir,
          TRIPWIRE_DATA: dataDir,
          TRIPWIRE_DIR: folders.folderOf(agent, event.cwd),
          ...(isUnattended ? { TRIPWIRE_UNATTENDED: '1' } : {}),
        };
        return decideWithGate(hookGate, agent)({ ...question, env, isProjectForeign: true });
      };
      const isAnswered: HookRun['isAnswered'] = ({ session, target }, waitMs) =>
        hookApprovals(desk).isAnswered({ agent, session: nameOf(session) ?? MAIN, target }, waitMs);
      const output = await runHook({ client, stdin: body, env: {}, decide, isAnswered });
      return { json: httpAnswer(client, output), sessions };
    },
  };
}

function pricedCall({ id, model, usage }: ToldAnswer, priceOf: PriceOf): ToldCall {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  const cost = model === null ? null : priceOf(model, usage);
  return {
    id,
    ...present({ model: model ?? undefined, costMicroUsd: cost ?? undefined }),
    tokens: inputTokens + cacheWriteTokens + outputTokens,
    cachedTokens: cacheReadTokens,
  };
}

function requireAbsolute({ cwd }: LoopEvent): void {
  if (isAbsolute(cwd)) return;
  throw new Error('the folder it works in must be an absolute path');
}
