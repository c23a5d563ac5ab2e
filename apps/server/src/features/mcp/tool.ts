import type { TokenScope } from '@noek/contract/calls/token-scopes';
import type { z } from 'zod';
import type { Ctx } from '../../context.ts';

/** What a tool knows of the call, beside its arguments. */
export type McpCall = {
  /** Aborts when the caller cancels the call or closes its stream. */
  gone: AbortSignal;
  /** The caller's key for this call: repeated with the same key, it is the same call. Null without one. */
  key: string | null;
  /** Tells the caller what happens. Does nothing if they did not ask. */
  progress(message: string): void;
};

type Described<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string;
  title: string;
  /** For a model, which decides by it when to call the tool. */
  description: string;
  /** What a token needs to call it, and to see it in the list. */
  scope: TokenScope;
  /** Whether it changes nothing. */
  isReadOnly: boolean;
  /** Whether it may reach beyond Noek, to the web. */
  isOpenWorld: boolean;
  /** Both schemas are closed. */
  input: Input;
  output: Output;
  run(ctx: Ctx, input: z.output<Input>, call: McpCall): Promise<z.input<Output>>;
  /** The result as people and models read it. */
  text(result: z.input<Output>): string;
};

/** A tool of the MCP server. */
export type McpTool = Described<z.ZodObject, z.ZodObject>;

/** Checks a tool's types. */
export const mcpTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Described<Input, Output>,
): McpTool => tool as unknown as McpTool;
