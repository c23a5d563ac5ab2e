import { guestSearchLimit, maxMessageLength } from '@noek/contract/chat/limits';
import { trimmed } from '@noek/contract/text/characters';
import { counted } from '../../components/base/texts.ts';

/** The title of a conversation as lists and pages show it. */
export const titleOf = ({ title }: { title: string }): string => trimmed(title) || 'Untitled Conversation';

const pageTitle = 'Noek';
export const resetsAt = (time: string) => `Resets at ${time}.`;

/** The texts of the first screen of the chat, and those that several folders share. */
export const chatTexts = {
  assistant: 'Noek',
  skipToContent: 'Skip to content',
  pageTitle: (title: string | undefined) => (title ? `${title} · ${pageTitle}` : pageTitle),
  newChat: 'New chat',
  signIn: 'Sign In',
  signOut: 'Sign out',
  clearConversation: 'Clear conversation',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  rename: 'Rename',
  share: 'Share',
  more: 'More',
  funMode: 'Fun Mode',
  harmfulMode: 'Harmful Mode',
  header: {
    openSidebar: 'Open sidebar',
    conversationMenu: 'Menu of',
    account: 'Account',
    admin: 'Admin',
    darkTheme: 'Dark theme',
    lightTheme: 'Light theme',
    leftToday: (count: string, isOne: boolean) => `${count} ${isOne ? 'message' : 'messages'} left today`,
    leftOf: (count: string, limit: string) => `${count} of ${limit} messages left`,
    leftHint: (limit: string, reset: string | null) => (reset ? `Of ${limit}. ${reset}` : `Of ${limit}.`),
    resetsAt,
  },
  composer: {
    label: 'Message Noek',
    placeholder: 'Message Noek...',
    send: 'Send message',
    sendHint: 'Send',
    stop: 'Stop',
    sendingFirst: 'Your last message is still being sent.',
    tooLong: (length: number) =>
      `This message has ${counted(length)} characters. The limit is ${counted(maxMessageLength)}. Shorten it, or send it in parts.`,
    addFiles: 'Add files',
    addingFiles: 'Your files are still being added.',
    webSearch: 'Web search',
    webSearchHint: 'Searches the web before each answer and cites the pages',
    webSearchGuestHint: `Searches the web before each answer and cites the pages. Guests can search ${guestSearchLimit} times in 24 hours.`,
    disclaimer: 'Noek can make mistakes. Consider checking important information.',
  },
  model: {
    label: 'Model',
    automatic: 'Automatic',
    efforts: { automatic: 'Automatic', quick: 'Quick', thorough: 'Thorough' },
  },
  conversation: {
    untitledHeading: 'Chat',
    label: 'Conversation',
    loadingMessages: 'Loading messages...',
    messagesFailed: 'Failed to fetch messages',
    jumpToLatest: 'Jump to latest',
    /** The button shows the first part. */
    moreOfAnswer: ['More', 'of the answer'],
    latestFailed: "Couldn't load the latest messages",
    messageGone: 'This message no longer exists',
    messageFailed: "Couldn't open the message",
    stopFailed: "Couldn't stop the answer",
  },
  welcome: {
    heading: 'How can I help you today?',
    lead: 'Start a conversation with AI to get answers, ideas, and assistance with any topic.',
    /** `hour`: of the local time, 0 to 23. */
    greeting: (hour: number, name: string | undefined) => {
      const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
      const first = trimmed(name ?? '').split(/\s/u)[0];
      return first ? `Good ${part}, ${first}` : `Good ${part}`;
    },
    demo: 'Answers come from the built-in demo.',
    connect: 'Connect a model',
    connectPrompt: 'How do I connect a model?',
    email: {
      title: 'Write a professional email',
      hint: 'Tell a client that a delivery is late',
      prompt: 'Write a professional email to a client about a delayed delivery. Keep it clear and friendly.',
    },
    topic: {
      title: 'Explain a complex topic',
      hint: 'How does compound interest work?',
      prompt: 'How does compound interest work? Explain it in plain words, with an everyday example.',
    },
    code: {
      title: 'Debug my code',
      hint: 'Why does my loop print “undefined”?',
      prompt: `Debug my code. Why does this loop print “undefined” at the end?

\`\`\`js
const items = ['tea', 'cake'];
for (let i = 0; i <= items.length; i++) {
  console.log(items[i]);
}
\`\`\``,
    },
    plan: {
      title: 'Create a learning plan',
      hint: 'Spanish in four weeks',
      prompt:
        'Create a learning plan for me to learn Spanish in four weeks, one hour per day, with a small goal for each week.',
    },
  },
  lastChat: 'Your last chat',
  sending: {
    sending: 'Sending…',
    waitingForConnection: 'Waiting for connection',
  },
} as const;
