import type { DemoConversation } from '../conversation.ts';
import { findSlips } from './code-slips.ts';

const wantsHelp = /\b(?:debug|bugs?|fix|errors?|exception|crash\w*|does(?: not|n't) work|not working|wrong)\b/;

/** The findings about code that was pasted with a request for help; null without such code. */
export function pastedCode({ question, plain, answered }: DemoConversation): { lines: string; slips: string } | null {
  const code = /```[\w+#-]*\n([\s\S]+?)(?:```|$)/.exec(question)?.[1];
  if (!code) return null;
  if (!wantsHelp.test(plain) && !answered.at(-1)?.includes('Paste these four things')) return null;
  const lines = code.trim().split('\n').length;
  return {
    lines: lines === 1 ? 'one line' : `${lines} lines`,
    slips: findSlips(code)
      .map((slip) => `- ${slip}`)
      .join('\n'),
  };
}
