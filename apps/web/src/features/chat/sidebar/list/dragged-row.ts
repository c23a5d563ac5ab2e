import type { Conversation } from '@noek/contract/chat/schemas';
import type { DragEvent } from 'react';

/** The kind of data of a row that is dragged. Only its presence can be read before the drop. */
const type = 'application/x-noek-conversation';

let dragged: Conversation | null = null;

/** A row begins to move with the pointer. */
export function startDrag(event: DragEvent, conversation: Conversation): void {
  dragged = conversation;
  event.dataTransfer.setData(type, String(conversation.id));
  event.dataTransfer.effectAllowed = 'all';
}

export const isRowDragged = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(type);

/** The row that was dropped; null if it came from another tab. */
export function droppedRow(event: DragEvent): Conversation | null {
  const row = dragged;
  dragged = null;
  return row && event.dataTransfer.getData(type) === String(row.id) ? row : null;
}
