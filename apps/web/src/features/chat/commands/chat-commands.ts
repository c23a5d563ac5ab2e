import {
  Archive,
  ArchiveRestore,
  Cpu,
  Download,
  Flame,
  FolderInput,
  FolderPlus,
  Globe,
  Link,
  Link2,
  MessageCircleDashed,
  Pencil,
  Pin,
  PinOff,
  Printer,
  Share,
  Smile,
  SquarePen,
  TextSearch,
  Trash2,
} from 'lucide-react';
import { toast } from '../../../components/base/toasts/toast.ts';
import { copyText } from '../../../components/clipboard.ts';
import { openDialog } from '../open/open-dialog.ts';
import { finder } from '../open/open-find.ts';
import { projectTexts } from '../projects/texts.ts';
import { openShare } from '../sharing/share/open-share.ts';
import { linkOf } from '../sharing/share/share-link.ts';
import { shareTexts } from '../sharing/share/texts.ts';
import { temporaryTexts } from '../temporary/texts.ts';
import { chatTexts } from '../texts.ts';
import type { Command, CommandContext } from './command.ts';
import { commandTexts as texts } from './texts.ts';

async function copyLink({ navigation, conversation }: CommandContext): Promise<void> {
  if (!conversation) return;
  const link = linkOf(navigation, conversation.id);
  const isCopied = await copyText(link);
  toast(isCopied ? { title: texts.linkCopied } : { title: texts.linkFailed, description: link });
}

/** What the menus do with the conversation on screen, unless it is temporary. */
const ofKept: readonly Command[] = [
  {
    id: 'pin',
    name: texts.pinChat,
    icon: Pin,
    when: ({ conversation }) => !conversation?.archived && !conversation?.pinned,
    run: ({ conversation, togglePin }) => conversation && togglePin(conversation),
  },
  {
    id: 'unpin',
    name: texts.unpinChat,
    icon: PinOff,
    when: ({ conversation }) => conversation?.pinned === true && !conversation.archived,
    run: ({ conversation, togglePin }) => conversation && togglePin(conversation),
  },
  {
    id: 'rename',
    name: texts.renameChat,
    icon: Pencil,
    keywords: 'title',
    run: ({ conversation }) => conversation && openDialog({ kind: 'rename', conversation }),
  },
  {
    id: 'move',
    name: projectTexts.move.menu,
    icon: FolderInput,
    keywords: 'folder',
    run: ({ conversation }) => conversation && openDialog({ kind: 'move', moved: { rows: [conversation] } }),
  },
  {
    id: 'share',
    name: texts.shareChat,
    icon: Share,
    keywords: 'link publish',
    run: ({ conversation }) => conversation && openShare(conversation),
  },
  {
    id: 'manage-link',
    name: shareTexts.manage,
    icon: Link2,
    keywords: 'sharing publish expiry stop',
    when: ({ conversation }) => conversation?.sharedAt != null || conversation?.shareTakenDownAt != null,
    run: ({ conversation }) => conversation && openDialog({ kind: 'link', conversationId: conversation.id }),
  },
  {
    id: 'export',
    name: texts.exportChat,
    icon: Download,
    keywords: 'markdown json download',
    run: ({ conversation }) => conversation && openDialog({ kind: 'export', conversation }),
  },
  {
    id: 'print',
    name: texts.print,
    icon: Printer,
    keywords: 'pdf paper',
    run: ({ conversation, navigation }) => {
      if (conversation) window.open(`${navigation.hrefOf(conversation.id)}/print`, '_blank', 'noopener');
    },
  },
  {
    id: 'archive',
    name: texts.archiveChat,
    icon: Archive,
    when: ({ conversation }) => conversation?.archived === false,
    run: ({ conversation, act }) => conversation && void act('archive', [conversation]),
  },
  {
    id: 'unarchive',
    name: texts.unarchiveChat,
    icon: ArchiveRestore,
    when: ({ conversation }) => conversation?.archived === true,
    run: ({ conversation, act }) => conversation && void act('unarchive', [conversation]),
  },
];

/** What they do with any conversation. */
const ofConversation: readonly Command[] = [
  {
    id: 'find',
    name: texts.find,
    icon: TextSearch,
    shortcut: 'Ctrl+F',
    run: () => finder.open(),
  },
  { id: 'copy-link', name: texts.copyLink, icon: Link, keywords: 'address url', run: (page) => void copyLink(page) },
  {
    id: 'delete',
    name: texts.deleteChat,
    icon: Trash2,
    keywords: 'remove clear conversation trash',
    destructive: true,
    run: () => openDialog({ kind: 'clear-conversation' }),
  },
];

const newChat: Command = {
  id: 'new-chat',
  name: chatTexts.newChat,
  icon: SquarePen,
  keywords: 'conversation start',
  shortcut: 'Ctrl+Shift+O',
  run: (page) => page.newChat(),
};

const newTemporaryChat: Command = {
  id: 'temporary-chat',
  name: temporaryTexts.label,
  icon: MessageCircleDashed,
  keywords: 'new private incognito',
  when: ({ isTemporary }) => !isTemporary,
  run: (page) => page.newTemporaryChat(),
};

const newProject: Command = {
  id: 'new-project',
  name: projectTexts.newProject,
  icon: FolderPlus,
  keywords: 'folder create',
  run: () => openDialog({ kind: 'create-project' }),
};

/** The switches of the message box. */
const switches: readonly Command[] = [
  {
    id: 'fun-on',
    name: texts.funOn,
    icon: Smile,
    when: ({ modes }) => !modes.funMode,
    run: ({ sendMode }) => sendMode(':fun.mode=on'),
  },
  {
    id: 'fun-off',
    name: texts.funOff,
    icon: Smile,
    when: ({ modes }) => modes.funMode,
    run: ({ sendMode }) => sendMode(':fun.mode=off'),
  },
  {
    id: 'harmful-on',
    name: texts.harmfulOn,
    icon: Flame,
    when: ({ modes }) => modes.funMode && !modes.harmfulMode,
    run: ({ sendMode }) => sendMode(':harmful.mode=on'),
  },
  {
    id: 'harmful-off',
    name: texts.harmfulOff,
    icon: Flame,
    when: ({ modes }) => modes.harmfulMode,
    run: ({ sendMode }) => sendMode(':harmful.mode=off'),
  },
  {
    id: 'web-search-on',
    name: texts.webSearchOn,
    icon: Globe,
    keywords: 'internet pages',
    when: ({ settings }) => !settings.webSearch,
    run: ({ changeSettings }) => changeSettings({ webSearch: true }),
  },
  {
    id: 'web-search-off',
    name: texts.webSearchOff,
    icon: Globe,
    keywords: 'internet pages',
    when: ({ settings }) => settings.webSearch,
    run: ({ changeSettings }) => changeSettings({ webSearch: false }),
  },
];

/** The choices of the model picker; none if there is only one model. */
function models({ models: offered, settings }: CommandContext): Command[] {
  if (offered.length < 2) return [];
  const choices = offered.flatMap(({ name, allowed }) => (allowed ? [{ model: name, name }] : []));
  return [{ model: null, name: chatTexts.model.automatic }, ...choices]
    .filter(({ model }) => model !== settings.model)
    .map(({ model, name }) => ({
      id: `model ${model ?? ''}`,
      name: texts.model(name),
      icon: Cpu,
      run: ({ changeSettings }) => changeSettings({ model }),
    }));
}

/** The commands about chats. */
export const chatCommands = (page: CommandContext): readonly Command[] => [
  newChat,
  newTemporaryChat,
  newProject,
  ...(page.conversation ? [...(page.isTemporary ? [] : ofKept), ...ofConversation] : []),
  ...switches,
  ...models(page),
];
