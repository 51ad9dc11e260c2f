/**
 * Links in alerts that stop or resume by themselves. Off unless a person turns them on.
 *
 * A link is signed and names one act and the very hold that its alert was about: kind and time. It ends a day after the
 * alert and works once, in whichever message it came. Opening it only shows a button: programs that look into mail open
 * every link.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { present } from '../../base/present.ts';
import { remedyOf } from '../../core/holds/remedy.ts';
import type { Store } from '../../store/index.ts';
import { Documents } from '../api/documents.ts';
import { holdKind } from '../api/schemas.ts';
import type { Alert } from './alert-shapes.ts';

const LINK_MS = 24 * 3_600_000;
const KEY_BYTES = 32;
const USED = 'alert-link-used';

const actShape = z.strictObject({
  act: z.enum([
    'deactivate',
    'activate',
    'resume',
    'restart',
    'resume-all',
    'grant',
    'refuse',
    'extend',
  ]),
  agent: z.string(),
  session: z.string().nullable(),
  /** What it lifts; null for a link that stops. */
  hold: z.strictObject({ kind: holdKind, since: z.number() }).nullable(),
  /** The action that `grant` and `refuse` answer; the team whose budget `extend` extends. */
  target: z.string().exactOptional(),
  until: z.number(),
  once: z.string(),
});
/** What a link does. */
export type LinkAct = z.output<typeof actShape>;

/** Alerts that are not about a hold, and what helps. */
const ownActs: Readonly<Partial<Record<Alert['rule'], LinkAct['act']>>> = {
  budget: 'deactivate',
  error_rate: 'deactivate',
};

const labels: Readonly<Record<LinkAct['act'], string>> = {
  deactivate: 'Stop',
  activate: 'Resume',
  resume: 'Resume',
  restart: 'Restart',
  'resume-all': 'Resume all',
  grant: 'Grant',
  refuse: 'Refuse',
  extend: 'Extend once',
};

/** The acts that links for this rule do; none where no single act helps. */
function actsFor(
  alert: Pick<Alert, 'rule' | 'agent' | 'session' | 'target'>,
): readonly LinkAct['act'][] {
  if (alert.rule === 'approval_waiting') return ['grant', 'refuse'];
  // That of an agent is a hold; that of a team has a name.
  if (alert.rule === 'budget_asks' && alert.target !== undefined) return ['extend'];
  const act = ownActs[alert.rule] ?? liftingAct(alert);
  return act === null ? [] : [act];
}

/** The kind of hold that an alert of a rule is about; other rules have no such name. */
function holdOf(rule: Alert['rule']): string {
  return rule === 'budget_asks' ? 'parked' : rule;
}

function liftingAct({ rule, agent, session }: Pick<Alert, 'rule' | 'agent' | 'session'>) {
  const { data: hold } = holdKind.safeParse(holdOf(rule));
  const { data: act } = actShape.shape.act.safeParse(
    hold === undefined ? null : remedyOf({ hold, agent, session }).act,
  );
  return act ?? null;
}

/** Signs links and reads them. */
export class AlertLinks {
  readonly #store: Store;
  readonly #key: Buffer;
  readonly #now: () => number;

  private constructor(store: Store, key: Buffer, now: () => number) {
    this.#store = store;
    this.#key = key;
    this.#now = now;
  }

  /** With the key of this store, made on first use. */
  static async open(store: Store, now: () => number): Promise<AlertLinks> {
    const keys = new Documents(store, 'alert-link-key', z.object({ key: z.string() }));
    for (;;) {
      const known = (await keys.find('key'))?.value.key;
      if (known !== undefined) return new AlertLinks(store, Buffer.from(known, 'base64'), now);
      const key = randomBytes(KEY_BYTES).toString('base64');
      // Of several nodes that start at once one makes it, and all have it.
      await store.changeDocuments({
        put: [keys.document('key', now(), { key })],
        expect: [keys.known('key', null)],
      });
    }
  }

  /** The links for an alert: the same in every message about it. */
  actionsFor(alert: Alert, base: string): readonly { readonly label: string; url: string }[] {
    if (alert.state === 'resolved') return [];
    return actsFor(alert).map((act) => {
      const payload = Buffer.from(JSON.stringify(this.#linkOf(alert, act))).toString('base64url');
      const isOwn = alert.rule === 'budget_asks' && act !== 'extend';
      const label = isOwn ? 'Extend once and resume' : labels[act];
      return { label, url: `${base}/act/${payload}.${this.#sign(payload)}` };
    });
  }

  #linkOf(alert: Alert, act: LinkAct['act']): LinkAct {
    const { id, rule, agent, session, fired_at: firedAt, target } = alert;
    const isAnswer = act === 'grant' || act === 'refuse' || act === 'extend';
    const kind =
      act === 'extend' ? 'parked' : isAnswer ? 'approval' : holdKind.safeParse(holdOf(rule)).data;
    return {
      act,
      agent,
      session,
      hold: kind === undefined ? null : { kind, since: firedAt },
      ...(isAnswer ? present({ target }) : {}),
      until: firedAt + LINK_MS,
      once: this.#sign(`once ${id} ${act}`),
    };
  }

  /** What a link does; null when it is not ours, too old, or was used. */
  async read(link: string): Promise<LinkAct | null> {
    const [payload = '', sign = ''] = link.split('.');
    const [shown, right] = [Buffer.from(sign), Buffer.from(this.#sign(payload))];
    if (shown.length !== right.length || !timingSafeEqual(shown, right)) return null;
    const { data } = actShape.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    if (data === undefined || data.until < this.#now()) return null;
    const [used] = await this.#store.documents({ kind: USED, id: data.once, limit: 1 });
    return used === undefined ? data : null;
  }

  /** Uses a link up; false for all but the first of those who do so at the same time, on whichever node. */
  async use({ once, until }: LinkAct): Promise<boolean> {
    const old = await this.#store.documents({ kind: USED, until: this.#now(), limit: 1_000 });
    return this.#store.changeDocuments({
      put: [{ kind: USED, id: once, at: until, body: '{}' }],
      remove: old,
      expect: [{ kind: USED, id: once, body: null }],
    });
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#key).update(payload).digest('base64url');
  }
}
