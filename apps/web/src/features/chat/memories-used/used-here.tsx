import type { UsedInstructions as Instructions, UsedMemory } from '@noek/contract/chat/answers';
import type { UsedFile } from '@noek/contract/files/schemas';
import type { Memory } from '@noek/contract/memory/schemas';
import { Bookmark, Paperclip, ScrollText } from 'lucide-react';
import { type MouseEvent, Suspense, useId, useState } from 'react';
import { TextButton } from '../../../components/base/button.tsx';
import { codePart } from '../../../components/base/code-part.ts';
import { PageLink } from '../../../components/page/page-link.tsx';
import { useChatNavigation } from '../chat-navigation.tsx';
import { memoryWords } from './memory-words.ts';
import { memoriesUsedTexts as texts } from './texts.ts';
import { useKnownMemories } from './use-known-memories.ts';

const UsedFiles = codePart(() => import('../files/in-messages/used-files.tsx')).lazy((module) => module.UsedFiles);

const memoriesPage = '/memories';
const link =
  'inline-flex min-h-(--size-control-sm) items-center rounded-chip text-accent-ink text-sm hover:underline hover:underline-offset-3';

const UsedInstructions = codePart(() => import('./used-instructions.tsx')).lazy((module) => module.UsedInstructions);

/** What an answer used, or was given. */
type UsedBy = {
  messageId: string;
  memories: readonly UsedMemory[];
  files: readonly UsedFile[];
  instructions: readonly Instructions[];
};

/**
 * The button under an answer that used memories or files, or was given instructions, and the list of them: the instructions as they were,
 * what it was given of each file, and for each memory a link to the message that it comes from.
 */
export function useUsedHere(by: UsedBy) {
  const { memories, files, instructions } = by;
  const [open, setOpen] = useState(false);
  const id = useId();
  if (memories.length === 0 && files.length === 0 && instructions.length === 0) return { button: null, list: null };
  const Icon = memories.length > 0 ? Bookmark : files.length > 0 ? Paperclip : ScrollText;
  const button = (
    <TextButton
      className="inline-flex items-center gap-1 text-text-muted! text-xs hover:text-text!"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={() => setOpen(!open)}
    >
      <Icon className="size-3.5" aria-hidden />
      {texts.used}
    </TextButton>
  );
  return { button, list: open && <UsedList id={id} {...by} /> };
}

function UsedList({ id, messageId, memories: used, files, instructions }: UsedBy & { id: string }) {
  // A person who opens the list wants to see the current state.
  const [opened] = useState(() => crypto.randomUUID());
  const told = used.map((memory) => ({ key: `${opened} ${memory.id}`, memoryId: memory.id, isThere: true }));
  const { known, isSure } = useKnownMemories(told);
  return (
    <section
      id={id}
      aria-label={texts.list({
        files: files.length > 0,
        memories: used.length > 0,
        instructions: instructions.length > 0,
      })}
      className="mt-1 rounded-card border border-border bg-surface px-4 py-2"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <ul className="scroll-area max-h-80" tabIndex={0}>
        {instructions.length > 0 && (
          <Suspense fallback={null}>
            <UsedInstructions messageId={messageId} used={instructions} />
          </Suspense>
        )}
        {files.length > 0 && (
          <Suspense fallback={null}>
            <UsedFiles files={files} />
          </Suspense>
        )}
        {told.map((line, at) => (
          <li key={line.memoryId} className="border-border border-b py-2 last:border-b-0">
            <Used title={used[at]?.title ?? ''} memory={known.get(line.memoryId)} isSure={isSure(line)} />
          </li>
        ))}
      </ul>
      {used.length > 0 && (
        <PageLink href={memoriesPage} className={link}>
          {texts.manage}
        </PageLink>
      )}
    </section>
  );
}

function Used({ title, memory, isSure }: { title: string; memory: Memory | undefined; isSure: boolean }) {
  const id = useId();
  const words = memory ? memoryWords(memory) : { heading: title, text: null };
  return (
    <>
      <p id={id} dir="auto" className="line-clamp-3 break-words font-medium text-sm">
        {words.heading}
      </p>
      {words.text && (
        <p dir="auto" className="line-clamp-3 break-words text-sm text-text-muted">
          {words.text}
        </p>
      )}
      {memory && memory.conversationId !== null && (
        <SourceLink conversationId={memory.conversationId} messageId={memory.messageId} titleId={id} />
      )}
      {memory?.conversationId === null && <p className="text-sm text-text-muted">{texts.byYou}</p>}
      {!memory && isSure && <p className="text-sm text-text-muted">{texts.forgotten}</p>}
    </>
  );
}

function SourceLink(props: { conversationId: number; messageId: string | null; titleId: string }) {
  const { conversationId, messageId, titleId } = props;
  const { hrefOf, open } = useChatNavigation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    open(conversationId, { messageId });
  };
  return (
    <a href={hrefOf(conversationId, messageId)} className={link} aria-describedby={titleId} onClick={follow}>
      {texts.why}
    </a>
  );
}
