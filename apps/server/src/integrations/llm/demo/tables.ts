import { type DemoTopic, quote } from './conversation.ts';

/** Tables on request: a few the demo knows, multiplication tables, and the frame of a comparison. */
export const tables: DemoTopic = ({ question, plain }) => {
  const times = /\b(?:multiplication|times) table (?:of|for) (\d{1,4})\b|\b(\d{1,4}) times table\b/.exec(plain);
  if (times) return multiplication(Number(times[1] ?? times[2]));
  if (!/\b(?:table|compare|comparison|versus|vs)\b/.test(plain)) return null;
  const known = knownTables.find(({ about }) => about.test(plain));
  if (known) return known.text;
  const sides =
    /\b(?:compare|comparing|comparison of|between|of)\s+(.{2,40}?)\s+(?:and|with|to|versus|vs\.?)\s+([^.?!\n]{2,40})/i.exec(
      question,
    );
  if (sides?.[1] && sides[2]) return comparison(quote(sides[1], 40), quote(sides[2], 40));
  return /\b(?:make|show|give|create|draw|write|as a)\b.*\btable\b/.test(plain)
    ? `Here is a table; the demo also knows tables of **planets**, **HTTP status codes** and **multiplication** (“times table for 7”).\n\n${planets}`
    : null;
};

function multiplication(factor: number): string {
  const rows = Array.from({ length: 10 }, (_, index) => `| ${index + 1} × ${factor} | ${(index + 1) * factor} |`);
  return `| Product | Result |\n| ---: | ---: |\n${rows.join('\n')}`;
}

function comparison(left: string, right: string): string {
  return `The demo knows no facts about these two, but here is a frame to decide with:

| | ${left} | ${right} |
| --- | --- | --- |
| What it is for | | |
| Costs, first year | | |
| Costs, each year after | | |
| Easy to learn | | |
| Hardest limit | | |
| Way out again | | |

Fill it in, then strike every row in which both are equal. What is left decides.`;
}

const planets = `| Planet | Distance from the Sun (million km) | Length of a year | Known moons |
| --- | ---: | --- | ---: |
| Mercury | 58 | 88 days | 0 |
| Venus | 108 | 225 days | 0 |
| Earth | 150 | 365 days | 1 |
| Mars | 228 | 687 days | 2 |
| Jupiter | 778 | 12 years | 97 |
| Saturn | 1,432 | 29 years | 274 |
| Uranus | 2,867 | 84 years | 29 |
| Neptune | 4,515 | 165 years | 16 |`;

const knownTables: readonly { about: RegExp; text: string }[] = [
  { about: /\bplanets?\b|\bsolar system\b/, text: `The planets, from the Sun outwards:\n\n${planets}` },
  {
    about: /\bhttp\b|\bstatus codes?\b/,
    text: `| Code | Name | Meaning |
| ---: | --- | --- |
| 200 | OK | here it is |
| 201 | Created | made, and here it is |
| 301 | Moved Permanently | look there from now on |
| 304 | Not Modified | what you have is still good |
| 400 | Bad Request | this cannot be understood |
| 401 | Unauthorized | sign in first |
| 403 | Forbidden | not for you |
| 404 | Not Found | there is nothing here |
| 429 | Too Many Requests | wait a little |
| 500 | Internal Server Error | our fault |
| 503 | Service Unavailable | not now |`,
  },
];
