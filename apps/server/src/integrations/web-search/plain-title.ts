const longest = 300;

/** A title without its tags and entities, on one line: "Rock <strong>&amp;</strong> roll" as "Rock & roll". */
export async function plainTitle(html: string): Promise<string> {
  // Loading it takes a while, and most servers never need it here.
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML('<p></p>');
  const paragraph = document.querySelector('p');
  if (!paragraph) return '';
  paragraph.innerHTML = html.slice(0, longest * 4);
  return (paragraph.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, longest);
}
