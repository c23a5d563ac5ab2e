/** The program for "12 * (3 + 4)", "what is 17% of 250?" or "7 times 8", and the sum as the answer shows it; null for other questions. */
export function sumIn(plain: string): { program: string; shown: string } | null {
  const expression = expressionIn(plain);
  const program = expression && programOf(expression.replace(/% of\b/g, '/ 100 *'));
  if (!expression || !program) return null;
  return {
    program,
    shown: expression
      .replace(/\*/g, '×')
      .replace(/\s*([×/+^])\s*/g, ' $1 ')
      .replace(/ ?% of/g, '% of'),
  };
}

/** A sum and its result as Markdown. */
export function sumText(shown: string, result: string): string {
  const text = /^-?\d+$/.test(result) ? BigInt(result).toLocaleString('en-US') : decimal(Number(result));
  return text === null
    ? `**${shown}** has no finite result: it divides by zero or is too large to write down.`
    : `**${shown} = ${text}**`;
}

const decimal = (value: number): string | null =>
  Number.isFinite(value) ? Number(value.toPrecision(12)).toLocaleString('en-US', { maximumFractionDigits: 10 }) : null;

/** In English and German. */
const beginning =
  /^(?:please |hey |so )*(?:what(?:'s| is| are)|how much (?:is|are)|calculate|compute|evaluate|solve|work out|(?:was|wie ?viel) (?:ist|sind|ergibt)|berechne)\b:? ?/;

function expressionIn(plain: string): string | null {
  if (plain.length > 200) return null;
  const expression = withPlainNumbers(plain.replace(beginning, '').replace(/ ?=$/, ''))
    .replace(/\bplus\b/g, '+')
    .replace(/\b(?:minus|weniger)\b|[−–]/g, '-')
    .replace(/\b(?:times|multiplied by|mal)\b|[×·]|(?<=[\d)]) ?x ?(?=[\d(])/g, '*')
    .replace(/\b(?:divided by|over|geteilt durch|durch)\b|[÷]/g, '/')
    .replace(/\b(?:to the power of|hoch)\b|\*\*/g, '^')
    .replace(/\bsquared\b/g, '^ 2')
    .replace(/\bcubed\b/g, '^ 3')
    .replace(/(?:the )?square root of |(?:die )?wurzel (?:aus|von) /g, 'sqrt ')
    .replace(/(?:%|\b(?:percent|prozent)) (?:of|von)\b/g, '% of')
    .trim();
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(expression)) return null;
  const calculable = /^(?:sqrt|% of\b|[\d\s.+\-*/^%()])+$/.test(expression);
  return calculable && /\d/.test(expression) && /[-+*/^%]|sqrt/.test(expression) ? expression : null;
}

/** Numbers without marks between thousands and with a point before decimals: "3,480", and "3.480,50" or "12,5" as Germans write them. */
function withPlainNumbers(text: string): string {
  const isGerman = /\d,(?!\d{3}(?!\d))\d/.test(text) || /\b(?:von|mal|durch|hoch|prozent)\b/.test(text);
  return isGerman
    ? text.replace(/(\d)\.(?=\d{3}(?!\d))/g, '$1').replace(/(\d),(?=\d)/g, '$1.')
    : text.replace(/(\d),(?=\d{3}\b)/g, '$1');
}

const tokenPattern = /\d+(?:\.\d+)?|\.\d+|sqrt|[-+*/^%()]|\S/g;
const isNumber = (token: string | undefined): boolean => /^[\d.]/.test(token ?? '');

/** An expression with + - * / % ^, sqrt and parentheses in JavaScript; null if it is not complete. */
function programOf(expression: string): string | null {
  const tokens = expression.match(tokenPattern) ?? [];
  const written: string[] = [];
  let depth = 0;
  let needsValue = true;
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (isNumber(token)) {
      if (!needsValue) return null;
      needsValue = false;
      written.push(token.replace(/^0+(?=\d)/, ''));
    } else if (token === 'sqrt') {
      if (!needsValue || (next !== '(' && !isNumber(next))) return null;
      // The number after it is the whole of what it is taken from.
      written.push(next === '(' ? 'Math.sqrt' : 'Math.sqrt(');
      continue;
    } else if (token === '(' || token === ')') {
      if (needsValue !== (token === '(')) return null;
      depth += token === '(' ? 1 : -1;
      if (depth < 0) return null;
      written.push(token);
    } else if (needsValue) {
      if (token !== '-' && token !== '+') return null;
      // JavaScript has no -2 ** 2, which means -(2 ** 2).
      if (tokens[at + 2] === '^') return null;
      written.push(token);
      continue;
    } else {
      needsValue = true;
      written.push(token === '^' ? ' ** ' : ` ${token} `);
      continue;
    }
    if (isNumber(token) && tokens[at - 1] === 'sqrt') written.push(')');
  }
  return depth === 0 && !needsValue ? written.join('') : null;
}

/** The multiplication table of a number; null when the question asks for none. */
export function multiplicationTable(plain: string): string | null {
  const asked = /\b(?:multiplication|times) table (?:of|for) (\d{1,4})\b|\b(\d{1,4}) times table\b/.exec(plain);
  if (!asked) return null;
  const factor = Number(asked[1] ?? asked[2]);
  const rows = Array.from({ length: 10 }, (_, index) => `| ${index + 1} × ${factor} | ${(index + 1) * factor} |`);
  return `| Product | Result |\n| ---: | ---: |\n${rows.join('\n')}`;
}
