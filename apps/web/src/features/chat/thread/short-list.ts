import type { MessageWindow } from '../cache/message-cache.ts';

/** Up to this number of items, the page contains the whole conversation, so that find, copy and screen readers reach it. */
export const shortList = 40;

/** Whether the browser's own search finds everything in a conversation with so many unsent messages. */
export const isAllOnPage = ({ messages, older, newer }: MessageWindow, unsent: number): boolean =>
  !older && !newer && messages.length + unsent <= shortList;
