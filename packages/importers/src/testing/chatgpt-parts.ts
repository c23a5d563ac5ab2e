/** A message of ChatGPT with a text. */
export const message = (role: string, text: string, fields: object = {}) => ({
  id: text,
  author: { role, name: null, metadata: {} },
  create_time: 1_750_000_000,
  content: { content_type: 'text', parts: [text] },
  status: 'finished_successfully',
  recipient: 'all',
  metadata: role === 'assistant' ? { model_slug: 'gpt-4o' } : {},
  ...fields,
});

type Node = { id: string; message: unknown; parent: string | null; children?: string[] };

/** A chain of nodes: a hidden root, then these messages. Ids are "n1", "n2", and so on. */
export function chain(messages: readonly unknown[], after = 'root', start = 1): Node[] {
  return messages.map((one, i) => ({
    id: `n${start + i}`,
    message: one,
    parent: i === 0 ? after : `n${start + i - 1}`,
    children: i === messages.length - 1 ? [] : [`n${start + i + 1}`],
  }));
}

export const root: Node = { id: 'root', message: null, parent: null, children: ['n1'] };

export const chat = (nodes: readonly Node[], fields: object = {}) => ({
  title: 'Tea',
  create_time: 1_750_000_000.25,
  update_time: 1_750_000_100.5,
  mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
  current_node: nodes.at(-1)?.id,
  conversation_id: 'c-1',
  id: 'c-1',
  default_model_slug: 'gpt-4o',
  is_archived: false,
  is_starred: null,
  ...fields,
});

export const question = message('user', 'How long?');
export const answer = message('assistant', 'Three minutes.');
export const simple = () => chat([root, ...chain([question, answer])]);
