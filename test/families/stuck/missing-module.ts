import type { Family } from '../family.ts';

/** Two Pythons on one machine: what is installed in one is missing in the other. */
export const missingModule: Family = {
  name: 's_missing_module',
  what: 'installs a package that is installed already and cannot be imported all the same',
  batch: 2,
  limit: 14,
  play(agent) {
    const name = agent.words.project();
    agent.prompt('Run the report script.');
    agent.warmUp(1, 3);
    agent.loopBegins();
    agent.times(9, 14, () => {
      const install = agent.pick([
        `pip install ${name}`,
        `pip3 install ${name}`,
        `python -m pip install ${name}`,
        `pip install --user ${name}`,
        `pip install --upgrade ${name}`,
        `sudo pip install ${name}`,
      ]);
      agent.shell(
        install,
        `Requirement already satisfied: ${name} in /usr/lib/python3/dist-packages (2.4.1)`,
      );
      agent.shell(
        agent.pick(['python report.py', 'python3 report.py', `python -c "import ${name}"`]),
        {
          text: `Traceback (most recent call last):\n  File "report.py", line 3, in <module>\n    import ${name}\nModuleNotFoundError: No module named '${name}'`,
          exit: 1,
        },
      );
    });
  },
};
