import { closesFence, type Fence, openedFence } from '@noek/contract/text/markdown-fences';

/** An element in a text: the names and values of its attributes, and what is in it. `isWhole` is false if its end is missing. */
export type TextElement = { name: string; attributes: ReadonlyMap<string, string>; inside: string; isWhole: boolean };

/**
 * A text in its parts: elements of these names, such as `<details type="reasoning">`, and the text between them. An element in an element is
 * a part of it, and one in a code block is text. `isTaken`: whether an element with this name and these attributes is one.
 */
export function elementsIn(
  text: string,
  names: readonly string[],
  isTaken: (name: string, attributes: ReadonlyMap<string, string>) => boolean = () => true,
): (string | TextElement)[] {
  const tags = new RegExp(`<(/?)(${names.join('|')})(?=[\\s>])((?:"[^"]*"|'[^']*'|[^<>"'])*)>`, 'g');
  const parts: (string | TextElement)[] = [];
  let at = 0;
  let scanned = 0;
  let fence: Fence | null = null;
  let open: { name: string; attributes: ReadonlyMap<string, string>; from: number; depth: number } | null = null;
  for (const match of text.matchAll(tags)) {
    const [tag, slash, name = '', given = ''] = match;
    const end = match.index + tag.length;
    if (open) {
      if (name === open.name) open.depth += slash === '' ? 1 : -1;
      if (open.depth > 0) continue;
      parts.push({ ...open, inside: text.slice(open.from, match.index), isWhole: true });
      open = null;
      at = end;
      scanned = end;
    } else if (slash === '') {
      fence = fenceAfter(fence, text.slice(scanned, match.index));
      scanned = match.index;
      const attributes = attributesIn(given);
      if (fence || !isTaken(name, attributes)) continue;
      parts.push(text.slice(at, match.index));
      open = { name, attributes, from: end, depth: 1 };
    }
  }
  if (open) parts.push({ ...open, inside: text.slice(open.from), isWhole: false });
  else parts.push(text.slice(at));
  return parts;
}

function fenceAfter(before: Fence | null, text: string): Fence | null {
  let fence = before;
  for (const line of text.split('\n')) {
    if (!fence) fence = openedFence(line);
    else if (closesFence(line, fence)) fence = null;
  }
  return fence;
}

/** The attributes in a tag, in quotes of any kind or without. */
export const attributesIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/([\w:-]+)=(?:"([^"]*)"|'([^']*)'|[“”]([^“”]*)[“”]|([^\s"'“”]+))/g)].map(
      ([, name = '', ...values]) => [name, unescaped(values.find((value) => value !== undefined) ?? '')],
    ),
  );

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&', '#34': '"' };

/** A text without the entities that programs escape texts with. */
export const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|quot|amp|#39|#x27|#34);/g, (_, name: string) => entities[name] ?? '');
