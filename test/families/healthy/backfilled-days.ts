import type { Family } from '../family.ts';

export const backfilledDays: Family = {
  name: 'h_backfilled_days',
  what: 'clears the failed task of one day after the other after a mend and watches each go through',
  batch: 10,
  play(agent) {
    const dag = `${agent.words.project()}_${agent.words.noun()}_daily`;
    const task = `${agent.words.verb()}_${agent.words.noun()}s`;
    const column = `${agent.words.noun()}_${agent.words.noun()}`;
    agent.prompt(
      `${dag} has been red for weeks. Mend ${task} and get all days through, one at a time.`,
    );
    const failure = `ERROR - Task failed with exception\nKeyError: '${column}'\nINFO - Task exited with return code 1`;
    const day = (index: number) => ({
      dag_id: dag,
      task_id: task,
      run_id: `scheduled__2026-${String(9 + Math.floor(index / 28)).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}T02:00:00+00:00`,
    });
    const log = (index: number, text: string) =>
      agent.call(
        'mcp__airflow__get_task_log',
        { ...day(index), try_number: 1 },
        `[${agent.clock()}] {taskinstance.py:1157} INFO - Dependencies all met\n[${agent.clock()}] {standard_task_runner.py:57} INFO - Started process ${agent.between(100, 9999)}\n[${agent.clock()}] ${text}`,
      );
    const mend = () => {
      agent.read(`/opt/dags/${task}.py`, agent.words.codeLines(12, 30));
      agent.edit(`/opt/dags/${task}.py`, agent.words.codeLines(1, 3), agent.words.codeLines(1, 4));
    };
    log(0, failure);
    mend();
    agent.times(10, 18, (index) => {
      const state = (now: string) => {
        agent.rest(agent.between(5000, 30_000));
        agent.call('mcp__airflow__get_task_instance', day(index), {
          ...day(index),
          state: now,
          checked: agent.clock(),
        });
      };
      const clear = () =>
        agent.call(
          'mcp__airflow__clear_task_instances',
          { ...day(index), only_failed: true },
          { cleared: 1, request: agent.words.hex(12) },
        );
      clear();
      state('queued');
      agent.times(0, 2, () => state('running'));
      if (index > 0 && agent.random.chance(0.12)) {
        state('failed');
        log(index, failure.replace(column, agent.words.noun()));
        mend();
        clear();
        state('running');
      }
      state('success');
    });
    agent.answer('All days are through.');
  },
};
