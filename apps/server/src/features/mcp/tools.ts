import type { McpTool } from './tool.ts';
import { askNoekTool } from './tools/ask-noek.ts';
import { listMemoriesTool } from './tools/list-memories.ts';
import { readConversationTool } from './tools/read-conversation.ts';
import { saveMemoryTool } from './tools/save-memory.ts';
import { searchConversationsTool } from './tools/search-conversations.ts';
import { searchKnowledgeTool } from './tools/search-knowledge.ts';

/** The tools of the MCP server, in the order of its list. */
export const mcpTools: readonly McpTool[] = [
  askNoekTool,
  searchConversationsTool,
  readConversationTool,
  listMemoriesTool,
  saveMemoryTool,
  searchKnowledgeTool,
];
