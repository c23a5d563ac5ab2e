import { closesFence, type Fence, openedFence } from '@noek/contract/text/markdown-fences';

/** Whether a place of a Markdown text is in a code block. The places that are asked for must ascend. */
export function fencesOf(text: string): (place: number) => boolean {
  const blocks = codeBlocks(text);
  let next = 0;
  return (place) => {
    while (next < blocks.length && (blocks[next]?.to ?? 0) <= place) next++;
    return place >= (blocks[next]?.from ?? Number.POSITIVE_INFINITY);
  };
}

function codeBlocks(text: string): { from: number; to: number }[] {
  const blocks: { from: number; to: number }[] = [];
  if (!/`{3}|~{3}/.test(text)) return blocks;
  let fence: Fence | null = null;
  let from = 0;
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length + 1;
    if (!fence) {
      fence = openedFence(line);
      from = at;
    } else if (closesFence(line, fence)) {
      blocks.push({ from, to: end });
      fence = null;
    }
    at = end;
  }
  if (fence) blocks.push({ from, to: at });
  return blocks;
}
