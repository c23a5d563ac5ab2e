import { SquarePen } from 'lucide-react';
import { chatTexts } from '../texts.ts';
import { isMac, SidebarLine } from './sidebar-line.tsx';
import { sidebarTexts } from './texts.ts';

const keys = () => (isMac() ? '⌘⇧O' : 'Ctrl+Shift+O');
export const newChatHint = () => sidebarTexts.newChatHint(keys());

/** Starts a new chat. */
export const NewChatLine = ({ onNewChat }: { onNewChat: () => void }) => (
  <SidebarLine icon={SquarePen} label={chatTexts.newChat} keys={keys()} onClick={onNewChat} />
);
