/** A message of another product, and where it is. `content` is null for what is not shown. */
export type TreeNode<Content> = {
  id: string;
  parentId: string | null;
  /** In milliseconds. */
  time: number | null;
  content: Content | null;
};

/** A message that is shown, after the one that it follows. `active`: it is on the open branch. */
export type Placed<Content> = Omit<TreeNode<Content>, 'content'> & { content: Content; active: boolean };

type Entry<Content> = TreeNode<Content> & { children: Entry<Content>[]; parent: Entry<Content> | null };

/**
 * The messages that are shown, each after the one that it follows. What is not shown is left out without breaking the chain. Repeated ids
 * count once, a parent that does not exist is none, and cycles are cut. The open branch ends in `current`; if that is unknown, in the
 * newest message that nothing follows.
 */
export function placed<Content>(
  nodes: Iterable<TreeNode<Content>>,
  current: string | null,
): { messages: Placed<Content>[]; headId: string | null } {
  const entries = linked(nodes);
  const shown = shownIn(entries);
  const parents = new Map(shown.map(({ id, parentId }) => [id, parentId]));
  const headId = headOf(shown, current === null ? undefined : entries.get(current));
  const active = new Set<string>();
  for (let id = headId; id !== null && !active.has(id); id = parents.get(id) ?? null) active.add(id);
  return { messages: shown.map((one) => ({ ...one, active: active.has(one.id) })), headId };
}

function linked<Content>(nodes: Iterable<TreeNode<Content>>): Map<string, Entry<Content>> {
  const entries = new Map<string, Entry<Content>>();
  for (const node of nodes) if (!entries.has(node.id)) entries.set(node.id, { ...node, children: [], parent: null });
  const order = new Map([...entries.values()].map((entry, i) => [entry, i]));
  const whole = new Set<Entry<Content>>();
  for (const entry of entries.values()) {
    // Upward until something that is known to lead to a root.
    const path = new Set<Entry<Content>>();
    for (let at: Entry<Content> | null = entry; at && !whole.has(at); at = at.parent) {
      if (path.has(at)) {
        firstOf(cycleOf(at), order).parent = null;
        break;
      }
      path.add(at);
      at.parent = entries.get(at.parentId ?? '') ?? null;
    }
    for (const one of path) whole.add(one);
  }
  for (const entry of entries.values()) entry.parent?.children.push(entry);
  return entries;
}

function cycleOf<Content>(start: Entry<Content>): Entry<Content>[] {
  const cycle = [start];
  for (let at = start.parent; at && at !== start; at = at.parent) cycle.push(at);
  return cycle;
}

/** A cycle begins with what comes first in the export. */
const firstOf = <Content>(cycle: readonly Entry<Content>[], order: ReadonlyMap<Entry<Content>, number>) =>
  cycle.reduce((first, one) => ((order.get(one) ?? 0) < (order.get(first) ?? 0) ? one : first));

type Shown<Content> = Omit<Placed<Content>, 'active'>;

/** Down every branch, from one root after the other. The way down is a list, because a branch can be longer than calls can be deep. */
function shownIn<Content>(entries: ReadonlyMap<string, Entry<Content>>): Shown<Content>[] {
  const shown: Shown<Content>[] = [];
  const roots = [...entries.values()].filter(({ parent }) => parent === null);
  const next = roots.map((entry) => ({ entry, above: null as string | null })).reverse();
  for (let top = next.pop(); top; top = next.pop()) {
    const { entry, above } = top;
    const { id, time, content } = entry;
    if (content !== null) shown.push({ id, parentId: above, time, content });
    for (const child of entry.children.toReversed()) next.push({ entry: child, above: content === null ? above : id });
  }
  return shown;
}

function headOf<Content>(shown: readonly Shown<Content>[], current: Entry<Content> | undefined): string | null {
  for (let at = current ?? null; at; at = at.parent) if (at.content !== null) return at.id;
  const followed = new Set(shown.map(({ parentId }) => parentId));
  let newest: Shown<Content> | null = null;
  for (const one of shown)
    if (!followed.has(one.id) && (newest === null || (one.time ?? 0) >= (newest.time ?? 0))) newest = one;
  return newest?.id ?? null;
}

/** The parents of nodes that only say what follows them: the first one that lists a node is its parent. */
export function parentsByChildren(nodes: Iterable<{ id: string; children: readonly string[] }>): Map<string, string> {
  const parents = new Map<string, string>();
  for (const { id, children } of nodes) for (const child of children) if (!parents.has(child)) parents.set(child, id);
  return parents;
}

/**
 * Joins each message with the one that it follows if `joins` says that both belong together and nothing else follows that one. The result
 * has the id of the first.
 */
export function joinedRuns<Content>(
  { messages, headId }: { messages: readonly Placed<Content>[]; headId: string | null },
  joins: (first: Content, second: Content) => boolean,
  join: (first: Content, second: Content) => Content,
): { messages: Placed<Content>[]; headId: string | null } {
  const followers = new Map<string | null, number>();
  for (const { parentId } of messages) followers.set(parentId, (followers.get(parentId) ?? 0) + 1);
  /** What a message has become a part of, by its id. */
  const into = new Map<string, Placed<Content>>();
  const joined: Placed<Content>[] = [];
  for (const message of messages) {
    const before = message.parentId === null ? undefined : into.get(message.parentId);
    if (before && followers.get(message.parentId) === 1 && joins(before.content, message.content)) {
      before.content = join(before.content, message.content);
      before.active ||= message.active;
      into.set(message.id, before);
    } else {
      const own = { ...message, parentId: before?.id ?? null };
      into.set(message.id, own);
      joined.push(own);
    }
  }
  return { messages: joined, headId: headId === null ? null : (into.get(headId)?.id ?? null) };
}
