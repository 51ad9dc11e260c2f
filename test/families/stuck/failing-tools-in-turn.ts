import type { Family } from '../family.ts';

/** Each tool stays below any count of its own. */
export const failingToolsInTurn: Family = {
  name: 's_failing_tools_in_turn',
  what: 'every tool fails, each in its own way, and the agent tries them in turn',
  batch: 1,
  limit: 18,
  play(agent) {
    agent.prompt(`Summarise ${agent.words.file()} for me.`);
    const path = agent.words.path();
    const folder = path.slice(0, path.lastIndexOf('/'));
    const failed = agent.manner === 'claude' || agent.manner === 'opencode';
    const tools = [
      ['read_file', { path }, `Error: EACCES: permission denied, open '${path}'`],
      ['list_directory', { path: folder }, `Error: EACCES: permission denied, scandir '${folder}'`],
      [
        'search_files',
        { pattern: agent.words.symbol(), path: folder },
        'Error: search backend unavailable: sandbox denied spawn of rg',
      ],
      ['run_command', { command: `cat ${path}` }, `cat: ${path}: Permission denied`],
      ['get_file_info', { path }, `Error: EACCES: permission denied, stat '${path}'`],
      [
        'run_command',
        { command: `ls -la ${folder}` },
        `ls: cannot open directory '${folder}': Permission denied`,
      ],
    ] as const;
    agent.loopBegins();
    agent.times(24, 36, (index) => {
      const [name, args, text] = agent.random.chance(0.3)
        ? agent.pick(tools)
        : (tools[index % tools.length] ?? tools[0]);
      agent.call(name, args, text, { failed });
    });
  },
};
