/**
 * A number as English readers write it: 1,234 and 1,234.50.
 *
 * It is what `toLocaleString('en')` gives, without the tables of all languages: to load those takes longer than
 * `tripwire status` takes for everything else.
 */

const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** With exactly so many decimal places; halves are rounded away from zero. */
export function groupedNumber(value: number, places = 0): string {
  const written = WRITTEN.exec(String(value));
  if (written === null) return String(value);
  const [, sign = '', first = '', rest = '', exponent = '0'] = written;
  const point = first.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, -point))}${first}${rest}`.padEnd(point, '0');
  const whole = digits.slice(0, Math.max(0, point));
  const fraction = digits.slice(Math.max(0, point));
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  const rounded = (fraction[places] ?? '0') >= '5' ? kept + 1n : kept;
  const shown = String(rounded).padStart(places + 1, '0');
  const grouped = shown.slice(0, shown.length - places).replace(THOUSANDS, ',');
  return `${sign}${grouped}${places === 0 ? '' : `.${shown.slice(-places)}`}`;
}
