/** Numbers as people read them. */
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

export function count(value: number): string {
  return value < 100_000 ? whole.format(value) : short.format(value);
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** With the word in one or many. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
