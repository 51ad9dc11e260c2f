/**
 * An edit whose new text is the old one; the client refuses it, the agent reads the file and sends it again.
 */
import { editExchange, type Exchange, type Manner } from '../../client-manner.ts';
import type { Family } from '../../family.ts';

const REFUSALS: Readonly<Record<Manner, (path: string) => string>> = {
  claude: () =>
    '<tool_use_error>No changes to make: old_string and new_string are exactly the same.</tool_use_error>',
  codex: (path) => `apply_patch verification failed: the patch leaves ${path} unchanged`,
  gemini: (path) =>
    `No changes to apply. The old_string and new_string are identical in file: ${path}`,
  opencode: () => 'Error: oldString and newString must be different',
  custom: (path) => JSON.stringify({ ok: false, error: 'no_change', path }),
};

function emptyEdit(manner: Manner, path: string, text: string): Exchange {
  return {
    ...editExchange(manner, path, text, text),
    text: REFUSALS[manner](path),
    err: manner === 'claude',
  };
}

export const sameOldAndNew: Family = {
  name: 's_same_old_and_new',
  what: 'sends edits that change nothing, is told so, and sends them again with a line more or less',
  batch: 21,
  limit: 10,
  play(agent) {
    const { words } = agent;
    const path = words.path();
    const lines = words.codeLines(12, 26).split('\n');
    const at = agent.between(2, lines.length - 5);
    const readsMore = agent.random.chance(0.5);
    agent.prompt(`Rename ${words.symbol()} to ${words.symbol()} in ${path}.`);
    agent.warmUp(1, 6);
    agent.read(path, lines.join('\n'));
    agent.loopBegins();
    agent.times(18, 28, () => {
      if (readsMore && agent.random.chance(0.3)) {
        agent.read(path, lines.join('\n'), { saying: 'Let me read the file again.' });
        return;
      }
      const from = at - agent.between(0, 1);
      const text = lines.slice(from, at + agent.between(1, 3)).join('\n');
      agent.together([emptyEdit(agent.manner, path, text)], {
        saying: agent.pick(['', 'Applying the rename.', 'Trying the edit again.', 'Now the edit.']),
      });
    });
  },
};
