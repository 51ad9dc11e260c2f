/** The labels of an axis: none stands at two places, as it would where values between whole numbers are rounded. */
export function axisLabels(
  values: readonly number[],
  format: (value: number) => string,
): readonly string[] {
  const labels = values.map(format);
  if (new Set(labels).size === labels.length) return labels;
  return values.map((value, index) => (Number.isInteger(value) ? (labels[index] ?? '') : ''));
}
