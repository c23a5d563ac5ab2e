/** The result of "12 * (3 + 4)", "what is 17% of 250?" or "7 times 8" as markdown; null for anything else. */
export function arithmetic(plain: string): string | null {
  const shown = expressionIn(plain);
  if (!shown) return null;
  const value = evaluate(shown.replace(/% of\b/g, '/ 100 *'));
  if (value === null) return null;
  const text = shown.replace(/\*/g, '×').replace(/\s*([×/+^])\s*/g, ' $1 ');
  return Number.isFinite(value)
    ? `**${text} = ${format(value)}**`
    : `**${text}** has no finite result: it divides by zero or is too large to write down.`;
}

function expressionIn(plain: string): string | null {
  if (plain.length > 200) return null;
  const expression = plain
    .replace(
      /^(?:please |hey |so )*(?:what(?:'s| is| are)|how much (?:is|are)|calculate|compute|evaluate|solve|work out)\b:? ?/,
      '',
    )
    .replace(/ ?=$/, '')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\bplus\b/g, '+')
    .replace(/\bminus\b|[−–]/g, '-')
    .replace(/\b(?:times|multiplied by)\b|[×·]|(?<=[\d)]) ?x ?(?=[\d(])/g, '*')
    .replace(/\b(?:divided by|over)\b|[÷]/g, '/')
    .replace(/\b(?:to the power of)\b|\*\*/g, '^')
    .replace(/\bsquared\b/g, '^ 2')
    .replace(/\bcubed\b/g, '^ 3')
    .replace(/(?:the )?square root of /g, 'sqrt ')
    .replace(/\bpercent of\b/g, '% of')
    .trim();
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(expression)) return null;
  const calculable = /^(?:sqrt|% of\b|[\d\s.+\-*/^%()])+$/.test(expression);
  return calculable && /\d/.test(expression) && /[-+*/^%]|sqrt/.test(expression) ? expression : null;
}

/** The value of an expression with + - * / % ^, sqrt and parentheses; null when it is invalid. */
export function evaluate(expression: string): number | null {
  const tokens = expression.match(/\d+(?:\.\d+)?|\.\d+|sqrt|[-+*/^%()]|\S/g) ?? [];
  let at = 0;
  let wrong = false;
  const accept = (...choices: string[]) => (choices.includes(tokens[at] ?? '') ? tokens[at++] : undefined);

  function sum(): number {
    let value = product();
    for (let sign = accept('+', '-'); sign; sign = accept('+', '-')) value += sign === '+' ? product() : -product();
    return value;
  }
  function product(): number {
    let value = signed();
    for (let sign = accept('*', '/', '%'); sign; sign = accept('*', '/', '%')) {
      const right = signed();
      value = sign === '*' ? value * right : sign === '/' ? value / right : value % right;
    }
    return value;
  }
  function signed(): number {
    if (accept('-')) return -signed();
    if (accept('+')) return signed();
    const base = atom();
    return accept('^') ? base ** signed() : base;
  }
  function atom(): number {
    if (accept('sqrt')) return Math.sqrt(atom());
    if (accept('(')) {
      const value = sum();
      if (!accept(')')) wrong = true;
      return value;
    }
    const token = tokens[at++];
    const value = Number(token);
    if (token === undefined || Number.isNaN(value)) wrong = true;
    return value;
  }

  const value = sum();
  return wrong || at < tokens.length ? null : value;
}

const format = (value: number): string =>
  Number(value.toPrecision(12)).toLocaleString('en-US', { maximumFractionDigits: 10 });

/** The multiplication table of a number; null when the question asks for none. */
export function multiplicationTable(plain: string): string | null {
  const asked = /\b(?:multiplication|times) table (?:of|for) (\d{1,4})\b|\b(\d{1,4}) times table\b/.exec(plain);
  if (!asked) return null;
  const factor = Number(asked[1] ?? asked[2]);
  const rows = Array.from({ length: 10 }, (_, index) => `| ${index + 1} × ${factor} | ${(index + 1) * factor} |`);
  return `| Product | Result |\n| ---: | ---: |\n${rows.join('\n')}`;
}
