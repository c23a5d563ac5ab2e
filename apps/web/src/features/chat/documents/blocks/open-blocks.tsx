import type { Message } from '@noek/contract/chat/schemas';
import { maxDocumentBytes } from '@noek/contract/documents/limits';
import { documentProblems } from '@noek/contract/documents/texts';
import { isWithinBytes } from '@noek/contract/text/characters';
import { type ReactNode, useMemo, useRef } from 'react';
import { tellFailure } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { useChatNavigation } from '../../chat-navigation.tsx';
import { type OpenBlocks as Blocks, type FinishedBlock, OpenBlocksContext } from '../../markdown/code/open-block.ts';
import { documentsCode } from '../documents-code.ts';
import { documentTexts } from '../texts.ts';
import { kindOfBlock, titleOfBlock } from './block-document.ts';

/** The code blocks of an answer of the person's own conversation open as documents. Each makes its document once. */
export function OpenBlocks({ message, children }: { message: Message; children: ReactNode }) {
  const utils = trpc.useUtils();
  const navigation = useChatNavigation();
  const { mutate } = trpc.documents.create.useMutation();
  const isBusy = useRef(false);
  const latest = useRef({ message, navigation, mutate, utils });
  latest.current = { message, navigation, mutate, utils };
  // One object for all blocks, which are rendered once.
  const blocks = useMemo<Blocks>(
    () => ({
      canOpen: ({ code, language }) => kindOfBlock(code, language) !== null,
      open(block) {
        const { message, navigation, mutate, utils } = latest.current;
        const { conversationId, id: messageId } = message;
        const kind = kindOfBlock(block.code, block.language);
        if (!kind || isBusy.current) return;
        // Loads while the document is made.
        void documentsCode.load();
        const question = utils.chat.messagePage
          .getData({ conversationId })
          ?.messages.find(({ id }) => id === message.parentId);
        isBusy.current = true;
        mutate(
          {
            conversationId,
            kind,
            title: titleOfBlock({
              ...block,
              kind,
              heading: headingAbove(block.figure),
              question: question?.content ?? null,
            }),
            content: block.code,
            from: { messageId, block: placeOf(block) },
          },
          {
            onSuccess(document) {
              utils.documents.list.setData({ conversationId }, (list) =>
                list?.every(({ id }) => id !== document.id) ? [document, ...list] : list,
              );
              if (document.version === 1)
                utils.documents.document.setData(
                  { documentId: document.id },
                  (known) => known ?? { ...document, content: block.code },
                );
              navigation.openDocument({ id: document.id });
            },
            onError(error) {
              if (!isWithinBytes(block.code, maxDocumentBytes))
                toast({
                  title: documentTexts.open.failed,
                  description: documentProblems.tooLarge,
                  variant: 'destructive',
                });
              else tellFailure(documentTexts.open.failed, error);
            },
            onSettled() {
              isBusy.current = false;
            },
          },
        );
      },
    }),
    [],
  );
  return <OpenBlocksContext value={blocks}>{children}</OpenBlocksContext>;
}

/** The place of a block among all code blocks of its answer, from 0. */
function placeOf({ figure }: FinishedBlock): number {
  const all = figure.closest('[data-answer-text]')?.querySelectorAll('figure.code') ?? [];
  return Math.max(0, [...all].indexOf(figure));
}

/** The heading right above a block, or above the text before it. */
function headingAbove(figure: HTMLElement): string | null {
  for (let before = figure.previousElementSibling; before; before = before.previousElementSibling) {
    if (/^H[1-6]$/.test(before.tagName)) return before.textContent;
    if (before.matches('figure.code')) return null;
  }
  return null;
}
