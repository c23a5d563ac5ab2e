const much = 20_000;
/** Nearly the maximum length of an answer (200,000 characters), with room for a few more words. */
const longest = 199_000;
const fill = (part: string, length = much) => part.repeat(Math.ceil(length / part.length));
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');
const within = (opening: string, count: number, closing: string) => `${opening.repeat(count)}a${closing.repeat(count)}`;

/** Nested so deeply that a tree walk or the browser's layout would overflow the stack. */
const deep = {
  quotes: `${'>'.repeat(2_500)}x`,
  'quotes, each with a space': `${'> '.repeat(2_500)}x`,
  'emphasis in emphasis': within('***', 1_500, '***'),
  'emphasis of both kinds': `${'*a _b '.repeat(600)}x${'_ c*'.repeat(600)}`,
  'strong words in struck ones': `${'**a ~~b '.repeat(400)}x${'~~ c**'.repeat(400)}`,
  'emphasis around quotation marks': `${'."*a'.repeat(900)}${'a*".'.repeat(900)}`,
  'lists in lists': lines(400, (n) => `${'  '.repeat(n)}- item ${n}`),
  'lists in one line': `${'- '.repeat(2_000)}x`,
  'numbers in one line': `${'1. '.repeat(2_000)}x`,
  'lists and quotes in turns': `${'> - '.repeat(1_500)}x`,
  'notes in notes': `${lines(1, () => '')}${'[^a]: '.repeat(1_500)}x`,
  'links in links': within('[', 2_000, '](https://example.com)'),
  'pictures in pictures': within('![', 2_000, '](https://example.com/x.png)'),
  brackets: within('[', 10_000, ']'),
  'emphasis in links': within('[*', 1_000, '*](https://example.com)'),
  'a table in a quote': `${'>'.repeat(1_000)}| a |\n${'>'.repeat(1_000)}| - |\n${'>'.repeat(1_000)}| ***b*** |`,
  'HTML in HTML': within('<div><b>', 3_000, '</b></div>'),
};

/** Short formulas, each of which crashes the page if the browser lays it out. */
const formulas = {
  roots: `$$${within('\\sqrt{', 200, '}')}$$`,
  'roots without braces': `$$${'\\sqrt'.repeat(700)}x$$`,
  fractions: `$$${'\\frac'.repeat(300)}12$$`,
  'fractions below fractions': `$$${within('\\frac{1}{', 300, '}')}$$`,
  'fractions of one digit': `$$${'\\frac1'.repeat(400)}2$$`,
  indices: `$$${within('x_{', 400, '}')}$$`,
  powers: `$${within('x^{', 150, '}')}$`,
  braces: `\\[${within('{', 1_500, '}')}\\]`,
  parentheses: `$$${within('\\left(', 300, '\\right)')}$$`,
  matrices: `$$${within('\\begin{matrix}', 120, '\\end{matrix}')}$$`,
  colours: `$$${'\\color{red}'.repeat(300)}x$$`,
  sizes: `$$${'\\large\\displaystyle'.repeat(150)}x$$`,
  'a block of code': `\`\`\`math\n${within('\\sqrt{', 800, '}')}\n\`\`\``,
};

/** So much of one thing that it is hard work for a parser or a page. */
const long = {
  'emphasised words': fill('*a* ', 60_000),
  'emphasis within words': fill('a*b', 60_000),
  'openings of emphasis': fill('*a _b ', 60_000),
  'ends of links': fill('](', 60_000),
  'openings of links': fill('[a](', 60_000),
  'openings of pictures': fill('![', 60_000),
  links: fill('[a](https://a.example) ', longest),
  'an address': `https://a.example/${'x'.repeat(99_000)} [a](https://a.example/${'x'.repeat(99_000)})`,
  addresses: fill('a@b.example www.a.example ', 60_000),
  notes: lines(1_500, (n) => `a[^${n}]\n\n[^${n}]: note\n`),
  'definitions of links': lines(1_500, (n) => `[a${n}]\n\n[a${n}]: https://a.example/${n}\n`),
  'definitions of one link': fill('[a]: b\n', 60_000),
  'a table of 10,000 cells': `|${' a |'.repeat(100)}\n|${'-|'.repeat(100)}\n${lines(100, () => `|${' b |'.repeat(100)}`)}`,
  'a wide table': `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n`,
  'half the head of a table': `| a |\n|-${' '.repeat(60_000)}x`,
  'one line': fill('word ', 1_000_000),
  'one word': 'w'.repeat(1_000_000),
  'short blocks': fill('a\n\n', 300_000),
  'short lines': fill('a\n', 60_000),
  'underlined lines': fill('=\n', 60_000),
  'signs of lists': fill('-\n', 60_000),
  'items of a list': fill('- a\n', 60_000),
  'lines behind a quote': `> a\n${fill('b\n', 60_000)}`,
  headings: fill('# a\n', 60_000),
  backticks: '`'.repeat(100_000),
  'backticks of many lengths': lines(400, (n) => '`'.repeat(n + 1)).replaceAll('\n', ' '),
  'signs of less': fill('<', 60_000),
  comments: fill('<!-- ', 60_000),
  'openings of formulas': fill('\\[', 60_000),
  dollars: fill('$ a$', 60_000),
  'formulas in a line': fill('$x_1$ ', 60_000),
  'formulas in blocks': fill('$x$\n\n', 60_000),
  'one line of code': `\`\`\`js\n${fill('a+', longest)}\n\`\`\``,
  'lines of code': `\`\`\`js\n${fill('a();\n', longest)}`,
  blanks: `a${' '.repeat(100_000)}b`,
};

/** Answers that must not overflow, crash or freeze the page, by their content. */
export const heavyAnswers: Readonly<Record<string, string>> = { ...deep, ...formulas, ...long };

/** The answers that broke a page or came closest to it. */
export const deepestAnswers: Readonly<Record<string, string>> = { ...deep, ...formulas };
