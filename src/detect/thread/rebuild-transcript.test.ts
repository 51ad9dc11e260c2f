/** Rebuilding request by request: what clients do to a history besides adding to it. */
import { describe, expect, test } from 'vitest';
import { bodyOf, eventsOf, messagesOf, type Turn } from '../../../test/wire/conversations.ts';
import { rebuildNew, type RebuildOptions, type RebuiltBody } from '../of-body.ts';

const prompt = (text: string): Turn => ({ kind: 'prompt', parts: [text] });
const work = (n: number): Turn => ({
  kind: 'answer',
  text: `Step ${n}.`,
  calls: [{ id: `c${n}`, tool: 'bash', args: { command: `make ${n}` }, result: `made ${n}` }],
});
const works = (from: number, to: number): readonly Turn[] =>
  Array.from({ length: to - from + 1 }, (_, index) => work(from + index));
const compaction = { kind: 'compaction' } as const;

/** One request after the other; the answer to the last. */
function after(bodies: readonly unknown[], options?: RebuildOptions): RebuiltBody {
  let last: RebuiltBody = { events: [], known: null, change: 'first' };
  for (const body of bodies) last = rebuildNew(last.known, body, options);
  return last;
}

const chat = (turns: readonly Turn[]) => bodyOf('openai-chat', turns);
const anthropic = (messages: readonly unknown[]) => ({ system: 'You are an agent.', messages });

describe('a history that grows', () => {
  const history = [prompt('go'), ...works(1, 99)];

  test('yields what is new, also when it is long', () => {
    const long = [...history, ...works(100, 400)];
    const grown = after([chat(long), chat([...long, work(401)])]);
    expect(grown.change).toBe('grown');
    expect(grown.events).toEqual(eventsOf([work(401)]));
  });

  test('yields nothing when it is sent again, or when an older state of it is', () => {
    const same = after([chat(history), chat(history)]);
    expect([same.change, same.events]).toEqual(['same', []]);
    const older = after([chat(history), chat(history.slice(0, 80))]);
    expect([older.change, older.events]).toEqual(['older', []]);
    const on = rebuildNew(older.known, chat([...history, work(100)]));
    expect(on.events).toEqual(eventsOf([work(100)]));
  });

  test('yields little again when a very old state of it is sent', () => {
    const older = after([chat(history), chat(history.slice(0, 40))]);
    expect(older.events.length).toBeLessThan(16);
  });

  test('yields a call when its result comes', () => {
    const messages = messagesOf('anthropic', [prompt('go'), work(1)]);
    const early = rebuildNew(null, anthropic(messages.slice(0, 2)));
    expect(early.events).toEqual(eventsOf([prompt('go'), { ...work(1), calls: [] } as Turn]));
    const late = rebuildNew(early.known, anthropic(messages));
    expect(late.events).toMatchObject([{ kind: 'tool', tool: 'bash', callId: 'c1' }]);
  });

  test('is the same history with cache markers, in another form, and without its old notes', () => {
    const note = '<system-reminder>15 tokens left</system-reminder>';
    const result = (content: unknown) => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content }],
    });
    const call = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: {} }],
    };
    const cached = [{ type: 'text', text: 'go', cache_control: { type: 'ephemeral' } }];
    const first = anthropic([{ role: 'user', content: cached }, call, result(`out\n\n${note}`)]);
    const second = anthropic([
      { role: 'user', content: 'go' },
      { ...call, content: [{ ...call.content[0], cache_control: { type: 'ephemeral' } }] },
      result([{ type: 'text', text: 'out' }]),
      { role: 'user', content: [{ type: 'text', text: note }] },
      { role: 'assistant', content: 'Done.' },
    ]);
    const rebuilt = after([first, second]);
    expect([rebuilt.change, rebuilt.events]).toEqual([
      'grown',
      [{ kind: 'response', text: 'Done.' }],
    ]);
  });

  test('keeps calls apart that share an id', () => {
    const sloppy = works(1, 5).map((turn): Turn => {
      if (turn.kind === 'prompt') return turn;
      return { ...turn, calls: turn.calls.map((call) => ({ ...call, id: 'call_0' })) };
    });
    const steps = sloppy.map((_, index) => chat([prompt('go'), ...sloppy.slice(0, index + 1)]));
    expect(after(steps).events).toEqual(eventsOf(sloppy.slice(4)));
  });
});

describe('a history that is summarised', () => {
  const history = [prompt('go'), ...works(1, 30)];

  test('begins anew with a summary: one compaction, and what follows it', () => {
    const summary = prompt('This session is being continued from a previous conversation that …');
    const rebuilt = after([chat(history), chat([summary, work(31)])]);
    expect(rebuilt.change).toBe('rewritten');
    expect(rebuilt.events).toEqual([compaction, ...eventsOf([work(31)])]);
    const on = rebuildNew(rebuilt.known, chat([summary, work(31), work(32)]));
    expect([on.change, on.events]).toEqual(['grown', eventsOf([work(32)])]);
  });

  test('keeps its prompts: they are not said again', () => {
    const summary = prompt('Another language model started to solve this problem and …');
    const rebuilt = after([chat(history), chat([prompt('go'), summary, work(31)])]);
    expect(rebuilt.events).toEqual([compaction, ...eventsOf([work(31)])]);
  });

  test('keeps its end: the calls there are not counted again', () => {
    const summary = prompt('<state_snapshot>made a lot</state_snapshot>');
    const rebuilt = after([chat(history), chat([summary, ...works(25, 31)])]);
    expect(rebuilt.events).toEqual([compaction, ...eventsOf([work(31)])]);
  });

  test('keeps some of its middle: neither prompts nor calls there are counted again', () => {
    const long = [...history, prompt('also this'), ...works(31, 40)];
    const summary = prompt('Another language model started to solve this problem and …');
    const kept = [prompt('go'), prompt('also this'), summary, ...works(33, 36), work(41)];
    const rebuilt = after([chat(long), chat(kept)]);
    expect(rebuilt.events).toEqual([compaction, ...eventsOf([work(41)])]);
  });

  test('is not summarised again when its start is cut later', () => {
    const summary = prompt('<state_snapshot>made a lot</state_snapshot>');
    const rebuilt = after([
      chat([prompt('go'), ...works(1, 30)]),
      chat([summary, ...works(21, 31)]),
      chat([summary, ...works(23, 32)]),
    ]);
    expect(rebuilt.events).toEqual(eventsOf([work(32)]));
  });

  test('in words nobody knows is seen by what it lost', () => {
    const rebuilt = after([chat(history), chat([prompt('Summary: made a lot.'), work(31)])]);
    expect(rebuilt.events).toEqual([
      compaction,
      ...eventsOf([prompt('Summary: made a lot.'), work(31)]),
    ]);
  });

  test('asks for the summary in one client', () => {
    const rebuilt = after([chat(history), chat([prompt('What did we do so far?'), work(31)])]);
    expect(rebuilt.events).toEqual([compaction, ...eventsOf([work(31)])]);
  });

  test('goes on at the word of the client, which is no prompt; a person who says so is heard', () => {
    const goOn =
      'Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed.';
    const tooLong =
      "The previous request exceeded the provider's size limit due to large media attachments. It was compacted.";
    const afterWords = (words: string) =>
      after([chat(history), chat([prompt('What did we do so far?'), prompt(words), work(31)])]);
    for (const words of [goOn, `${tooLong}\n\n${goOn}`]) {
      expect(afterWords(words).events).toEqual([compaction, ...eventsOf([work(31)])]);
    }
    for (const words of [`Mend the door. ${goOn}`, `${tooLong} Mend the door.`]) {
      expect(afterWords(words).events).toEqual([
        compaction,
        ...eventsOf([prompt(words), work(31)]),
      ]);
    }
  });
});

describe('a history that is changed', () => {
  test('by cutting its start at every turn, loses no step and is no compaction', () => {
    const all = [prompt('go'), ...works(1, 40)];
    const bodies = all.map((_, index) => chat(all.slice(Math.max(0, index - 7), index + 1)));
    let known: RebuiltBody['known'] = null;
    const events = bodies.flatMap((body) => {
      const rebuilt = rebuildNew(known, body);
      known = rebuilt.known;
      return rebuilt.events;
    });
    expect(events).toEqual(eventsOf(all));
  });

  test('by blanking many results at once, is a compaction; by blanking one at each step, is not', () => {
    const blanked = (count: number) =>
      works(1, 12).map((turn, index): Turn =>
        turn.kind === 'answer' && index < count
          ? { ...turn, calls: turn.calls.map((call) => ({ ...call, result: '[cleared]' })) }
          : turn,
      );
    const start = prompt('go');
    const one = after([chat([start, ...works(1, 12)]), chat([start, ...blanked(1), work(13)])]);
    expect(one.events).toEqual(eventsOf([work(13)]));
    const short = after([
      chat([start, ...works(1, 2)]),
      chat([start, ...blanked(1).slice(0, 2), work(3)]),
    ]);
    expect(short.events).toEqual(eventsOf([work(3)]));
    const many = after([chat([start, ...works(1, 12)]), chat([start, ...blanked(8), work(13)])]);
    expect(many.events).toEqual([compaction, ...eventsOf([work(13)])]);
  });

  test('by a first prompt with a clock in it, goes on', () => {
    const at = (time: string, to: number) => chat([prompt(`It is ${time}. Go.`), ...works(1, to)]);
    const rebuilt = after([at('12:01', 5), at('12:02', 6)]);
    expect(rebuilt.events).toEqual(eventsOf([work(6)]));
    const long = after([at('12:01', 200), at('12:02', 201)]);
    expect([long.change, long.events]).toEqual(['rewritten', eventsOf([work(201)])]);
  });

  test('by another last prompt, has that prompt and no compaction', () => {
    const rebuilt = after([
      chat([prompt('go'), work(1), prompt('left')]),
      chat([prompt('go'), work(1), prompt('right')]),
    ]);
    expect(rebuilt.events).toEqual(eventsOf([prompt('right')]));
  });

  test('by winding back, has what is new since then, after a compaction', () => {
    const rebuilt = after([
      chat([prompt('go'), ...works(1, 20)]),
      chat([prompt('go'), ...works(1, 5), prompt('not so'), work(21)]),
    ]);
    expect(rebuilt.events).toEqual([compaction, ...eventsOf([prompt('not so'), work(21)])]);
  });
});

describe('a history that the provider keeps', () => {
  const output = (id: string) => ({
    previous_response_id: `resp_${id}`,
    input: [{ type: 'function_call_output', call_id: id, output: `made ${id}` }],
  });

  test('is known from what is sent, with the calls of the answers before', () => {
    const earlierCalls = [{ callId: 'a', tool: 'bash', args: { command: 'make' } }];
    const first = rebuildNew(null, { input: 'go' });
    const second = rebuildNew(first.known, output('a'), { earlierCalls });
    expect(second.events).toEqual([
      { kind: 'tool', tool: 'bash', args: { command: 'make' }, result: 'made a', callId: 'a' },
    ]);
    expect(rebuildNew(second.known, output('a'))).toMatchObject({ change: 'same', events: [] });
    expect(rebuildNew(second.known, output('b')).events).toMatchObject([{ tool: 'unknown' }]);
  });

  test('stays small to remember', () => {
    const bodies = Array.from({ length: 500 }, (_, index) => output(`c${index}`));
    expect(JSON.stringify(after(bodies).known).length).toBeLessThan(4_096);
  });
});

describe('calls without ids', () => {
  const said = (text: string) => ({ role: 'user', parts: [{ text }] });
  const made = (file: string) => ({
    role: 'model',
    parts: [{ functionCall: { name: 'read_file', args: { file } } }],
  });
  const came = (file: string) => ({
    role: 'user',
    parts: [{ functionResponse: { name: 'read_file', response: { output: `text of ${file}` } } }],
  });

  test('keep their own arguments, although the last answer is remembered too', () => {
    const earlier = (file: string) => [{ tool: 'read_file', args: { file } }];
    const first = { contents: [said('go'), made('a'), came('a')] };
    const one = rebuildNew(null, first, { earlierCalls: earlier('a') });
    const second = { contents: [...first.contents, made('b'), came('b')] };
    const two = rebuildNew(one.known, second, { earlierCalls: earlier('b') });
    expect([...one.events, ...two.events].filter(({ kind }) => kind === 'tool')).toMatchObject([
      { args: { file: 'a' }, result: 'text of a' },
      { args: { file: 'b' }, result: 'text of b' },
    ]);
  });
});

test('what is no conversation changes nothing', () => {
  const { known } = rebuildNew(null, chat([prompt('go')]));
  expect(rebuildNew(known, { model: 'm' })).toEqual({ events: [], known, change: 'unreadable' });
});
