/**
 * One call, labelled anew each time: another description, time limit, folder, filter or shell around it, and noise in what it prints.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

const LABELS = [
  'Verify the current state',
  'Second attempt after the pause',
  'Confirm whether it changed',
  'Check it once more',
  'Make sure the fix is live',
  'Final verification',
  'See what it says now',
];

type Scene = (agent: ScriptedAgent) => () => void;

const flaggedTool: Scene = (agent) => {
  const key = `${agent.words.noun()}_${agent.words.noun()}`;
  return () =>
    agent.call(
      'get_feature_flag',
      { key, environment: 'production', reasoning: agent.pick(LABELS) },
      {
        key,
        enabled: false,
        rollout: 0,
        evaluated_at: agent.seconds(),
        trace: agent.words.hex(12),
      },
    );
};

const filteredCommand: Scene = (agent) => {
  const script = `node scripts/${agent.words.verb()}-${agent.words.noun()}.mjs`;
  return () =>
    agent.shell(
      agent.pick([
        script,
        `cd ${agent.words.root} && ${script}`,
        `${script} 2>&1`,
        `${script} 2>&1 | tail -20`,
        `bash -c "${script}"`,
        `NO_COLOR=1 ${script}`,
      ]),
      {
        text: `loading /tmp/run-${agent.words.opaque(6)}/input.json\nError: expected 14 columns, got 13\n    at check (${agent.words.root}/scripts/check.mjs:41:11)\ntook ${agent.between(101, 999) / 100}`,
        exit: 1,
      },
      { saying: agent.pick(['', ...LABELS]) },
    );
};

const explainedQuery: Scene = (agent) => {
  const table = `${agent.words.noun()}s`;
  const sql = `select count(*) from ${table} where exported_at is null`;
  const count = agent.between(11, 800);
  return () =>
    agent.call(
      'run_query',
      { sql, explanation: agent.pick(LABELS), timeout_ms: agent.pick([10_000, 30_000, 60_000]) },
      {
        rows: [{ count }],
        duration_seconds: agent.between(100, 900) / 1000,
        query_id: `q_${agent.words.opaque(8)}`,
      },
    );
};

export const relabelledCall: Family = {
  name: 's_relabelled_call',
  what: 'makes one call again and again under ever other labels; only ids and durations differ in what it says',
  batch: 13,
  limit: 9,
  play(agent) {
    agent.prompt(`Find out why the ${agent.words.noun()} export is wrong and fix it.`);
    agent.warmUp(0, 8);
    const again = agent.pick([flaggedTool, filteredCommand, explainedQuery])(agent);
    agent.loopBegins();
    agent.times(18, 30, again);
  },
};
