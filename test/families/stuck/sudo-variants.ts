/**
 * The agent isn't allowed to write where it was asked to, and has no password for sudo. It tries one way round after the
 * other, and comes back to those it has tried.
 */
import type { Family } from '../family.ts';

interface Denied {
  readonly user: string;
  readonly file: string;
  /** What should be put in its place. */
  readonly copy: string;
  /** What sudo says. */
  readonly denied: string;
}

/** Commands, what they print, and how they end. */
function triesOf({
  user,
  file,
  copy,
  denied,
}: Denied): readonly (readonly [string, string, number])[] {
  const folder = file.slice(0, file.lastIndexOf('/'));
  return [
    [`cp ${copy} ${file}`, `cp: cannot create regular file '${file}': Permission denied`, 1],
    [`cat ${copy} > ${file}`, `bash: ${file}: Permission denied`, 1],
    [`chmod u+w ${file}`, `chmod: changing permissions of '${file}': Operation not permitted`, 1],
    [`chmod 666 ${file}`, `chmod: changing permissions of '${file}': Operation not permitted`, 1],
    [`sudo cp ${copy} ${file}`, denied, 1],
    [`sudo -n chmod a+w ${file}`, denied, 1],
    [`cat ${copy} | sudo tee ${file}`, denied, 1],
    [`sudo -S cp ${copy} ${file} < /dev/null`, denied, 1],
    [
      `chown ${user}:${user} ${file}`,
      `chown: changing ownership of '${file}': Operation not permitted`,
      1,
    ],
    [
      `sed -i 's/#//' ${file}`,
      `sed: couldn't open temporary file ${folder}/seda8Kd2Q: Permission denied`,
      4,
    ],
    [`mv ${copy} ${file}`, `mv: cannot move '${copy}' to '${file}': Permission denied`, 1],
    [`su -c 'cp ${copy} ${file}'`, 'su: must be run from a terminal', 1],
    [
      `install -m 644 ${copy} ${file}`,
      `install: cannot create regular file '${file}': Permission denied`,
      1,
    ],
    [
      `python3 -c "open('${file}','a').write('')"`,
      `PermissionError: [Errno 13] Permission denied: '${file}'`,
      1,
    ],
  ];
}

export const sudoVariants: Family = {
  name: 's_sudo_variants',
  what: 'is denied a file, and tries sudo, chmod, chown, tee and copies in turn, all of them denied',
  batch: 12,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const user = agent.pick(['agent', 'runner', 'node', 'dev']);
    const [file, goal] = agent.pick([
      [`/etc/nginx/conf.d/${words.noun()}.conf`, 'Raise client_max_body_size to 50m in'],
      [`/etc/${words.project()}/${words.noun()}.toml`, 'Set workers = 8 in'],
      [`/opt/${words.project()}/config/${words.noun()}.yaml`, 'Switch the log level to debug in'],
      [`/etc/systemd/system/${words.noun()}.service`, 'Add Restart=always to'],
    ]);
    const copy = `/tmp/${words.noun()}.${words.hex(4)}`;
    agent.prompt(`${goal} ${file} and check that it is in use.`);
    const [least, most] = agent.pick([
      [0, 3],
      [3, 9],
      [20, 45],
    ] as const);
    agent.warmUp(least, most);
    const config = Array.from(
      { length: agent.between(4, 12) },
      () => `${words.noun()}_${words.noun()} = ${agent.between(1, 900)}`,
    );
    agent.shell(`cat ${file}`, config.join('\n'));
    agent.write(copy, [...config, `${words.noun()} = ${agent.between(1, 9)}`].join('\n'));
    agent.loopBegins();
    const noPassword = [
      'sudo: a password is required',
      'sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper\nsudo: a password is required',
      `${user} is not in the sudoers file.`,
    ];
    const denied = agent.pick(noPassword);
    const tries = triesOf({ user, file, copy, denied });
    const looks: readonly (readonly [string, string])[] = [
      [`ls -l ${file}`, `-rw-r--r-- 1 root root ${agent.between(300, 4000)} Mar  2 09:14 ${file}`],
      ['id', `uid=1001(${user}) gid=1001(${user}) groups=1001(${user})`],
      ['whoami', user],
    ];
    agent.times(22, 32, () => {
      if (agent.random.chance(0.2)) {
        const [look, seen] = agent.pick(looks);
        agent.shell(look, seen, { saying: '' });
        return;
      }
      const [command, text, exit] = agent.pick(tries);
      agent.shell(
        command,
        { text, exit },
        {
          saying: agent.pick([
            '',
            '',
            'Permission denied. Let me try another way.',
            "I don't have the rights for that. Trying differently.",
            'That was refused too. Another approach.',
            'This one should work.',
          ]),
        },
      );
    });
  },
};
