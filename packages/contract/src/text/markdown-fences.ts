const opening = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/;

/** The opening of a code block: its character and how often it is repeated. */
export type Fence = { marker: string; length: number };

/** The fence that a line opens, or null. */
export function openedFence(line: string): Fence | null {
  const match = opening.exec(line);
  const run = match?.[1];
  if (!run) return null;
  const marker = run.charAt(0);
  if (marker === '`' && match[2]?.includes('`')) return null;
  return { marker, length: run.length };
}

/** Whether a line closes the open fence. */
export function closesFence(line: string, fence: Fence): boolean {
  const text = line.trim();
  if (text.length < fence.length) return false;
  for (const char of text) if (char !== fence.marker) return false;
  return true;
}

/** The fence that is still open at the end of a Markdown text, or null. */
export function openFenceOf(block: string): Fence | null {
  let fence: Fence | null = null;
  for (const line of block.split('\n')) {
    if (!fence) fence = openedFence(line);
    else if (closesFence(line, fence)) fence = null;
  }
  return fence;
}
