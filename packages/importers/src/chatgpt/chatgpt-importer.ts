import { isDeepseek } from '../deepseek/deepseek-importer.ts';
import type { Found, Importer, LeftOut, OfferedText, SourceFile } from '../importer.ts';
import { type ForeignMessage, foreignConversation } from '../reading/foreign-conversation.ts';
import { itemsOf } from '../reading/json-files.ts';
import { unknownItem } from '../reading/left-out.ts';
import { offeredText } from '../reading/offered.ts';
import { parentsByChildren, type TreeNode } from '../reading/tree.ts';
import { firstText, listOf, recordOf, textOf, timeOf } from '../reading/values.ts';
import { conversationFiles, fileFinder } from './chatgpt-files.ts';
import { chatgptMessage } from './chatgpt-message.ts';

/** Whether an item of a JSON file is a conversation of ChatGPT. */
export const isChatgpt = (item: unknown): boolean =>
  typeof recordOf(item).mapping === 'object' && recordOf(item).mapping !== null && !isDeepseek(item);

/** Reads an export of ChatGPT: `conversations.json` or its numbered parts, and the files of messages. */
export function chatgptImporter(files: readonly SourceFile[], own: readonly SourceFile[]): Importer {
  return {
    source: 'chatgpt',
    async *read() {
      const { parts, problems } = await conversationFiles(files, own);
      for (const problem of problems) yield { type: 'problem', problem };
      const findFile = await fileFinder(files);
      const projects = new Map<string, string>();
      let index = 0;
      // Claude's exports have files of the same name.
      for (const part of parts)
        for await (const item of itemsOf(part))
          yield isChatgpt(item) ? conversationOf(recordOf(item), index++, findFile, projects) : unknownItem(item);
    },
    async offeredTexts() {
      const { parts } = await conversationFiles(files, own);
      const texts = new Set<string>();
      for (const part of parts)
        for await (const item of itemsOf(part)) for (const text of instructionsIn(recordOf(item))) texts.add(text);
      return [...texts].flatMap((text): OfferedText[] => {
        const offered = offeredText('Custom instructions', text);
        return offered ? [offered] : [];
      });
    },
  };
}

type Fields = Record<string, unknown>;

function conversationOf(
  item: Fields,
  index: number,
  findFile: ReturnType<typeof fileFinder> extends Promise<infer Find> ? Find : never,
  projects: Map<string, string>,
): Found {
  const mapping = Object.entries(recordOf(item.mapping));
  const leftOut: LeftOut = new Map();
  const context = {
    findFile,
    defaultModel: textOf(item.default_model_slug),
    canvas: '',
    reports: new Set<string>(),
    leftOut,
  };
  const byChildren = parentsByChildren(
    mapping.map(([id, node]) => ({ id, children: listOf(recordOf(node).children).map(textOf) })),
  );
  const nodes = mapping.map(([id, value]): TreeNode<ForeignMessage> => {
    const node = recordOf(value);
    return {
      id,
      parentId: textOf(node.parent) || (byChildren.get(id) ?? null),
      time: timeOf(recordOf(node.message).create_time),
      content: chatgptMessage(node.message, context),
    };
  });
  return foreignConversation(
    {
      source: 'chatgpt',
      id: firstText(item.conversation_id, item.id),
      title: textOf(item.title),
      created: timeOf(item.create_time),
      updated: timeOf(item.update_time),
      archived: item.is_archived === true,
      pinned: item.is_starred === true || timeOf(item.pinned_time) !== null,
      group: projectOf(firstText(item.conversation_template_id, item.gizmo_id), projects),
      nodes,
      current: textOf(item.current_node) || null,
      leftOut,
      isInSteps: true,
    },
    index,
  );
}

/** Exports do not have the names of projects, so they are numbered. */
function projectOf(id: string, projects: Map<string, string>): string | null {
  if (!id.startsWith('g-p-')) return null;
  const name = projects.get(id) ?? `Project ${projects.size + 1}`;
  projects.set(id, name);
  return name;
}

/** The custom instructions that a conversation was held with. */
function instructionsIn(item: Fields): string[] {
  return Object.values(recordOf(item.mapping)).flatMap((node) => {
    const message = recordOf(recordOf(node).message);
    const content = recordOf(message.content);
    const given = recordOf(recordOf(message.metadata).user_context_message_data);
    const about = firstText(given.about_user_message, content.user_profile);
    const how = firstText(given.about_model_message, content.user_instructions);
    return [about, how].map(withoutFrame).filter((text) => text !== '');
  });
}

/** ChatGPT puts a sentence of its own and a code fence around what the person wrote. */
const withoutFrame = (text: string) => (/```\n?([\s\S]*?)```/.exec(text)?.[1] ?? text).trim();
