import type { TextSpace } from '@noek/contract/archive/schemas';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../../../components/base/button.tsx';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { Notice } from '../../../../components/base/notice.tsx';
import { DialogToastPlace } from '../../../../components/base/toasts/toast-place.tsx';
import { useBackToClose } from '../../../../components/dialogs/back-to-close.ts';
import { DialogButtons } from '../../../../components/dialogs/dialog-buttons.tsx';
import { overlayClass, panelClass } from '../../../../components/dialogs/dialog-classes.ts';
import { escapeCloses } from '../../../../components/dialogs/escape-closes.ts';
import { useReturnFocus } from '../../../../components/dialogs/return-focus.ts';
import { Checkbox } from '../../../../components/fields/checkbox.tsx';
import { SearchInput } from '../../../../components/fields/search-input.tsx';
import { hasFinePointer } from '../../../../components/page/fine-pointer.ts';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { VirtualList } from '../../../chat/sidebar/list/virtual-list.tsx';
import { ProblemList } from '../problem-list.tsx';
import type { Listing } from '../reading/messages.ts';
import { importTexts } from '../texts.ts';
import { AboutYou } from './about-you.tsx';
import { type Choice, tickedOf, withTicked } from './choice.ts';
import { ChoiceLine } from './choice-line.tsx';
import { choiceRows, placesOf } from './choice-rows.ts';

const texts = importTexts.choice;

/** Lets people choose what to import: conversations, all of which are ticked at first, and texts that become memories. */
export function ChoiceDialog(props: {
  listing: Listing;
  choice: Choice;
  space: TextSpace | null;
  onChange: (choice: Choice) => void;
  onClose: () => void;
  onImport: () => void;
}) {
  const { listing, choice, onChange, onClose } = props;
  const { conversations, sources, problems, problemCount, memories } = listing;
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search);
  const rows = useMemo(() => choiceRows(conversations, searched), [conversations, searched]);
  const places = useMemo(() => placesOf(rows), [rows]);
  const messages = useMemo(() => conversations.reduce((sum, one) => sum + one.messages, 0), [conversations]);
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const panel = useRef<HTMLDivElement>(null);
  const allId = useId();
  useBackToClose(true, onClose);
  const tick = (some: readonly number[], isTicked: boolean) =>
    onChange({ ...choice, conversations: withTicked(choice.conversations, some, isTicked) });
  const count = choice.conversations.size;

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={`${overlayClass} max-sm:p-0!`}>
          <Radix.Content
            ref={panel}
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus();
              // The first control is a field.
              if (hasFinePointer()) return;
              event.preventDefault();
              panel.current?.focus();
            }}
            onCloseAutoFocus={onCloseAutoFocus}
            {...escapeCloses(onClose)}
            className={`${panelClass} flex h-[min(46rem,calc(100dvh-2.5rem))] max-w-160! flex-col p-0! outline-none max-sm:h-dvh max-sm:rounded-none! max-sm:border-0!`}
          >
            <div className="grid flex-none gap-3 border-border border-b px-5 pt-5 pb-3">
              <div className="pr-10">
                <Radix.Title className="text-lg">{texts.title}</Radix.Title>
                <Radix.Description className="mt-0.5 text-sm text-text-muted">
                  {texts.lead(sources, { conversations: conversations.length, messages })}
                </Radix.Description>
              </div>
              {conversations.length > 0 && (
                <>
                  <SearchInput
                    label={texts.search}
                    placeholder={texts.search}
                    value={search}
                    onChange={({ target }) => setSearch(target.value)}
                  />
                  <div className="flex min-h-8 items-center justify-between gap-4 text-sm">
                    <span className="flex items-center gap-3">
                      <Checkbox
                        id={allId}
                        disabled={places.length === 0}
                        checked={tickedOf(places, choice.conversations)}
                        onCheckedChange={(to) => tick(places, to === true)}
                      />
                      <label htmlFor={allId} className="py-1 font-medium">
                        {searched.trim() === '' ? texts.all : texts.allFound}
                      </label>
                    </span>
                    <span role="status" className="text-text-muted tabular-nums">
                      {texts.chosen(count, conversations.length)}
                    </span>
                  </div>
                </>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton size="lg" label={texts.close} className="absolute top-3.5 right-3.5">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
            <div className="flex min-h-0 flex-1 flex-col px-1 pt-2">
              <VirtualList
                rows={rows}
                label={texts.list}
                more={false}
                rowHeight={53}
                before={
                  searched.trim() === '' && (
                    <div className="grid gap-2 px-2 pb-2 empty:hidden">
                      {memories > 0 && <p className="text-sm text-text-muted">{texts.memoriesToo(memories)}</p>}
                      <ProblemList problems={problems} count={problemCount} />
                      <AboutYou
                        texts={listing.texts}
                        ticked={choice.pieces}
                        onChange={(pieces) => onChange({ ...choice, pieces })}
                      />
                    </div>
                  )
                }
                end={conversations.length > 0 && rows.length === 0 && <CentredMessage title={texts.none} />}
              >
                {(row, tabIndex) => (
                  <ChoiceLine row={row} tabIndex={tabIndex} ticked={choice.conversations} onTick={tick} />
                )}
              </VirtualList>
            </div>
            <div className="grid flex-none gap-3 border-border border-t px-5 py-4">
              <SpaceWarning listing={listing} choice={choice} space={props.space} />
              <DialogButtons>
                <Button variant="quiet" onClick={onClose}>
                  {texts.cancel}
                </Button>
                <Button disabled={count === 0 && choice.pieces.size === 0} onClick={props.onImport}>
                  {texts.import(count, choice.pieces.size)}
                </Button>
              </DialogButtons>
            </div>
            <DialogToastPlace className="px-4" />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

function SpaceWarning({ listing, choice, space }: { listing: Listing; choice: Choice; space: TextSpace | null }) {
  const bytes = useMemo(
    () => [...choice.conversations].reduce((sum, at) => sum + (listing.conversations[at]?.bytes ?? 0), 0),
    [listing, choice],
  );
  const left = space ? Math.max(0, space.bytesLimit - space.bytesUsed) : null;
  if (left === null || bytes <= left) return null;
  return <Notice tone="warning">{texts.tooLarge(bytes, left)}</Notice>;
}
