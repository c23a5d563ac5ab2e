import type { Deps } from '../../../deps.ts';
import type { Live } from '../live/live.ts';
import type { TextSpaces } from '../space/text-spaces.ts';
import { documentTools } from './document-tools.ts';
import { forgetMemoryTool } from './forget-memory-tool.ts';
import { saveMemoryTool } from './save-memory-tool.ts';
import type { AnswerTool, ToolsFor } from './tool.ts';
import { webSearchTool } from './web-search-tool.ts';

/** The tools that the model of an answer may call, in the order in which it is told about them. */
export type ToolsOf = (deps: Deps & { live: Live; textSpaces: TextSpaces }, answer: ToolsFor) => readonly AnswerTool[];

export const toolsOfAnswer: ToolsOf = (deps, answer) => [
  ...(answer.user?.memoryEnabled ? [saveMemoryTool(deps), forgetMemoryTool(deps)] : []),
  webSearchTool(deps, answer),
  ...(answer.isStored ? documentTools(deps) : []),
];
