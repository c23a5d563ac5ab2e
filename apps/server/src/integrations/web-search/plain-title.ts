import { parseHTML } from 'linkedom';

const longest = 300;

/** A title without its tags and entities, on one line: "Rock <strong>&amp;</strong> roll" as "Rock & roll". */
export function plainTitle(html: string): string {
  const { document } = parseHTML('<p></p>');
  const paragraph = document.querySelector('p');
  if (!paragraph) return '';
  paragraph.innerHTML = html.slice(0, longest * 4);
  return (paragraph.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, longest);
}
