const raised: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((sign, digit) => [String(digit), sign])),
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
};
const lowered: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'₀₁₂₃₄₅₆₇₈₉'].map((sign, digit) => [String(digit), sign])),
  '+': '₊',
  '-': '₋',
  '−': '₋',
  '(': '₍',
  ')': '₎',
};

/**
 * A text that is higher or lower than the line, in the characters for that: 10 to the 6th must not read as 106. A text that has others,
 * such as "th", stays as it is.
 */
export function shiftedText(text: string, direction: 'up' | 'down'): string {
  const signs = direction === 'up' ? raised : lowered;
  const shifted = [...text].map((sign) => (sign.trim() === '' ? sign : signs[sign]));
  return shifted.includes(undefined) ? text : shifted.join('');
}
