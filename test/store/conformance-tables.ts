/** What every store must do with what stands beside the journal: events, keys, evidence. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type { AgentKey, Evidence, NewEvent, Store } from '../../src/store/store.ts';
import { eventOf, hashOf, nextRows } from './conformance-rows.ts';

/** Cases on an empty store, by name. */
export const tableCases: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  'events are found by agent, type and place, in both orders': async (store) => {
    await store.append({
      rows: [...nextRows('a', 3), ...nextRows('b', 2)],
      events: [
        eventOf('a', 1, 'step'),
        { ...eventOf('b', 1, 'stop'), session: 's1' },
        eventOf('a', 2, 'stop'),
        eventOf('b', 2, 'step'),
        eventOf('a', 3, 'step'),
      ],
    });
    const all = await store.events({ limit: 10 });
    deepEqual(all.map(place), ['a1', 'b1', 'a2', 'b2', 'a3']);
    const [first, second, third] = all.map(({ id }) => id);
    ok(first !== undefined && second !== undefined && third !== undefined);
    deepEqual(all[1], { ...eventOf('b', 1, 'stop'), session: 's1', id: second });
    const found = async (query: object) => (await store.events({ limit: 10, ...query })).map(place);
    deepEqual(await found({ agent: 'a' }), ['a1', 'a2', 'a3']);
    deepEqual(await found({ type: 'stop' }), ['b1', 'a2']);
    deepEqual(await found({ agent: 'a', type: 'stop' }), ['a2']);
    deepEqual(await found({ afterId: third }), ['b2', 'a3']);
    deepEqual(await found({ newestFirst: true }), ['a3', 'b2', 'a2', 'b1', 'a1']);
    deepEqual(await found({ newestFirst: true, afterId: third }), ['b1', 'a1']);
    deepEqual(await found({ newestFirst: true, limit: 2 }), ['a3', 'b2']);
    deepEqual(await found({ agent: 'nobody' }), []);
  },

  'events are found by session and by time': async (store) => {
    await store.append({
      rows: nextRows('a', 3),
      events: [1, 2, 3].map((seq) => ({
        ...eventOf('a', seq),
        session: seq === 2 ? 's1' : null,
        timestamp: seq * 100,
      })),
    });
    const found = async (query: object) => (await store.events({ limit: 10, ...query })).map(place);
    deepEqual(await found({ session: 's1' }), ['a2']);
    deepEqual(await found({ since: 200 }), ['a2', 'a3']);
    deepEqual(await found({ until: 200 }), ['a1', 'a2']);
    deepEqual(await found({ since: 101, until: 299 }), ['a2']);
  },

  'documents are changed together, and found by kind, id and time': async (store) => {
    const one = { kind: 'alert', id: '1', at: 10, body: '{"a":1}' };
    const two = { kind: 'alert', id: '2', at: 5, body: '{}' };
    const other = { kind: 'channel', id: '1', at: 7, body: '{}' };
    await store.changeDocuments({ put: [one, two, other] });
    deepEqual(await store.documents({ kind: 'alert', limit: 10 }), [two, one]);
    deepEqual(await store.documents({ kind: 'alert', newestFirst: true, limit: 1 }), [one]);
    deepEqual(await store.documents({ kind: 'alert', until: 9, limit: 10 }), [two]);
    deepEqual(await store.documents({ kind: 'alert', id: '1', limit: 10 }), [one]);
    deepEqual(await store.documents({ limit: 10 }), [two, other, one]);
    await store.changeDocuments({
      put: [
        { ...one, kind: 'done' },
        { ...two, at: 20 },
      ],
      remove: [one, { kind: 'alert', id: 'nobody' }],
    });
    deepEqual(await store.documents({ kind: 'alert', limit: 10 }), [{ ...two, at: 20 }]);
    deepEqual(await store.documents({ kind: 'done', limit: 10 }), [{ ...one, kind: 'done' }]);
    // All or nothing.
    const bad = { ...one, body: 'half \ud800' };
    await rejects(store.changeDocuments({ put: [one, bad], remove: [other] }), TypeError);
    deepEqual(await store.documents({ kind: 'channel', limit: 10 }), [other]);
    await rejects(store.documents({ kind: 'alert', limit: 0 }), RangeError);
  },

  'documents change only where they are as somebody knows them, and of several one succeeds':
    async (store) => {
      const [one] = [{ kind: 'claim', id: '1', at: 10, body: '{"by":"a"}' }];
      const absent = { kind: 'claim', id: '1', body: null };
      const claims = await Promise.all(
        ['a', 'b', 'c'].map((by) =>
          store.changeDocuments({ put: [{ ...one, body: `{"by":"${by}"}` }], expect: [absent] }),
        ),
      );
      deepEqual(claims.filter(Boolean).length, 1);
      const [kept] = await store.documents({ kind: 'claim', limit: 10 });
      const other = { kind: 'claim', id: '2', at: 10, body: '{}' };
      // Nothing of a change happens when one thing is otherwise.
      const stale = { expect: [{ ...absent, body: '{"by":"x"}' }], put: [other], remove: [absent] };
      deepEqual(await store.changeDocuments(stale), false);
      deepEqual(await store.changeDocuments({ put: [other], expect: [absent] }), false);
      deepEqual(await store.documents({ kind: 'claim', limit: 10 }), [kept]);
      const known = { kind: 'claim', id: '1', body: kept?.body ?? null };
      const moves = await Promise.all(
        [1, 2, 3].map(() => store.changeDocuments({ expect: [known], remove: [absent] })),
      );
      deepEqual(moves.filter(Boolean).length, 1);
      deepEqual(await store.documents({ kind: 'claim', limit: 10 }), []);
      deepEqual(await store.changeDocuments({ put: [other] }), true);
    },

  'events are made anew for one agent, with numbers never given before': async (store) => {
    await store.append({
      rows: [...nextRows('a', 2), ...nextRows('b', 1)],
      events: [eventOf('a', 1), eventOf('b', 1), eventOf('a', 2)],
    });
    const before = Math.max(...(await store.events({ limit: 10 })).map(({ id }) => id));
    await store.replaceEvents('a', [eventOf('a', 2, 'stop')]);
    const after = await store.events({ limit: 10 });
    deepEqual(after.map(place), ['b1', 'a2']);
    ok((after[1]?.id ?? 0) > before);
    // Nothing changes when one of them cannot be stored.
    await rejects(store.replaceEvents('a', [eventOf('b', 1)]), TypeError);
    await rejects(store.replaceEvents('a', [{ ...eventOf('a', 1), eventType: '' }]), TypeError);
    deepEqual(await store.events({ limit: 10 }), after);
    await store.replaceEvents('a', []);
    deepEqual((await store.events({ limit: 10 })).map(place), ['b1']);
  },

  'keys are added, replaced, listed and removed': async (store) => {
    const one: AgentKey = { keyHash: hashOf('1'), agent: 'a', createdAt: 20, label: 'laptop' };
    const other: AgentKey = { keyHash: hashOf('2'), agent: 'b', createdAt: 10, label: '' };
    await store.putKey(one);
    await store.putKey(other);
    deepEqual(await store.keys(), [other, one]);
    await store.putKey({ ...one, label: 'desktop' });
    deepEqual(await store.keys(), [other, { ...one, label: 'desktop' }]);
    await rejects(store.putKey({ ...one, keyHash: 'secret' }), TypeError);
    equal(await store.removeKey(one.keyHash), true);
    equal(await store.removeKey(one.keyHash), false);
    deepEqual(await store.keys(), [other]);
  },

  'evidence is kept once, found newest first and dropped by age': async (store) => {
    const texts = [1, 2, 3, 4].map((seq) => evidenceOf('a', seq));
    const stranger = { ...evidenceOf('b', 1), session: 's1' };
    for (const one of [...texts, stranger, evidenceOf('a', 2)]) await store.putEvidence(one);
    deepEqual(await store.evidence('a', 10), texts.toReversed());
    deepEqual(await store.evidence('a', 1), texts.slice(-1));
    deepEqual(await store.evidence('b', 10), [stranger]);
    await rejects(store.putEvidence({ ...stranger, at: -1 }), TypeError);
    equal(await store.dropEvidence(3000), 3);
    deepEqual(await store.evidence('a', 10), texts.slice(2).toReversed());
    deepEqual(await store.evidence('b', 10), []);
    equal(await store.dropEvidence(3000), 0);
  },

  'the size grows with what is stored': async (store) => {
    const before = await store.sizeBytes();
    // No letters that a database would write shorter; and it may round to whole pages.
    const body = Array.from({ length: 16_000 }, (_, index) => hashOf(String(index))).join('');
    await store.putEvidence({ ...evidenceOf('a', 1), body });
    ok((await store.sizeBytes()) >= before + body.length / 2);
  },
};

function place({ agent, seq }: NewEvent): string {
  return `${agent}${seq}`;
}

function evidenceOf(agent: string, seq: number): Evidence {
  const body = `the text of ${agent} ${seq}`;
  return { agent, session: null, seq, at: seq * 1000, hash: hashOf(body), body };
}
