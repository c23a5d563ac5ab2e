/** Whether the last digit of a card number fits the others: https://en.wikipedia.org/wiki/Luhn_algorithm. `number` is digits only. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [at, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
