import type { DemoTopic } from './conversation.ts';

type Sample = { about: RegExp; title: string; ts: string; python: string };

const asksForSome = /\b(?:write|show|give|create|make|generate|need|implement|example)\b/;
const asksForCode =
  /\b(?:code|function|script|snippet|sql query|regex|algorithm|program (?:that|to|which|for)|fizz ?buzz|fibonacci|palindrome|factorial)\b/;
const languages =
  /\b(?:(?:in|some) )?(python|typescript|javascript|js|ts|sql|html|css|bash|shell|rust|golang|java|ruby|php|kotlin|swift)\b|\b(c\+\+|c#)|\bin (go)\b/;

/** Small programs on request, in TypeScript or Python; SQL, HTML and shell have one example each. */
export const codeSamples: DemoTopic = ({ plain }) => {
  const language = languages.exec(plain)?.slice(1).find(Boolean) ?? null;
  if (!asksForSome.test(plain) || !(asksForCode.test(plain) || language)) return null;
  const only = onlySample[language ?? ''];
  if (only) return only;
  const known = samples.find(({ about }) => about.test(plain));
  const sample = known ?? wordCount;
  const [name, block, code] =
    language === 'python' ? ['Python', 'python', sample.python] : ['TypeScript', 'ts', sample.ts];
  const otherwise = language && !speaks.test(language) ? ` (the demo knows no ${language})` : '';
  const opening = known
    ? `Here is **${sample.title}** in ${name}${otherwise}:`
    : `The demo has only a few prepared programs, and yours is not among them. Here is one of them, **${sample.title}** in ${name}${otherwise}:`;
  const others = samples.map(({ title }) => title).join(', ');
  return `${opening}\n\n\`\`\`${block}\n${code}\n\`\`\`\n\nPrepared programs: ${others}.`;
};

const speaks = /^(?:python|typescript|javascript|js|ts)$/;

const wordCount: Sample = {
  about: /\b(?:count|counts|frequency)\b.*\bwords?\b|\bword ?count/,
  title: 'a word counter',
  ts: `export function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/\\p{L}+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

console.log(countWords('the sea and the sky')); // Map { 'the' => 2, 'sea' => 1, … }`,
  python: `from collections import Counter
import re


def count_words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[^\\W\\d_]+", text.lower()))


print(count_words("the sea and the sky"))  # Counter({'the': 2, …})`,
};

const samples: readonly Sample[] = [
  {
    about: /\bpalindrome/,
    title: 'a palindrome check',
    ts: `export function isPalindrome(text: string): boolean {
  const letters = text.toLowerCase().match(/[\\p{L}\\p{N}]/gu) ?? [];
  return letters.every((letter, index) => letter === letters[letters.length - 1 - index]);
}

console.log(isPalindrome('Was it a car or a cat I saw?')); // true`,
    python: `def is_palindrome(text: str) -> bool:
    letters = [c for c in text.lower() if c.isalnum()]
    return letters == letters[::-1]


print(is_palindrome("Was it a car or a cat I saw?"))  # True`,
  },
  {
    about: /\bfizz ?buzz\b/,
    title: 'FizzBuzz',
    ts: `for (let n = 1; n <= 100; n++) {
  const word = (n % 3 === 0 ? 'Fizz' : '') + (n % 5 === 0 ? 'Buzz' : '');
  console.log(word || n);
}`,
    python: `for n in range(1, 101):
    word = ("Fizz" if n % 3 == 0 else "") + ("Buzz" if n % 5 == 0 else "")
    print(word or n)`,
  },
  {
    about: /\bfibonacci\b/,
    title: 'Fibonacci numbers',
    ts: `export function* fibonacci(): Generator<bigint> {
  let [a, b] = [0n, 1n];
  for (;;) {
    yield a;
    [a, b] = [b, a + b];
  }
}

for (const n of fibonacci()) {
  if (n > 1000n) break;
  console.log(n);
}`,
    python: `def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


for n in fibonacci():
    if n > 1000:
        break
    print(n)`,
  },
  {
    about: /\bfactorial\b/,
    title: 'a factorial',
    ts: `export const factorial = (n: number): bigint => (n <= 1 ? 1n : BigInt(n) * factorial(n - 1));

console.log(factorial(25)); // 15511210043330985984000000n`,
    python: `from math import prod


def factorial(n: int) -> int:
    return prod(range(2, n + 1))


print(factorial(25))  # 15511210043330985984000000`,
  },
  {
    about: /\bsort|sorting\b/,
    title: 'a merge sort',
    ts: `export function mergeSort(items: readonly number[]): number[] {
  if (items.length < 2) return [...items];
  const middle = items.length >> 1;
  const left = mergeSort(items.slice(0, middle));
  const right = mergeSort(items.slice(middle));
  const sorted: number[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) sorted.push(left[i]! <= right[j]! ? left[i++]! : right[j++]!);
  return [...sorted, ...left.slice(i), ...right.slice(j)];
}

console.log(mergeSort([15, 4, 42, 8])); // [4, 8, 15, 42]`,
    python: `from heapq import merge


def merge_sort(items: list[int]) -> list[int]:
    if len(items) < 2:
        return items[:]
    middle = len(items) // 2
    return list(merge(merge_sort(items[:middle]), merge_sort(items[middle:])))


print(merge_sort([15, 4, 42, 8]))  # [4, 8, 15, 42]`,
  },
  {
    about: /\b(?:fetch|http|request|api|download)\b/,
    title: 'a web request',
    ts: `const response = await fetch('https://example.com/data.json', { signal: AbortSignal.timeout(5_000) });
if (!response.ok) throw new Error(\`The server answered \${response.status}\`);
console.log(await response.json());`,
    python: `import json
from urllib.request import urlopen

with urlopen("https://example.com/data.json", timeout=5) as response:
    print(json.load(response))`,
  },
  wordCount,
];

const sql = `This query finds the ten customers who spent most this year:

\`\`\`sql
SELECT customers.name, SUM(orders.total) AS spent
FROM customers
JOIN orders ON orders.customer_id = customers.id
WHERE orders.created_at >= DATE '2026-01-01'
GROUP BY customers.id, customers.name
ORDER BY spent DESC
LIMIT 10;
\`\`\`

An index on \`orders (created_at, customer_id)\` keeps it fast.`;

const html = `A small page that is readable on every screen:

\`\`\`html
<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Hello</title>
  <style>
    body { font: 1rem/1.6 system-ui; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
  </style>
  <h1>Hello</h1>
  <p>One page, no build step.</p>
</html>
\`\`\``;

const bash = `This script prints the ten largest files below a folder:

\`\`\`bash
#!/usr/bin/env bash
set -euo pipefail
find "\${1:-.}" -type f -printf '%s\\t%p\\n' | sort -rn | head -n 10 | numfmt --field=1 --to=iec
\`\`\``;

const onlySample: Record<string, string | undefined> = { sql, html, css: html, bash, shell: bash };
