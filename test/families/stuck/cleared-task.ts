import type { Family } from '../family.ts';

/** Each try goes through all its states and ends in the same line of the log. */
export const clearedTask: Family = {
  name: 's_cleared_task',
  what: 'clears a failed task of a pipeline, watches it start, run and fail for the same reason, and clears it again',
  batch: 10,
  limit: 32,
  play(agent) {
    const dag = `${agent.words.project()}_${agent.words.noun()}_daily`;
    const task = `${agent.words.verb()}_${agent.words.noun()}s`;
    const run = `scheduled__2026-11-${agent.between(10, 28)}T02:00:00+00:00`;
    const column = `${agent.words.noun()}_${agent.words.noun()}`;
    const line = agent.between(40, 300);
    const where = { dag_id: dag, task_id: task, run_id: run };
    agent.prompt(`${dag} is red. Get it through.`);
    let attempt = 1;
    const state = (now: string) => {
      agent.rest(agent.between(5000, 30_000));
      agent.call(
        'mcp__airflow__get_task_instance',
        where,
        {
          ...where,
          state: now,
          try_number: attempt,
          hostname: `worker-${agent.between(0, 9)}`,
          checked: agent.clock(),
        },
        { saying: agent.pick(['', 'It is running again.', 'Let me watch it.']) },
      );
    };
    agent.loopBegins();
    agent.times(10, 15, () => {
      const { words } = agent;
      agent.call(
        'mcp__airflow__get_task_log',
        { ...where, try_number: attempt },
        `[${agent.clock()}] {taskinstance.py:1157} INFO - Dependencies all met for <TaskInstance: ${dag}.${task} ${run} [queued]>\n[${agent.clock()}] {standard_task_runner.py:57} INFO - Started process ${agent.between(100, 9999)} to run task\n[${agent.clock()}] {${task}.py:18} INFO - read ${agent.between(40_000, 41_000)} rows\n[${agent.clock()}] {taskinstance.py:1826} ERROR - Task failed with exception\n  File "/opt/dags/${task}.py", line ${line}, in main\n    frame = frame.set_index("${column}")\nKeyError: '${column}'\n[${agent.clock()}] {local_task_job.py:159} INFO - Task exited with return code 1`,
      );
      agent.call(
        'mcp__airflow__clear_task_instances',
        { ...where, only_failed: true },
        { cleared: 1, request: words.hex(12) },
        {
          saying: agent.pick([
            'This may have been transient. Clearing the task, so that it runs again.',
            'I will clear it and let it run once more.',
            'Clearing the failed task.',
          ]),
        },
      );
      attempt += 1;
      state('queued');
      agent.times(0, 2, () => state('running'));
      state('failed');
    });
  },
};
