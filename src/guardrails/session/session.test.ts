/** Sessions: slices, snapshots, going back, isolation, and changes that are kept apart. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { Session, type SliceDefinition } from '../index.ts';

const NUMBERS: SliceDefinition<readonly number[]> = { key: 'numbers', initial: [], kind: 'state' };
const WORDS: SliceDefinition<string> = { key: 'words', initial: 'none', kind: 'state' };
const DIARY: SliceDefinition<readonly string[]> = { key: 'diary', initial: [], kind: 'log' };

const add = (number: number) => (numbers: readonly number[]) => [...numbers, number];
const numbersIn = (session: Pick<Session, 'slice'>) => session.slice(NUMBERS).get();

describe('slices', () => {
  verifies('G2', 'begin with their initial value and are changed by functions', () => {
    const session = new Session();
    expect(numbersIn(session)).toEqual([]);
    session.slice(NUMBERS).update(add(1));
    session.slice(NUMBERS).update(add(2));
    expect(numbersIn(session)).toEqual([1, 2]);
    expect(session.slice(WORDS).get()).toBe('none');
  });

  verifies('G2', 'a change that throws changes nothing', () => {
    const session = new Session();
    session.slice(NUMBERS).update(add(1));
    const broken = () => {
      throw new Error('broken');
    };
    expect(() => session.slice(NUMBERS).update(broken)).toThrow('broken');
    expect(numbersIn(session)).toEqual([1]);
  });

  verifies('G2', 'two definitions under one key are refused', () => {
    const session = new Session();
    session.slice(NUMBERS);
    expect(() => session.slice({ ...NUMBERS })).toThrow(/"numbers" is defined twice/);
  });

  verifies('G2', 'a key that every object has is a key like any other', () => {
    const odd: SliceDefinition<number> = { key: '__proto__', initial: 0, kind: 'state' };
    const session = new Session();
    session.slice(odd).update(() => 7);
    const snapshot = session.snapshot();
    session.slice(odd).update(() => 8);
    session.restore(snapshot);
    expect(session.slice(odd).get()).toBe(7);
  });
});

describe('going back', () => {
  verifies('G2', 'a snapshot stays as it was; restoring it brings the state back', () => {
    const session = new Session();
    session.slice(NUMBERS).update(add(1));
    const snapshot = session.snapshot();
    session.slice(NUMBERS).update(add(2));
    session.slice(WORDS).update(() => 'some');
    expect(snapshot.slices).toEqual({ numbers: [1] });
    session.restore(snapshot);
    expect(numbersIn(session)).toEqual([1]);
    expect(session.slice(WORDS).get()).toBe('none');
  });

  verifies('G2', 'a snapshot survives being written down as JSON', () => {
    const session = new Session({ id: 's' });
    session.slice(NUMBERS).update(add(3));
    const written = JSON.stringify(session.snapshot());
    const later = new Session({ id: 's' });
    later.restore(JSON.parse(written) as ReturnType<Session['snapshot']>);
    expect(numbersIn(later)).toEqual([3]);
  });

  verifies('G2', 'a log is not part of it', () => {
    const session = new Session();
    const snapshot = session.snapshot();
    session.slice(DIARY).update((lines) => [...lines, 'it happened']);
    session.restore(snapshot);
    expect(session.slice(DIARY).get()).toEqual(['it happened']);
  });

  verifies('G2', 'reset clears state and log', () => {
    const session = new Session();
    session.slice(NUMBERS).update(add(1));
    session.slice(DIARY).update((lines) => [...lines, 'x']);
    session.reset();
    expect([numbersIn(session), session.slice(DIARY).get()]).toEqual([[], []]);
  });

  verifies('G2', 'a snapshot of another session is refused and changes nothing', () => {
    const [one, other] = [new Session({ id: 'one' }), new Session({ id: 'other' })];
    one.slice(NUMBERS).update(add(1));
    expect(() => one.restore(other.snapshot())).toThrow(/belongs to session other.*session one/);
    expect(numbersIn(one)).toEqual([1]);
  });
});

describe('sessions', () => {
  verifies('G2', 'share nothing', () => {
    const [one, other] = [new Session(), new Session()];
    one.slice(NUMBERS).update(add(1));
    expect(numbersIn(other)).toEqual([]);
    other.reset();
    expect(numbersIn(one)).toEqual([1]);
    expect(one.id).not.toBe(other.id);
  });

  verifies('G2', 'know their time by the clock they were given', () => {
    let now = 1000;
    const session = new Session({ clock: { now: () => now } });
    now = 4000;
    expect([session.startedAtMs, session.now()]).toEqual([1000, 4000]);
  });

  verifies('G2', 'have a name', () => {
    expect(() => new Session({ id: '' })).toThrow(/id of a session must not be empty/);
  });
});

describe('changes of one call', () => {
  verifies('G2', 'are seen by the call at once and by others after the commit', () => {
    const session = new Session();
    const call = session.begin();
    call.slice(NUMBERS).update(add(1));
    expect([numbersIn(call), numbersIn(session)]).toEqual([[1], []]);
    expect(call.commit()).toBe(true);
    expect(numbersIn(session)).toEqual([1]);
  });

  verifies('G2', 'vanish when they are dropped, and nobody else’s do', () => {
    const session = new Session();
    const [failing, other] = [session.begin(), session.begin()];
    failing.slice(NUMBERS).update(add(1));
    other.slice(NUMBERS).update(add(2));
    other.commit();
    failing.drop();
    expect(numbersIn(session)).toEqual([2]);
  });

  verifies('G2', 'are applied to what others have made of the state meanwhile', () => {
    const session = new Session();
    const [slow, quick] = [session.begin(), session.begin()];
    slow.slice(NUMBERS).update(add(1));
    quick.slice(NUMBERS).update(add(2));
    quick.commit();
    expect(numbersIn(slow)).toEqual([2, 1]);
    slow.commit();
    expect(numbersIn(session)).toEqual([2, 1]);
  });

  const rewinds = [
    ['restore', (session: Session) => session.restore(session.snapshot())],
    ['reset', (session: Session) => session.reset()],
  ] as const;
  for (const [name, rewind] of rewinds) {
    verifies('G2', `belong to a past that was given up when a ${name} came meanwhile`, () => {
      const session = new Session();
      const call = session.begin();
      call.slice(NUMBERS).update(add(1));
      rewind(session);
      expect(call.commit()).toBe(false);
      expect(numbersIn(session)).toEqual([]);
    });
  }

  verifies('G2', 'are over after the end: nothing is added, nothing is committed twice', () => {
    const session = new Session();
    const call = session.begin();
    call.slice(NUMBERS).update(add(1));
    call.commit();
    call.slice(NUMBERS).update(add(2));
    expect(call.commit()).toBe(false);
    expect(numbersIn(session)).toEqual([1]);
  });

  verifies(
    'G2',
    'all or none: a change that cannot be applied any more stops the whole commit',
    () => {
      const session = new Session();
      const call = session.begin();
      call.slice(WORDS).update(() => 'changed');
      call.slice(NUMBERS).update((numbers) => {
        if (numbers.length > 0) throw new Error('too late');
        return [1];
      });
      session.slice(NUMBERS).update(add(9));
      expect(() => call.commit()).toThrow('too late');
      expect([session.slice(WORDS).get(), numbersIn(session)]).toEqual(['none', [9]]);
    },
  );

  verifies('G2', 'to a log are written at once', () => {
    const session = new Session();
    const call = session.begin();
    call.slice(DIARY).update(() => ['tried']);
    call.drop();
    expect(session.slice(DIARY).get()).toEqual(['tried']);
  });
});
