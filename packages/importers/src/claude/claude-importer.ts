import type { Found, Importer, LeftOut, OfferedText, SourceFile } from '../importer.ts';
import { type ForeignMessage, foreignConversation } from '../reading/foreign-conversation.ts';
import { hashOf } from '../reading/ids.ts';
import { baseName, itemsOf } from '../reading/json-files.ts';
import { unknownItem } from '../reading/left-out.ts';
import { offeredText } from '../reading/offered.ts';
import type { TreeNode } from '../reading/tree.ts';
import { firstText, listOf, recordOf, textOf, timeOf } from '../reading/values.ts';
import type { Documents } from './claude-documents.ts';
import { claudeMessage } from './claude-message.ts';

type Fields = Record<string, unknown>;

/** Whether an item of a JSON file is a conversation of Claude. */
export const isClaude = (item: unknown): boolean => Array.isArray(recordOf(item).chat_messages);

/** Reads an export of Claude: its conversations, and what is offered of its memory and its projects. */
export function claudeImporter(files: readonly SourceFile[], own: readonly SourceFile[]): Importer {
  const json = files.filter(({ path }) => path.endsWith('.json') && !/light_metadata/.test(path));
  return {
    source: 'claude',
    async *read() {
      yield* missingParts(files);
      let index = 0;
      for (const file of own)
        for await (const item of itemsOf(file))
          yield isClaude(item) ? conversationOf(recordOf(item), index++) : unknownItem(item);
    },
    async offeredTexts() {
      const offered: OfferedText[] = [];
      for (const file of json)
        if (isAboutPerson(file)) for await (const item of itemsOf(file)) offered.push(...offeredIn(recordOf(item)));
      return offered;
    },
  };
}

const isProject = (path: string) => /(?:^|\/)projects\//.test(path);
const isAboutPerson = ({ path }: SourceFile) =>
  /^(?:memories|projects)/.test(baseName(path)) || isProject(path) || /memor/.test(path);

/** The parts that a manifest lists and that are not there. Nothing is said of kinds that are never read. */
async function* missingParts(files: readonly SourceFile[]): AsyncGenerator<Found> {
  const manifest = files.find(({ path }) => /^manifest.*\.json$/.test(baseName(path)));
  if (!manifest) return;
  const archives = new Set(
    files.flatMap(({ path, archive }) => [baseName(path), ...(archive ? [baseName(archive)] : [])]),
  );
  const listed: string[] = [];
  for await (const item of itemsOf(manifest))
    for (const value of listOf(recordOf(item).data_files)) {
      const { filename, category } = recordOf(value);
      const name = baseName(textOf(filename));
      if (name !== '' && /conversations|projects|memories/.test(textOf(category) || name)) listed.push(name);
    }
  // The names of ZIPs that were chosen one by one may not be known.
  if (!listed.some((name) => archives.has(name))) return;
  const reason = 'The export lists this part, but it is not in what you chose. What is in it is missing.';
  for (const name of listed) if (!archives.has(name)) yield { type: 'problem', problem: { title: name, reason } };
}

const rootId = '00000000-0000-4000-8000-000000000000';

function conversationOf(item: Fields, index: number): Found {
  const messages = listOf(item.chat_messages).map(recordOf);
  const isTree = messages.some(({ parent_message_uuid: parent }) => typeof parent === 'string' && parent !== rootId);
  const documents: Documents = new Map();
  const leftOut: LeftOut = new Map();
  let before: string | null = null;
  const nodes = messages.map((message): TreeNode<ForeignMessage> => {
    const id = textOf(message.uuid) || hashOf(JSON.stringify([message.text, message.created_at]));
    const given = textOf(message.parent_message_uuid);
    const parentId = isTree ? (given === rootId ? null : given || null) : before;
    before = id;
    return { id, parentId, time: timeOf(message.created_at), content: claudeMessage(message, documents, leftOut) };
  });
  const project = recordOf(item.project);
  return foreignConversation(
    {
      source: 'claude',
      id: textOf(item.uuid),
      title: textOf(item.name),
      created: timeOf(item.created_at),
      updated: timeOf(item.updated_at),
      archived: item.is_archived === true,
      pinned: item.is_starred === true,
      group: firstText(project.name, item.project_name) || null,
      nodes,
      current: textOf(item.current_leaf_message_uuid) || null,
      leftOut,
    },
    index,
  );
}

/** Texts of a file of memories or projects. */
function offeredIn(item: Fields): OfferedText[] {
  const project = firstText(item.name, item.title);
  const memories = item.project_memories;
  const ofProjects = Array.isArray(memories)
    ? memories.map((one) => firstText(one, recordOf(one).memory, recordOf(one).content))
    : Object.values(recordOf(memories)).map((one) => firstText(one, recordOf(one).memory, recordOf(one).content));
  return [
    offeredText('Memory of Claude', firstText(item.conversations_memory, item.memory)),
    ...ofProjects.map((text) => offeredText('Memory of Claude about a project', text)),
    offeredText(
      project === '' ? 'Instructions of a project' : `Instructions of the project “${project}”`,
      textOf(item.prompt_template),
    ),
  ].filter((offered) => offered !== null);
}
