/**
 * What an agent that runs as this user could do right now, in plain words, each with what takes it away.
 *
 * A pure reading of the facts: nothing is guessed. What an agent of another user could do is said by running `doctor` as
 * that user.
 */
import type { SurfaceFacts } from './facts.ts';
import type { HookPlace } from './hook-places.ts';

/** One thing that it could do. */
export interface Exposure {
  readonly code:
    | 'HOOKS_REMOVABLE'
    | 'HOOKS_MISSING'
    | 'HOOKS_OFF'
    | 'HOOK_PROGRAM_CHANGEABLE'
    | 'TOKEN_READABLE'
    | 'TOKEN_AT_HAND'
    | 'JOURNAL_CHANGEABLE'
    | 'SETTINGS_CHANGEABLE'
    | 'SERVER_ENDABLE'
    | 'PROVIDER_KEY_AT_HAND'
    | 'PROVIDER_WITHOUT_HELD_KEY'
    | 'ANY_NAME'
    | 'PORT_ON_NETWORK'
    | 'OTHER_OWNER';
  /** Follows "An agent that runs as NAME". */
  readonly can: string;
  readonly remedy: string;
}

const ANOTHER_USER =
  'run Tripwire as a user of its own, and agents as others (docs/threat-model.md, level 1)';

/** All of them, those that undo most first. */
export function exposuresOf(facts: SurfaceFacts): readonly Exposure[] {
  return [
    ...dataExposures(facts),
    ...serverExposures(facts),
    ...facts.hooks.flatMap((hooks) => hookExposures(hooks)),
    ...programExposures(facts),
    ...keyExposures(facts),
    ...portExposures(facts),
  ];
}

function dataExposures({ files }: SurfaceFacts): readonly Exposure[] {
  const named = (ending: string) => files.filter(({ path }) => path.endsWith(`/${ending}`));
  const token = named('admin-token').find(({ readable }) => readable);
  const journal = named('journal.db').find(({ changeable }) => changeable);
  const settings = files.find(({ path, changeable }) => /\.ya?ml$/.test(path) && changeable);
  return [
    ...(token === undefined
      ? []
      : [
          {
            code: 'TOKEN_READABLE' as const,
            can: `can read ${token.path}, and with that token resume itself, answer its own approvals and change settings`,
            remedy: ANOTHER_USER,
          },
        ]),
    ...(journal === undefined
      ? []
      : [
          {
            code: 'JOURNAL_CHANGEABLE' as const,
            can: `can change or delete the journal ${journal.path}; Tripwire notices when the journal is deleted or an older one is put back, but not when all of it is rewritten`,
            remedy: `${ANOTHER_USER}; keep the log's heads elsewhere (docs/audit.md)`,
          },
        ]),
    ...(settings === undefined
      ? []
      : [
          {
            code: 'SETTINGS_CHANGEABLE' as const,
            can: `can edit ${settings.path}, which takes effect at the next start or reload`,
            remedy: `${ANOTHER_USER}, or give the file to root: sudo chown root ${settings.path}`,
          },
        ]),
  ];
}

function serverExposures({ users, registration, keys }: SurfaceFacts): readonly Exposure[] {
  const found: Exposure[] = [];
  const { server, data_owner: owner } = users;
  if (users.can_end_server) {
    found.push({
      code: 'SERVER_ENDABLE',
      can: 'can end the server; until it runs again, requests through it fail, and nothing else is stopped',
      remedy: ANOTHER_USER,
    });
  }
  if (server !== null && owner !== null && server !== owner) {
    found.push({
      code: 'OTHER_OWNER',
      can: `uses a server that runs as ${server} while its data folder belongs to ${owner}, who can change all of it`,
      remedy: 'give the data folder to the user of the server alone (chown -R)',
    });
  }
  if (registration === 'open' && keys.of_agents?.required !== true) {
    found.push({
      code: 'ANY_NAME',
      can: 'can call under a new name whenever it likes, without a key, and so start again with fresh limits',
      remedy: 'set registration: closed, and give each agent a key (tripwire keys)',
    });
  }
  return found;
}

function hookExposures(hooks: HookPlace): readonly Exposure[] {
  const { client, title, kind, file, off } = hooks;
  const install = hooks.can_be_managed
    ? `run ${title} as another user, or install managed hooks: sudo tripwire init ${client} --managed`
    : `run ${title} as another user, whose settings belong to root`;
  if (off !== null) {
    const remedy = `fix ${file.path}, then run: tripwire init ${client}`;
    return [
      {
        code: 'HOOKS_OFF',
        can: `can run every tool of ${title} without being checked: ${off}`,
        remedy,
      },
    ];
  }
  if (kind === 'none') {
    const remedy = `run: tripwire init ${client}`;
    const can = `can run every tool of ${title} without being checked: no hooks are installed`;
    return [{ code: 'HOOKS_MISSING', can, remedy }];
  }
  if (!file.changeable) return [];
  const can = `can edit ${file.path} and so remove the hooks of ${title}`;
  return [{ code: 'HOOKS_REMOVABLE', can, remedy: install }];
}

/** Several clients start the same program: it is said once. */
function programExposures({ hooks }: SurfaceFacts): readonly Exposure[] {
  const programs = hooks.flatMap(({ program }) =>
    program?.changeable === true ? [program.path] : [],
  );
  return [...new Set(programs)].map((path) => ({
    code: 'HOOK_PROGRAM_CHANGEABLE',
    can: `can change ${path}, which the hooks start, so that it allows everything`,
    remedy:
      'install Tripwire as root (sudo npm install -g agent-tripwire), then run tripwire init again',
  }));
}

function keyExposures({ keys }: SurfaceFacts): readonly Exposure[] {
  const found: Exposure[] = [];
  if (keys.token_in_environment) {
    found.push({
      code: 'TOKEN_AT_HAND',
      can: 'can resume itself with the token in TRIPWIRE_ADMIN_TOKEN, under the name that the token has',
      remedy:
        'unset it where agents start, or start them with tripwire run, which passes it to none of them',
    });
  }
  if (keys.in_environment.length > 0) {
    found.push({
      code: 'PROVIDER_KEY_AT_HAND',
      can: `can bypass Tripwire and call its model with ${keys.in_environment.join(', ')} from this environment`,
      remedy: 'give the keys to Tripwire (upstreams.NAME.key) and unset them where agents start',
    });
  }
  if (keys.not_held.length > 0) {
    found.push({
      code: 'PROVIDER_WITHOUT_HELD_KEY',
      can: `can use its own key for ${keys.not_held.join(', ')}, through Tripwire or around it`,
      remedy:
        'set upstreams.NAME.key, or upstreams.NAME.enabled: false for providers that nobody needs',
    });
  }
  return found;
}

function portExposures({ ports, keys }: SurfaceFacts): readonly Exposure[] {
  const open = ports.filter(({ reach }) => reach === 'network');
  return open.flatMap(({ plane, url, encrypted }): Exposure[] => {
    if (plane === 'people') {
      if (encrypted) return [];
      const can = `can read people's tokens on the network, because ${url} is not encrypted`;
      return [{ code: 'PORT_ON_NETWORK', can, remedy: 'set admin_tls, or admin_host: 127.0.0.1' }];
    }
    if (keys.of_agents?.required === true) return [];
    const can = `shares its port with everybody on the network, because ${url} asks for no key`;
    return [
      {
        code: 'PORT_ON_NETWORK',
        can,
        remedy: 'give agents keys (tripwire keys), or set host: 127.0.0.1',
      },
    ];
  });
}
