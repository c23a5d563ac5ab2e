import type { User } from '@noek/contract/auth/schemas';
import type { ModeCommand } from '@noek/contract/chat/mode-commands';
import type { AnswerSettings, Conversation } from '@noek/contract/chat/schemas';
import type { LucideIcon } from 'lucide-react';
import type { Theme } from '../../../components/base/theme/theme.ts';
import type { ConversationActions } from '../actions/use-conversation-actions.ts';
import type { KnowingNavigation } from '../chat-navigation.tsx';
import type { OfferedModel } from '../model-choice/use-models.ts';
import type { Modes } from '../signed-in/modes/modes.ts';

/** What commands know of the page, and what they can do there. */
export type CommandContext = {
  user: User;
  /** The conversation on screen. */
  conversation: Conversation | undefined;
  navigation: KnowingNavigation;
  newChat: () => void;
  newTemporaryChat: () => void;
  /** The chat on screen is temporary. */
  isTemporary: boolean;
  act: ConversationActions;
  togglePin: (conversation: Conversation) => void;
  askToSignOut: () => void;
  /** Opens another page of this host. */
  goTo: (href: string) => void;
  /** The modes of the conversation, with those that are on their way. */
  modes: Modes;
  sendMode: (command: ModeCommand) => void;
  settings: Required<AnswerSettings>;
  changeSettings: (settings: AnswerSettings) => void;
  models: readonly OfferedModel[];
  canUpgrade: boolean;
  theme: Theme;
  isWide: boolean;
  isSidebarCollapsed: boolean;
  collapseSidebar: (collapsed: boolean) => void;
  /** Whether this device notifies the person of answers; null where it cannot. */
  notifies: boolean | null;
};

/** Something that the command palette can do. */
export type Command = {
  id: string;
  name: string;
  icon: LucideIcon;
  /** Other words that find it. */
  keywords?: string;
  /** Its keys, such as "Ctrl+Shift+O"; see `keysOf`. */
  shortcut?: string;
  /** Something is lost or ends, so no search for words offers it first. */
  destructive?: boolean;
  /** Whether it makes sense now. Absent: always. */
  when?: (context: CommandContext) => boolean;
  run: (context: CommandContext) => void;
};

/** The commands of a feature: a list, or a function for those that depend on the page. `all-commands.ts` lists the sources. */
export type CommandSource = readonly Command[] | ((context: CommandContext) => readonly Command[]);
