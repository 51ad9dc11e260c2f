/**
 * What is reserved is done by the agent that a person pinned, in a role that may do it, and by no other.
 *
 * An agent whose instructions, tools or hooks changed since is not the one that was trusted, whoever changed them.
 */
import { beyondRoles } from '../manifest/roles.ts';
import type { ReservedCall } from '../reserved/reserved-call.ts';
import { deny, note, type Rule, type Situation } from './situation.ts';

/** Refuses reserved actions to everybody else. */
export const identityRule: Rule = (now) => {
  const { reserved } = now.around;
  if (reserved === null || reserved.actions.length === 0 || now.denial !== null) return now;
  const { actions, standing } = reserved;
  const binding = now.state.manifest.workflowBinding;
  const about = { actions, ...(binding === null ? {} : { workflow_binding: binding }) };
  switch (standing.state) {
    case 'unpinned':
      return refused(now, reserved, 'RESERVED_ACTION', { ...about, why: 'unpinned' }, [
        'the configuration of this agent was never pinned',
        PIN,
      ]);
    case 'unknown':
      return refused(now, reserved, 'IDENTITY_DRIFT', { ...about, why: standing.why }, [
        `it cannot be told whether this is the pinned agent: ${standing.why}`,
        PIN,
      ]);
    case 'drifted': {
      const { parts } = standing;
      const what = parts.length === 0 ? 'its checksum is another' : `changed: ${parts.join(', ')}`;
      return refused(now, reserved, 'IDENTITY_DRIFT', { ...about, drifted: parts }, [
        `the configuration of this agent is not the pinned one (${what})`,
        `A person looks at it with tripwire identity show and, if it is right, pins it again with tripwire identity pin.`,
      ]);
    }
    case 'pinned':
      return asRole(now, reserved, about);
  }
};

const PIN = 'A person pins it with tripwire identity pin.';

function asRole(now: Situation, reserved: ReservedCall, about: object): Situation {
  const { authorizedRoles, roles } = now.state.manifest;
  const beyond = beyondRoles(reserved.actions, authorizedRoles, roles);
  if (beyond.length === 0) {
    return note(now, 'RESERVED_ACTION', 'continued_monitoring', { ...about });
  }
  const has = authorizedRoles.length === 0 ? 'none' : authorizedRoles.join(', ');
  return refused(
    now,
    { ...reserved, actions: beyond },
    'RESERVED_ACTION',
    { ...about, why: 'role', beyond },
    [
      `none of the roles of this agent (${has}) may do that`,
      'A person gives it a role that may with tripwire identity pin --role NAME, or changes roles in MANIFEST.yaml.',
    ],
  );
}

function refused(
  now: Situation,
  { actions }: ReservedCall,
  type: 'IDENTITY_DRIFT' | 'RESERVED_ACTION',
  details: Readonly<Record<string, unknown>>,
  [why, remedy]: readonly [string, string],
): Situation {
  const noted = note(now, type, 'denied_tool', details);
  const named = actions.some((action) => action.endsWith(':?'))
    ? ' What stands as ? cannot be read from the command; write it out.'
    : '';
  return deny(
    noted,
    `Refused by Tripwire: ${actions.join(', ')} is reserved, and ${why}.${named} ${remedy} Do not try it another way; tell the person.`,
  );
}
