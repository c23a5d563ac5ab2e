import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react';

/** A document beside the conversation. */
export type DocumentPlace = {
  /** Its id, or `allDocuments` for the list of those of the conversation. */
  id: string;
  /** The version to show; undefined: the newest. */
  version?: number | undefined;
  /** A line of its source to go to, from 1. */
  line?: number | undefined;
  /** A text in its source to go to. */
  find?: string | undefined;
};

/** In place of a document's id: the list of the conversation's documents. */
export const allDocuments = 'all';

/** What the chat screen shows and how it navigates. The route provides it, so that the screen does not depend on URLs. */
export type ChatNavigation = {
  /** The open conversation; null when none is. */
  conversationId: number | null;
  /** The project on screen; null for other pages. */
  projectId: string | null;
  /** The message to scroll to; null: none. */
  messageId: string | null;
  /** The search that led to the message, to mark its results; null: none. */
  find: string | null;
  /** Identifies the entry of the browser's history. */
  entry: string;
  /** The document that is open beside the conversation; null: none. */
  document: DocumentPlace | null;
  hrefOf: (conversationId: number | null, messageId?: string | null, find?: string | null) => string;
  open: (
    conversationId: number | null,
    options?: { replace?: boolean; messageId?: string | null; find?: string | null; document?: DocumentPlace },
  ) => void;
  hrefOfDocument: (conversationId: number, place: DocumentPlace) => string;
  /** Opens a document of the open conversation in place of the one that is open (null: closes it, as Back does). */
  openDocument: (place: DocumentPlace | null) => void;
  hrefOfProject: (projectId: string) => string;
  openProject: (projectId: string) => void;
};

/** `ChatNavigation` with what the screen knows before the URL changes. */
export type KnowingNavigation = ChatNavigation & {
  /** Takes the message out of the URL after the list has gone to it, unless the person has chosen something else in the meantime. */
  leaveMessage: (messageId: string) => void;
};

export const ChatNavigationContext = createContext<KnowingNavigation | null>(null);

export function useChatNavigation(): KnowingNavigation {
  const navigation = useContext(ChatNavigationContext);
  if (!navigation) throw new Error('useChatNavigation is used outside of <ChatNavigationContext>.');
  return navigation;
}

/** A real link to a conversation (null: to the empty chat) that opens without reloading the page. */
export function ChatLink({ to, onClick, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: number | null }) {
  const { hrefOf, open } = useChatNavigation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || elsewhere) return;
    event.preventDefault();
    open(to);
  };
  return <a href={hrefOf(to)} onClick={follow} {...rest} />;
}
