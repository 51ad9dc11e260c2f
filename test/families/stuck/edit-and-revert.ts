import type { Family } from '../family.ts';

/** Three ideas, tried in turn and taken back; the same test is red throughout. */
export const editAndRevert: Family = {
  name: 's_edit_and_revert',
  what: 'tries the same few edits in turn and reverts them while the same test stays red',
  batch: 1,
  limit: 18,
  play(agent) {
    agent.prompt('The test for expired sessions fails. Fix it.');
    agent.warmUp(2, 6);
    const path = agent.words.path();
    const original = agent.words.codeLines(1, 2);
    const ideas = [
      agent.words.codeLines(1, 3),
      agent.words.codeLines(1, 3),
      agent.words.codeLines(2, 3),
    ];
    const test = agent.words.symbol();
    const command = agent.pick([
      'npx vitest run session',
      'pytest -q tests/test_session.py',
      'go test ./session/...',
      'cargo test session',
    ]);
    agent.loopBegins();
    agent.times(8, 12, (index) => {
      const idea = ideas[index % ideas.length] ?? original;
      agent.edit(path, original, idea);
      agent.shell(command, {
        text: `FAIL ${test} > rejects an expired session\n  expected 401, got 200\nTests: 1 failed, 18 passed\nTime: ${agent.between(10, 90) / 10} s`,
        exit: 1,
      });
      agent.edit(path, idea, original);
    });
  },
};
