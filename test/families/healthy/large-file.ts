import type { Family } from '../family.ts';

export const largeFile: Family = {
  name: 'h_large_file',
  what: 'reads a large file window by window, and goes back to some of them',
  batch: 8,
  play(agent) {
    const path = agent.words.path();
    agent.prompt('Explain this generated parser.');
    const windows = Array.from({ length: agent.between(12, 24) }, () =>
      agent.words.codeLines(30, 60),
    );
    const read = (at: number) => {
      const text = windows[at] ?? '';
      if (agent.manner === 'claude')
        agent.call('Read', { file_path: path, offset: at * 60, limit: 60 }, text);
      else if (agent.manner === 'gemini')
        agent.call('read_file', { absolute_path: path, offset: at * 60, limit: 60 }, text);
      else agent.shell(`sed -n '${at * 60 + 1},${at * 60 + 60}p' ${path}`, text);
    };
    for (let at = 0; at < windows.length; at += 1) {
      read(at);
      if (at > 2 && agent.random.chance(0.25)) read(agent.between(0, at - 1));
    }
    agent.answer(agent.words.prose(3, 6));
  },
};
