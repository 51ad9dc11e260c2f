/** Frames: what they say, and that no cut of the bytes changes them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SseSplitter, resumptionIn, type SseFrame } from './sse-frames.ts';

function split(chunks: readonly Buffer[], frameBytesMax?: number): readonly SseFrame[] {
  const splitter = new SseSplitter(frameBytesMax);
  const frames = chunks.flatMap((chunk) => splitter.push(chunk));
  const rest = splitter.end();
  return rest === null ? frames : [...frames, rest];
}

const said = (text: string) =>
  split([Buffer.from(text)]).map(({ event, data, bytes }) => [event, data, bytes.toString()]);

describe('what a frame says', () => {
  test('names, data of several lines, comments, fields nobody needs', () => {
    const first = 'event: a\ndata: 1\ndata:2\ndata\n\n';
    const second = ': ping\nid: 7\nretry: 5\ndata:  x\nevent:\n\n';
    expect(said(first + second)).toEqual([
      ['a', '1\n2\n', first],
      [null, ' x', second],
    ]);
  });

  test('every kind of line end', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const first = `event: a${end}data: 1${end}${end}`;
      const second = `data: 2${end}${end}`;
      expect(said(first + second)).toEqual([
        ['a', '1', first],
        [null, '2', second],
      ]);
    }
  });

  test('a mark at the start of the stream is no part of the first field, later it is', () => {
    const [first, second] = split([Buffer.from('\u{feff}data: 1\n\n\u{feff}data: 2\n\n')]);
    expect(first?.data).toBe('1');
    expect(second?.data).toBe('');
  });

  test('what no blank line ended is given at the end', () => {
    expect(said('data: 1\n\ndata: 2')).toEqual([
      [null, '1', 'data: 1\n\n'],
      [null, '2', 'data: 2'],
    ]);
    expect(said('')).toEqual([]);
  });

  test('a frame is given as soon as it is whole', () => {
    const splitter = new SseSplitter();
    expect(splitter.push(Buffer.from('data: 1\n'))).toEqual([]);
    expect(splitter.push(Buffer.from('\n')).map(({ data }) => data)).toEqual(['1']);
    // After CR nobody knows yet whether LF follows; the next byte tells.
    expect(splitter.push(Buffer.from('data: 2\r\n\r'))).toEqual([]);
    expect(splitter.push(Buffer.from('\n')).map(({ data }) => data)).toEqual(['2']);
  });
});

describe('frames that are too large', () => {
  test('one at the limit is read, one byte more is not', () => {
    const bytes = Buffer.from('data: 123\n\n');
    expect(split([bytes], 11)).toMatchObject([{ data: '123', oversize: false }]);
    const pieces = split([bytes, Buffer.from('data: x\n\n')], 10);
    expect(pieces.map(({ data, oversize, bytes: raw }) => [data, oversize, raw.length])).toEqual([
      ['', true, 10],
      ['', true, 1],
      ['x', false, 9],
    ]);
  });

  test('the bytes of an endless frame do not pile up', () => {
    const splitter = new SseSplitter(100);
    const given = splitter.push(Buffer.alloc(1_000, 'x'));
    expect(given.map(({ bytes }) => bytes.length)).toEqual(Array(9).fill(100));
  });
});

const pieces = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('\n', '\r', '\r\n', '\n\n', '\r\n\r\n', '\r\r') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('data: ', 'event: e', 'data:{"x":"ä世😀"}', ':', '\u{feff}'),
    },
    fc.string({ unit: 'binary', maxLength: 8 }),
  ),
  { maxLength: 40 },
);

test('wherever the bytes are cut, the frames and their bytes are the same', () => {
  fc.assert(
    fc.property(
      pieces,
      fc.array(fc.nat(400), { maxLength: 30 }),
      fc.constantFrom(undefined, 1, 7, 20),
      (texts, cuts, frameBytesMax) => {
        const whole = Buffer.from(texts.join(''));
        const places = [...new Set(cuts.filter((at) => at < whole.length))].toSorted(
          (a, b) => a - b,
        );
        const chunks = [...places, whole.length].map((at, index) =>
          whole.subarray(index === 0 ? 0 : places[index - 1], at),
        );
        const frames = split(chunks, frameBytesMax);
        expect(frames).toEqual(split([whole], frameBytesMax));
        expect(Buffer.concat(frames.map(({ bytes }) => bytes))).toEqual(whole);
      },
    ),
    { numRuns: 500 },
  );
});

test('frames say what the standard says: an oracle that reads the whole text at once', () => {
  fc.assert(
    fc.property(pieces, (texts) => {
      const text = Buffer.from(texts.join('')).toString();
      const events = split([Buffer.from(text)]).flatMap(({ event, data }) =>
        data === '' ? [] : [{ event, data }],
      );
      expect(events).toEqual(standardEvents(text));
    }),
    { numRuns: 500 },
  );
});

/** Line by line over the whole text, as the standard words it; the rest counts as an event too. */
function standardEvents(text: string) {
  const events: { event: string | null; data: string }[] = [];
  let event: string | null = null;
  let data: string[] = [];
  const lines = text.replace(/^\u{feff}/u, '').split(/\r\n|\n|\r/);
  for (const [at, line] of lines.entries()) {
    const [, field = line, value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'event') event = value === '' ? null : value;
    if (line !== '' && at < lines.length - 1) continue;
    if (data.join('\n') !== '') events.push({ event, data: data.join('\n') });
    event = null;
    data = [];
  }
  return events;
}

const told = (text: string, bytesMax?: number) =>
  new SseSplitter(bytesMax).push(Buffer.from(text)).map(resumptionIn);

test('ids and waits by the rules of the standard', () => {
  expect(told('id: 7\nretry: 50\ndata: x\n\n')).toEqual([{ id: '7', retryMs: 50 }]);
  expect(told('id:a:b\r\n\r\nid\r\n\r\n')).toEqual([
    { id: 'a:b', retryMs: null },
    { id: null, retryMs: null },
  ]);
});

test('what only looks like one is none', () => {
  expect(told('data: id: 7\nids: 8\nretry: soon\nretry: -1\n\n')).toEqual([
    { id: null, retryMs: null },
  ]);
  expect(told('id: a\0b\n\n')).toEqual([{ id: null, retryMs: null }]);
  expect(told('id: 123456\n\n', 5)[0]).toEqual({ id: null, retryMs: null });
});
