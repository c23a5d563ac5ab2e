import { stripVTControlCharacters } from 'node:util';

const linesOfMessage = 12;

/**
 * A failed test as it is named before the closing line of `npm test`.
 * @param name what failed: the file and the titles above the test
 * @param message what the test runner says of it; its colours, the stack frames of packages, and all but 12 lines are left out
 */
export function describeFailure(name: string, message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'))
    .slice(0, linesOfMessage);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}
