import type { DemoTopic } from './conversation.ts';

/** Everything an answer can look like, in one answer. */
export const markdownSample: DemoTopic = ({ plain }) =>
  /\b(?:show|test|demo|example|sample)\b.*\b(?:markdown|formatting|maths?|latex|everything)\b/.test(plain)
    ? sample
    : null;

const sample = `## What answers can look like

Text can be **bold**, *italic*, ~~struck out~~ or \`code\`, and carry a [link](https://example.com).

1. A numbered list
   - with a list inside
   - and another entry
2. and a second point

> A quotation stands a little apart.

| Left | Centre | Right |
| :--- | :---: | ---: |
| apples | fresh | 12 |
| pears | ripe | 7 |

\`\`\`ts
const greet = (name: string) => \`Hello, \${name}!\`;
\`\`\`

Mathematics in a line, $e^{i\\pi} + 1 = 0$, or by itself:

$$\\int_0^1 x^2\\,dx = \\frac{1}{3}$$

- [x] a task that is done
- [ ] and one that is not`;
