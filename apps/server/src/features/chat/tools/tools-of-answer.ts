import type { Deps } from '../../../deps.ts';
import type { Live } from '../live/live.ts';
import { forgetMemoryTool } from './forget-memory-tool.ts';
import { personSaid } from './person-said.ts';
import { saveMemoryTool } from './save-memory-tool.ts';
import type { AnswerTool, ToolRun } from './tool.ts';
import { webSearchTool } from './web-search-tool.ts';

/** What decides which tools an answer is offered. */
export type ToolsFor = Pick<ToolRun, 'owner' | 'user' | 'question'> & {
  /** The context window of the model that is asked, in tokens. */
  contextTokens: number;
  /** Whether web search is on in the conversation. */
  webSearch: boolean;
};

/** The tools that the model of an answer may call, in the order in which it is told about them. */
export type ToolsOf = (deps: Deps & { live: Live }, answer: ToolsFor) => readonly AnswerTool[];

export const toolsOfAnswer: ToolsOf = (deps, answer) => {
  const said = personSaid(deps.db, answer.question.id);
  return [
    ...(answer.user?.memoryEnabled ? [saveMemoryTool(deps, said), forgetMemoryTool(deps, said)] : []),
    ...(answer.webSearch ? [webSearchTool(deps, answer)] : []),
  ];
};
