import type { User } from '@noek/contract/auth/schemas';
import type { ModeCommand } from '@noek/contract/chat/mode-commands';
import { useRouter } from '@tanstack/react-router';
import { useTheme } from '../../../components/base/theme/use-theme.ts';
import { useWideScreen } from '../../../components/page/wide-screen.ts';
import { useCanUpgrade } from '../../subscription/upgrade-link.tsx';
import { useTogglePin } from '../actions/pin-conversation.ts';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { useChatNavigation } from '../chat-navigation.tsx';
import { useModels } from '../model-choice/use-models.ts';
import { useNotifies } from '../notify/notify-item.tsx';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSend } from '../session/sends.ts';
import { useSession } from '../session/session.ts';
import { useCollapsed } from '../sidebar/collapsed.ts';
import { modesAfter } from '../signed-in/modes/modes.ts';
import type { CommandContext } from './command.ts';

/** What commands know of the page of a signed-in person, and what they can do there; null for guests, who have none. */
export function useCommandContext(user: User | null): CommandContext | null {
  const { cache, act, askToSignOut } = useSession();
  const { conversation, isTemporary, newChat, newTemporaryChat } = useOpenConversation();
  const { sending, entries } = useSend();
  const navigation = useChatNavigation();
  const { settings, change } = useAnswerSettings();
  const [isSidebarCollapsed, collapseSidebar] = useCollapsed();
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  const now = { funMode: conversation?.funMode ?? false, harmfulMode: conversation?.harmfulMode ?? false };
  const page = {
    conversation,
    navigation,
    newChat,
    newTemporaryChat,
    isTemporary,
    act,
    askToSignOut,
    togglePin: useTogglePin(cache),
    goTo: (href: string) => (router ? router.history.push(href) : window.location.assign(href)),
    modes: modesAfter(
      now,
      entries.flatMap(({ content, state }) => (state === 'decision' ? [] : [content])),
    ),
    sendMode: (content: ModeCommand) => void sending.send({ content, kind: 'command' }),
    settings,
    changeSettings: change,
    models: useModels().models,
    canUpgrade: useCanUpgrade(user),
    theme: useTheme(),
    isWide: useWideScreen(),
    isSidebarCollapsed,
    collapseSidebar,
    notifies: useNotifies(),
  };
  return user && { ...page, user };
}
