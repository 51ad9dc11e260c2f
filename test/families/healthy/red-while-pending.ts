/**
 * Polls that exit with an error as long as what they ask about is under way.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

type Scene = (agent: ScriptedAgent) => {
  readonly ask: string;
  readonly wait: number;
  readonly yet: () => { readonly text: string; readonly exit: number };
  readonly done: string;
};

const checks: Scene = (agent) => {
  const pr = agent.between(100, 9000);
  return {
    ask: `gh pr checks ${pr}`,
    wait: 60,
    yet: () => ({
      text: `build\tpass\t3m12s\thttps://ci.internal/1\ntest (linux)\tpending\t0\thttps://ci.internal/2\ntest (macos)\tpending\t0\thttps://ci.internal/3`,
      exit: 8,
    }),
    done: 'build\tpass\t3m12s\thttps://ci.internal/1\ntest (linux)\tpass\t9m1s\thttps://ci.internal/2\ntest (macos)\tpass\t11m40s\thttps://ci.internal/3',
  };
};
const unit: Scene = (agent) => {
  const name = `${agent.words.noun()}-sync.service`;
  return {
    ask: `systemctl is-active ${name}`,
    wait: 20,
    yet: () => ({ text: 'activating', exit: 3 }),
    done: 'active',
  };
};
const rollout: Scene = (agent) => {
  const name = `deployment/${agent.words.noun()}-api`;
  return {
    ask: `kubectl wait --for=condition=Available ${name} --timeout=30s`,
    wait: 30,
    yet: () => ({
      text: `error: timed out waiting for the condition on ${name.replace('deployment', 'deployments')}`,
      exit: 1,
    }),
    done: `${name.replace('deployment', 'deployment.apps')} condition met`,
  };
};
const port: Scene = (agent) => {
  const host = `${agent.words.noun()}.staging.internal`;
  return {
    ask: `nc -z ${host} 443`,
    wait: 30,
    yet: () => ({ text: '', exit: 1 }),
    done: `Connection to ${host} 443 port [tcp/https] succeeded!`,
  };
};

export const redWhilePending: Family = {
  name: 'h_red_while_pending',
  what: 'polls with a command that fails as long as things are under way',
  batch: 13,
  play(agent) {
    const { ask, wait, yet, done } = agent.pick([checks, unit, rollout, port])(agent);
    agent.prompt(`Ship the ${agent.words.noun()} change and wait until it is through.`);
    agent.warmUp(2, 10);
    agent.shell('git push', 'To git.internal:app\n   1f2e3d4..9a8b7c6  main -> main');
    agent.times(7, 16, () =>
      agent.shell(
        ask.includes('--timeout') ? ask : `sleep ${wait}; ${ask}`,
        { ...yet(), seconds: wait },
        { tookMs: wait * 1000 + 400 },
      ),
    );
    agent.shell(ask, done);
    agent.answer('It is through.');
  },
};
