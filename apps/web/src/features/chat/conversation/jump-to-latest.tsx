import { ArrowDown } from 'lucide-react';
import { chatTexts } from '../texts.ts';

/** Scrolls to the end of the conversation. `isAnswer`: what is below is more of the answer that is being read. */
export default function JumpToLatest({ isAnswer, onJump }: { isAnswer: boolean; onJump: () => void }) {
  const { jumpToLatest, moreOfAnswer } = chatTexts.conversation;
  return (
    <button
      type="button"
      onClick={onJump}
      className="group-has-[article_form:focus-within]/main:hidden -top-13 -translate-x-1/2 absolute left-1/2 inline-flex h-9 animate-fade-in items-center gap-1.5 rounded-full border border-border bg-surface-raised pr-3.5 pl-3 font-medium text-sm shadow-float hover:bg-surface-hover coarse:-top-14 coarse:h-10"
    >
      <ArrowDown className="icon" aria-hidden />
      {isAnswer ? (
        <span>
          {moreOfAnswer[0]} <span className="sr-only">{moreOfAnswer[1]}</span>
        </span>
      ) : (
        jumpToLatest
      )}
    </button>
  );
}
