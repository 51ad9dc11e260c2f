/**
 * How often a prompt asks for something: "restart it 16 times", "print 20 copies", "twenty times".
 *
 * A number alone is no wish to see things repeated: "the 12 failing tests" and "in 9 steps" are in every other prompt, and
 * whoever loops under such a prompt loops all the same. So the prompt must speak of repeating, too.
 *
 * The patterns are made when a prompt is read: they know the letters of all alphabets, which takes long, and most processes
 * that load this read none.
 */

/** A whole number with a word behind it. What has a sign, a point or a letter joined to it is a version, a time, a name. */
const count = () =>
  /(?<![\p{Lu}\p{Ll}\p{N}\p{S}_.,:/#&%@'"-])\d{1,3}(?=\s\p{L}{2}|\s?x\b|[\p{Lo}×])/gu;
/**
 * Words of repeating, in the languages that people write most prompts in. Written as patterns and not put together: each prompt
 * is looked at, and then only what was written is compiled once.
 */
const repeating: readonly (() => RegExp)[] = [
  () =>
    /\b(?:times|repeat(?:ed|edly|ing|s)?|repetitions?|rerun|runs|rounds|trials|copies|samples)\b/iu,
  () => /\b(?:one|each|every|per|a) (?:run|round|trial|sample|repetition)\b/iu,
  // Who wants to know how far figures lie apart wants more than one of them.
  () => /\b(?:medians?|percentiles?|quartiles?|standard deviation|stddev|variance)\b/iu,
  () => /\b\d+\s?x\b|×/iu,
  () => /\b(?:mal|wiederhol\p{L}*|durchläufe|kopien|stück|fois|répét\p{L}*|copies|exemplaires)\b/iu,
  () =>
    /\b(?:veces|repit\p{L}*|repet\p{L}*|copias|vezes|cópias|volte|ripet\p{L}*|copie|keer|herhaal\p{L}*|razy|kez|kere)\b/iu,
  () => /(?<!\p{L})(?:раза?|повтор\p{L}*)(?!\p{L})/iu,
  () => /[次遍份回]|繰り返|重复|번|반복/iu,
];
/** Numbers that people write out. */
const NUMBERS = [
  'four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, dozen 12',
  'fifteen 15, twenty 20, thirty 30, forty 40, fifty 50, hundred 100',
  'vier 4, fünf 5, sechs 6, sieben 7, acht 8, neun 9, zehn 10, zwölf 12, zwanzig 20',
  'quatre 4, cinq 5, sept 7, huit 8, neuf 9, dix 10, douze 12, quinze 15, vingt 20',
  'cuatro 4, cinco 5, seis 6, siete 7, ocho 8, nueve 9, diez 10, doce 12, veinte 20',
].flatMap((language) => language.split(', '));
const WRITTEN: Readonly<Record<string, number>> = Object.fromEntries(
  NUMBERS.map((entry) => {
    const [word = '', number = ''] = entry.split(' ');
    return [word, Number(number)];
  }),
);
/** "Two dozen" is more than a dozen. */
const FACTORS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 };
/** What a written number counts, right behind it: "the twelve failing tests" are no wish. */
const written = () =>
  new RegExp(
    String.raw`(?<!\p{L})(?:(${Object.keys(FACTORS).join('|')})\s)?(${Object.keys(WRITTEN).join('|')})(?:\s?(?:times|more times|repetitions|repeats|runs|rounds|trials|copies|samples|mal|fois|veces)(?!\p{L}))`,
    'giu',
  );
/** Fewer repeats are nobody's loop, and of more than these a person may say so. */
const COUNT_MIN = 4;
const COUNT_MAX = 100;
const CHARACTERS_READ = 4_096;

/** The largest number of times or things that a prompt wants repeated; 0 for none. */
export function askedCount(prompt: string): number {
  const text = prompt.slice(0, CHARACTERS_READ);
  if (!repeating.some((pattern) => pattern().test(text))) return 0;
  let largest = 0;
  for (const [digits] of text.matchAll(count())) {
    const times = Number(digits);
    if (times <= COUNT_MAX) largest = Math.max(largest, times);
  }
  for (const [, factor = '', number = ''] of text.matchAll(written())) {
    const times = (FACTORS[factor.toLowerCase()] ?? 1) * (WRITTEN[number.toLowerCase()] ?? 0);
    if (times <= COUNT_MAX) largest = Math.max(largest, times);
  }
  return largest >= COUNT_MIN ? largest : 0;
}
