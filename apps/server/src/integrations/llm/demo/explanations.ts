/** The few topics that the demo can explain by itself; the first one is its example of a complex topic. */
export const explanations: readonly { about: RegExp; text: string }[] = [
  {
    about: /\bcompound interest\b/,
    text: `### Compound interest

**In one sentence:** you earn interest on your interest, so money grows faster the longer it stays.

**In plain words:** a snowball that rolls downhill picks up snow on its whole surface. The bigger it is, the more it picks up with each turn.

**As a formula:** $A = P\\,(1 + r)^n$, with the start $P$, the yearly rate $r$ and $n$ years.

**An example:** 1,000 at 5 % a year

| Year | Simple interest | Compound interest |
| ---: | ---: | ---: |
| 1 | 1,050.00 | 1,050.00 |
| 10 | 1,500.00 | 1,628.89 |
| 30 | 2,500.00 | 4,321.94 |

**Remember:** time matters more than the rate. Dividing 72 by the rate in percent gives about the years to double.`,
  },
  {
    about: /\brecursion|recursive\b/,
    text: `### Recursion

**In one sentence:** a function solves a problem by calling itself with a smaller one, until the problem is so small that the answer is known.

\`\`\`ts
function factorial(n: number): number {
  if (n <= 1) return 1; // small enough: the answer is known
  return n * factorial(n - 1); // a smaller problem of the same kind
}
\`\`\`

**An everyday picture:** you stand in a queue and want to know your place. You ask the person in front, who asks the next one, until the first says “one”. Then the answers come back, each with one added.

**Two rules:** there must be an end, and every call must come closer to it.`,
  },
  {
    about: /\bphotosynthesis\b/,
    text: `### Photosynthesis

**In one sentence:** plants turn light, water and carbon dioxide into sugar and oxygen.

$$6\\,CO_2 + 6\\,H_2O \\rightarrow C_6H_{12}O_6 + 6\\,O_2$$

1. **Light** hits chlorophyll in the leaves and splits water. Oxygen is left over, which we breathe.
2. The energy is stored in small carriers, like charged batteries.
3. With them the plant builds **sugar** from carbon dioxide, its food and building material.

**A picture:** a solar panel (step 1), a battery (step 2) and a bakery (step 3) in one leaf.`,
  },
  {
    about: /\bquantum (?:comput|entangle|mechanic|physic|bit)|\bsuperposition\b|\bqubits?\b|\bentanglement\b/,
    text: `### Quantum computing, gently

**In one sentence:** a quantum computer calculates with states that are several possibilities at once and makes the wrong ones cancel out.

- A **bit** is a coin on the table: heads or tails.
- A **qubit** is a coin that still spins: $\\alpha\\lvert 0\\rangle + \\beta\\lvert 1\\rangle$. Looking at it stops the coin.
- **Entangled** coins land in step, however far apart they are.
- An **algorithm** lets waves of possibilities overlap, so that right answers grow and wrong ones fade before anybody looks.

**What it is not:** a faster computer for everything. It helps with a few kinds of problems, such as factoring numbers or simulating molecules.`,
  },
  {
    about: /\b(?:machine learning|neural network|deep learning|language model|llms?)\b/,
    text: `### How a language model works

**In one sentence:** it has read a great deal of text and has learned to say which word probably comes next.

1. **Text becomes numbers.** Words are cut into *tokens*, each with a list of numbers for its meaning.
2. **Layers weigh context.** In “the bank of the river”, *river* tells the model which *bank* is meant. This is called attention.
3. **One token at a time.** The model picks a likely next token, adds it and starts again. That is why answers stream.
4. **Training** means guessing billions of words, and after each wrong guess turning billions of small knobs a little.

**Keep in mind:** likely is not the same as true. Check what matters.`,
  },
  {
    about: /\b(?:https|tls|ssl|encryption)\b/,
    text: `### HTTPS

**In one sentence:** HTTPS puts a web page into a sealed envelope that only your browser and the right server can open.

1. The server shows a **certificate**: an identity card, signed by somebody your browser trusts.
2. Both sides agree on a **secret key**, in a way that listeners cannot follow.
3. Everything after that is **encrypted and checked** with this key: nobody on the way can read or change it.

**What it does not do:** it does not say that the people behind a site are honest, only that you really talk to that site.`,
  },
];
