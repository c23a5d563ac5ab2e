import type { DocumentKind } from '@noek/contract/documents/kinds';
import { maxDocumentTitleLength } from '@noek/contract/documents/limits';
import type { AskedDocument, Language } from './asked-document.ts';

export type WrittenDocument = { title: string; kind: DocumentKind; content: string };

/** What a document of a kind is called without a topic, and what is said of it after it was written. */
const names: Record<DocumentKind, Record<Language, { title: string; what: string }>> = {
  html: {
    en: { title: 'A small web page', what: 'a web page with a checklist that works' },
    de: { title: 'Eine kleine Webseite', what: 'eine Webseite mit einer Liste zum Abhaken' },
  },
  svg: { en: { title: 'A drawing', what: 'a drawing' }, de: { title: 'Eine Zeichnung', what: 'eine Zeichnung' } },
  mermaid: {
    en: { title: 'A diagram', what: 'a diagram of the steps' },
    de: { title: 'Ein Diagramm', what: 'ein Diagramm der Schritte' },
  },
  markdown: {
    en: { title: 'A letter', what: 'a letter to fill in' },
    de: { title: 'Ein Brief', what: 'ein Brief zum Ausfüllen' },
  },
  csv: {
    en: { title: 'A table', what: 'a table with amounts to fill in' },
    de: { title: 'Eine Tabelle', what: 'eine Tabelle mit Beträgen zum Ausfüllen' },
  },
  react: {
    en: { title: 'A counter', what: 'a counter in React' },
    de: { title: 'Ein Zähler', what: 'ein Zähler in React' },
  },
  javascript: {
    en: { title: 'Prime numbers', what: 'a program that finds prime numbers' },
    de: { title: 'Primzahlen', what: 'ein Programm, das Primzahlen findet' },
  },
  python: {
    en: { title: 'Savings', what: 'a program that works out how savings grow' },
    de: { title: 'Erspartes', what: 'ein Programm, das ausrechnet, wie Erspartes wächst' },
  },
};

/** What is said of a document of this kind: "a letter to fill in". */
export const describedKind = ({ kind, language }: AskedDocument): string => names[kind][language].what;

/** The document that the demo writes for a question: the same for the same words. */
export function writtenDocument({ kind, topic, language }: AskedDocument): WrittenDocument {
  const title = capitalized(topic ?? names[kind][language].title).slice(0, maxDocumentTitleLength);
  return { title, kind, content: contents[kind](title, language) };
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const inHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
/** Marks of Mermaid's own language are written as numbers. */
const inMermaid = (text: string): string => text.replace(/[^\p{L}\p{N} ,.'-]/gu, (mark) => `#${mark.codePointAt(0)};`);
const inCode = (text: string): string => JSON.stringify(text);

const contents: Record<DocumentKind, (title: string, language: Language) => string> = {
  html(title, language) {
    const t =
      language === 'de'
        ? {
            lead: 'Das Wichtigste auf einer Seite.',
            next: 'Nächste Schritte',
            done: 'erledigt',
            steps: ['Sammeln, was bekannt ist', 'Das Wichtigste zuerst aufschreiben', 'Jemanden lesen lassen'],
          }
        : {
            lead: 'The most important things on one page.',
            next: 'Next steps',
            done: 'done',
            steps: ['Collect what is known', 'Write the most important things first', 'Let somebody read it'],
          };
    const items = t.steps.map((step) => `        <li><label><input type="checkbox" /> ${step}</label></li>`).join('\n');
    return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${inHtml(title)}</title>
    <style>
      :root { color-scheme: light dark; }
      body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
      h1 { line-height: 1.2; }
      ul { list-style: none; padding: 0; }
      li { padding: 0.25rem 0; }
      li:has(:checked) { opacity: 0.6; text-decoration: line-through; }
    </style>
  </head>
  <body>
    <h1>${inHtml(title)}</h1>
    <p>${t.lead}</p>
    <section>
      <h2>${t.next}</h2>
      <ul>
${items}
      </ul>
      <p><output>0</output> / ${t.steps.length} ${t.done}</p>
    </section>
    <script>
      const boxes = [...document.querySelectorAll('input')];
      document.addEventListener('change', () => {
        document.querySelector('output').textContent = boxes.filter((box) => box.checked).length;
      });
    </script>
  </body>
</html>
`;
  },
  svg: (title) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400" role="img">
  <title>${inHtml(title)}</title>
  <rect width="640" height="400" fill="#dbeafe" />
  <circle cx="520" cy="90" r="48" fill="#fbbf24" />
  <path d="M0 300 Q160 220 320 300 T640 290 V400 H0 Z" fill="#86a873" />
  <path d="M0 340 Q200 280 400 340 T640 330 V400 H0 Z" fill="#5b8259" />
  <g>
    <rect x="140" y="230" width="120" height="90" fill="#fdf6e3" />
    <path d="M125 232 L200 170 L275 232 Z" fill="#b45343" />
    <rect x="185" y="270" width="30" height="50" fill="#7c5c46" />
    <rect x="152" y="250" width="22" height="22" fill="#93c5fd" />
  </g>
  <g>
    <rect x="420" y="240" width="18" height="80" fill="#7c5c46" />
    <circle cx="429" cy="215" r="46" fill="#4d7c54" />
  </g>
  <text x="320" y="380" text-anchor="middle" font-family="system-ui, sans-serif" font-size="24" fill="#fff">${inHtml(title)}</text>
</svg>
`,
  mermaid(title, language) {
    const t =
      language === 'de'
        ? [
            'Sammeln, was bekannt ist',
            'Reicht das?',
            'Ja',
            'Nein',
            'Nachfragen',
            'Entscheiden',
            'Aufschreiben, was daraus wird',
          ]
        : ['Collect what is known', 'Is it enough?', 'Yes', 'No', 'Ask', 'Decide', 'Write down what comes of it'];
    return `flowchart TD
  topic(["${inMermaid(title)}"]) --> collect["${t[0]}"]
  collect --> enough{"${t[1]}"}
  enough -- ${t[3]} --> ask["${t[4]}"]
  ask --> collect
  enough -- ${t[2]} --> decide["${t[5]}"]
  decide --> note["${t[6]}"]
`;
  },
  markdown: (title, language) =>
    language === 'de'
      ? `# ${title}

[Ihr Name]\\
[Straße und Ort]

[Ort], den [Datum]

**Betreff: ${title}**

Sehr geehrte Damen und Herren,

ich schreibe Ihnen wegen: ${title}.

[Ein oder zwei Sätze dazu, was geschehen ist, wann, und was es für Sie bedeutet.]

Ich schlage vor, dass wir [Ihr Vorschlag]. Bitte geben Sie mir bis zum **[Tag]** Bescheid, ob das für Sie passt.

Mit freundlichen Grüßen

[Ihr Name]
`
      : `# ${title}

[Your name]\\
[Street and town]

[Town], [date]

**Subject: ${title}**

Dear [name],

I am writing to you about this: ${title}.

[One or two sentences with the facts: what happened, when, and what it means for you.]

I suggest that we [your proposal]. Please let me know by **[day]** whether that suits you.

Yours sincerely,

[Your name]
`,
  csv: (_, language) =>
    language === 'de'
      ? 'Posten,Geplant,Ausgegeben,Erledigt\nMaterial,120.00,98.50,ja\nWerkzeug,80.00,74.90,ja\nFahrten,45.00,51.20,ja\nHilfe,60.00,0.00,nein\nReserve,40.00,12.40,nein\n'
      : 'Item,Planned,Spent,Done\nMaterial,120.00,98.50,yes\nTools,80.00,74.90,yes\nTravel,45.00,51.20,yes\nHelp,60.00,0.00,no\nReserve,40.00,12.40,no\n',
  react: (title) => `import { useState } from 'react';

export default function Counter() {
  const [count, setCount] = useState(0);
  return (
    <main style={{ fontFamily: 'system-ui, sans-serif', padding: '2rem', textAlign: 'center' }}>
      <h1>{${inCode(title)}}</h1>
      <p style={{ fontSize: '3rem', margin: '1rem' }}>{count}</p>
      <button onClick={() => setCount(count - 1)}>−</button>{' '}
      <button onClick={() => setCount(0)}>0</button>{' '}
      <button onClick={() => setCount(count + 1)}>+</button>
    </main>
  );
}
`,
  javascript: (title) => `const title = ${inCode(title)};
const most = 100;

/** The prime numbers up to a number, found with the sieve of Eratosthenes. */
function primesUpTo(most) {
  const isPrime = Array(most + 1).fill(true);
  for (let n = 2; n * n <= most; n++)
    if (isPrime[n]) for (let multiple = n * n; multiple <= most; multiple += n) isPrime[multiple] = false;
  return isPrime.flatMap((prime, n) => (prime && n >= 2 ? [n] : []));
}

const primes = primesUpTo(most);
console.log(title);
console.log(\`There are \${primes.length} prime numbers up to \${most}:\`);
console.log(primes.join(', '));
`,
  python: (title) => `title = ${inCode(title)}
start = 1000.00
per_year = 0.03
years = 10

print(title)
print(f"{'Year':>4}  {'Amount':>10}  {'Gained':>8}")
amount = start
for year in range(1, years + 1):
    gained = amount * per_year
    amount += gained
    print(f"{year:>4}  {amount:>10.2f}  {gained:>8.2f}")

print()
print(f"{start:.2f} grow to {amount:.2f} in {years} years.")
`,
};
