import { isBlank } from '@noek/contract/text/characters';
import { Search as SearchIcon, X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type KeyboardEvent, startTransition, useEffect, useId, useRef, useState } from 'react';
import { trpc } from '../../../../api/trpc.ts';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { isOfInputMethod } from '../../../../components/base/of-input-method.ts';
import { useBackToClose } from '../../../../components/dialogs/back-to-close.ts';
import { keepForInputMethod } from '../../../../components/dialogs/escape-closes.ts';
import { useReturnFocus } from '../../../../components/dialogs/return-focus.ts';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { listedIn } from '../../cache/conversation-cache.ts';
import { recentInput } from '../../cache/list-inputs.ts';
import { useChatNavigation } from '../../chat-navigation.tsx';
import { commandsFor } from '../../commands/all-commands.ts';
import { listCommands, readTyped } from '../../commands/match-commands.ts';
import { commandTexts } from '../../commands/texts.ts';
import { useCommandContext } from '../../commands/use-command-context.ts';
import { showFilesOf } from '../../files/show-files.ts';
import { useSession } from '../../session/session.ts';
import { searchTexts } from '../texts.ts';
import { CommandRow } from './command-row.tsx';
import { groupHits } from './group-hits.ts';
import { MoreHits, RowsOfConversation, SearchRow } from './search-row.tsx';
import {
  commandGroups,
  contentOf,
  hitGroup,
  type LinkRow,
  type Row,
  type RowGroup,
  recentGroup,
} from './search-rows.tsx';
import { NothingListed } from './search-states.tsx';
import { useSearch } from './use-search.ts';

const recentShown = 8;
/** How many rows are rendered first, about as many as are visible. The others follow after the first paint. */
const firstRows = 10;

/**
 * Searches all of the user's conversations, and runs commands. Lists the most recent conversations until something is typed. `takeTyped`,
 * called when the field gets the focus, returns what was typed before. The dialog covers the page, but is not a modal one of the
 * library, which would let the browser compute the styles of the whole page again. That takes longest.
 */
export default function SearchDialog({ takeTyped, onClose }: { takeTyped: () => string; onClose: () => void }) {
  const { open, hrefOf, hrefOfDocument } = useChatNavigation();
  const list = useId();
  const [text, setText] = useState('');
  const typed = readTyped(text);
  const { q, query, isBehind } = useSearch(typed.search);
  const recent = trpc.chat.conversations.useInfiniteQuery(recentInput, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const page = useCommandContext(useSession().user);
  const { above, below } = listCommands(page ? commandsFor(page) : [], text);
  const searching = !isBlank(typed.search);
  const [expanded, setExpanded] = useState<{ q: string; ids: ReadonlySet<number> }>({ q, ids: new Set() });
  const hits = searching ? (query.data ?? []) : [];
  const found: RowGroup[] = searching
    ? groupHits(hits, expanded.q === q ? expanded.ids : new Set()).map(hitGroup)
    : typed.isCommand
      ? []
      : listedIn(recent.data).slice(0, recentShown).map(recentGroup);
  const isOpened = useOpened();
  const shownBelow = isOpened ? below : below.slice(0, Math.max(0, firstRows - found.length));
  const groups = [...commandGroups('above', above), ...found, ...commandGroups('below', shownBelow)];
  const rows = groups.flatMap((group) => group.rows);
  const [pointed, setPointed] = useState<string | null>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === pointed),
  );
  const options = useRef<HTMLDivElement>(null);
  const returnFocus = useReturnFocus();
  const input = useRef<HTMLInputElement>(null);

  // What was found in a file is not in its message.
  const findOf = (row: LinkRow) => (row.messageId === null || ('hit' in row && row.hit.file) ? null : q);
  const documentOf = (row: LinkRow) => 'hit' in row && row.hit.document && { id: row.hit.document.id, find: q };
  const choose = (row: Row) => {
    if ('command' in row) {
      onClose();
      // Once the focus is back, because a dialog that the command opens returns it there.
      if (page) requestAnimationFrame(() => setTimeout(() => row.command.run(page)));
      return;
    }
    if ('hidden' in row) {
      setExpanded({ q, ids: new Set(expanded.q === q ? expanded.ids : []).add(row.conversationId) });
      setPointed(row.firstHidden);
      return;
    }
    onClose();
    const document = documentOf(row);
    open(row.conversationId, { messageId: row.messageId, find: findOf(row), ...(document && { document }) });
    if ('hit' in row && row.hit.file) {
      const { file } = row.hit;
      showFilesOf({ conversationId: row.conversationId, files: [file], at: 0, page: file.page });
    }
  };
  const move = (to: number) => {
    const index = (to + rows.length) % rows.length;
    setPointed(rows[index]?.key ?? null);
    options.current?.querySelectorAll('[role=option]')[index]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const to = steps[event.key];
    const chosen = rows[at];
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') onClose();
    else if (isOfInputMethod(event) || rows.length === 0) return;
    else if (to !== undefined) move(to);
    else if (event.key === 'Enter' && chosen && (!isBehind || 'command' in chosen)) choose(chosen);
    else return;
    event.preventDefault();
  };

  useBackToClose(true, onClose);
  return (
    <Radix.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <div className="fixed inset-0 z-(--z-dialog) grid animate-fade-in items-start justify-items-center overscroll-contain bg-scrim p-5 pt-[12vh] max-md:p-0">
          <Radix.Content
            aria-modal
            aria-describedby={undefined}
            {...returnFocus}
            onEscapeKeyDown={keepForInputMethod}
            onOpenAutoFocus={(event) => {
              returnFocus.onOpenAutoFocus();
              event.preventDefault();
              const box = input.current;
              if (!box) return;
              box.focus();
              // Writes it into the field at once, because otherwise the next character could come first.
              box.value = takeTyped();
              setText(box.value);
            }}
            onKeyDown={onKeyDown}
            className="flex h-[min(30rem,76vh)] w-full max-w-160 flex-col overflow-hidden rounded-[1rem] border border-border bg-surface-raised shadow-dialog outline-none data-[state=open]:animate-rise-in max-md:h-dvh max-md:rounded-none max-md:border-0"
          >
            <Radix.Title className="sr-only">{searchTexts.label}</Radix.Title>
            <div className="flex h-14 flex-none items-center gap-3 border-border border-b pr-2 pl-4.5">
              <SearchIcon className="icon text-text-muted" aria-hidden />
              <input
                ref={input}
                type="text"
                role="combobox"
                aria-label={searchTexts.label}
                aria-expanded={rows.length > 0}
                aria-controls={rows.length > 0 ? list : undefined}
                aria-autocomplete="list"
                aria-activedescendant={rows[at] ? `${list}-${at}` : undefined}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                enterKeyHint="search"
                placeholder={searchTexts.placeholder}
                className="h-full min-w-0 flex-1 bg-transparent outline-none max-md:text-[1rem]"
                value={text}
                onChange={(event) => {
                  setText(event.target.value);
                  setPointed(null);
                }}
              />
              <Radix.Close asChild>
                <IconButton size="lg" label={searchTexts.close} hint={searchTexts.closeHint}>
                  <X aria-hidden />
                </IconButton>
              </Radix.Close>
            </div>
            <div className="scroll-area min-h-0 flex-1 p-2" aria-busy={searching && isBehind}>
              <p role="status" className="sr-only">
                {searching && query.data && !isBehind ? searchTexts.found(hits.length) : ''}
              </p>
              {!searching && found.length > 0 && (
                <p className="px-3 pt-1.5 pb-1 text-text-muted text-xs" aria-hidden>
                  {searchTexts.recent}
                </p>
              )}
              {rows.length > 0 && (
                <div
                  id={list}
                  ref={options}
                  role="listbox"
                  aria-label={
                    typed.isCommand ? commandTexts.group : searching ? searchTexts.results : searchTexts.recentList
                  }
                >
                  {groups.map((group) => (
                    <RowsOfConversation
                      key={group.key}
                      label={group.isCommands || group.rows.length > 1 ? group.label : null}
                      hint={
                        group.isCommands
                          ? typed.isCommand
                            ? group.label
                            : `${group.label} · ${commandTexts.all}`
                          : null
                      }
                    >
                      {group.rows.map((row, ofGroup) => {
                        const index = rows.indexOf(row);
                        const shared = {
                          id: `${list}-${index}`,
                          active: index === at,
                          onChoose: () => choose(row),
                          onPoint: () => setPointed(row.key),
                        };
                        if ('command' in row) return <CommandRow key={row.key} {...shared} command={row.command} />;
                        if ('hidden' in row) return <MoreHits key={row.key} {...shared} count={row.hidden} />;
                        const document = documentOf(row);
                        const href = document
                          ? hrefOfDocument(row.conversationId, document)
                          : hrefOf(row.conversationId, row.messageId, findOf(row));
                        return (
                          <SearchRow key={row.key} {...shared} href={href} follows={ofGroup > 0} {...contentOf(row)} />
                        );
                      })}
                    </RowsOfConversation>
                  ))}
                </div>
              )}
              {typed.isCommand ? (
                rows.length === 0 && (
                  <CentredMessage title={commandTexts.nothing(typed.command.trim())} text={commandTexts.nothingHint} />
                )
              ) : searching ? (
                <NothingListed
                  none={found.length === 0}
                  q={q}
                  pending={query.isPending || (isBehind && found.length === 0 && !query.isError)}
                  error={query.isError && !isBehind ? query.error : null}
                  onRetry={() => void query.refetch()}
                />
              ) : (
                found.length === 0 && <CentredMessage title={searchTexts.empty} text={searchTexts.emptyHint} />
              )}
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Whether the dialog has been painted. */
function useOpened(): boolean {
  const [isOpened, setOpened] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setOpened(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isOpened;
}
