import type { Family } from '../family.ts';

export const modulePlans: Family = {
  name: 'h_module_plans',
  what: 'plans one module of the infrastructure after the other; most need no change',
  batch: 6,
  play(agent) {
    const modules = [
      ...new Set(
        Array.from(
          { length: agent.between(10, 22) },
          () => `${agent.words.noun()}-${agent.words.noun()}`,
        ),
      ),
    ];
    agent.prompt('Check every module for drift.');
    agent.shell('ls modules', modules.join('\n'));
    for (const name of modules) {
      agent.shell(
        `terraform -chdir=modules/${name} plan -detailed-exitcode`,
        agent.random.chance(0.15)
          ? {
              text: `  ~ update in-place "${agent.words.noun()}"\nPlan: 0 to add, 1 to change, 0 to destroy.`,
              exit: 2,
            }
          : 'Refreshing state...\n\nNo changes. Your infrastructure matches the configuration.\n\nTerraform has compared your real infrastructure against your configuration and found no differences.',
        { tookMs: agent.between(4000, 20_000) },
      );
    }
    agent.answer('Checked.');
  },
};
