import { z } from 'zod';
import { conversationIdSchema } from '../calls/conversation-id.ts';
import { effortSchema } from '../config/schemas.ts';
import { madeDocumentSchema } from '../documents/schemas.ts';
import { fileIdsSchema, fileSchema, usedFileSchema } from '../files/schemas.ts';
import { projectIdSchema } from '../projects/schemas.ts';
import { allowanceSchema } from '../subscription/plans.ts';
import { trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import {
  reasoningSchema,
  sourceSchema,
  stepSchema,
  usageSchema,
  usedInstructionsSchema,
  usedMemorySchema,
} from './answers.ts';
import {
  maxConversationIds,
  maxConversationsAtOnce,
  maxFeedbackLength,
  maxMessageLength,
  maxModelNameLength,
  maxTitleLength,
  messagePageSize,
  mostToForget,
} from './limits.ts';
import { titleProblems } from './texts.ts';

/** The title of a conversation until it gets its own. */
export const newConversationTitle = 'New Chat';

/** The title of a temporary chat until it is kept. */
export const temporaryTitle = 'Temporary chat';

export const messageStatusSchema = z.enum(['complete', 'streaming', 'stopped', 'interrupted', 'failed']);
export type MessageStatus = z.infer<typeof messageStatusSchema>;

export const ratingSchema = z.enum(['good', 'bad']);
export type Rating = z.infer<typeof ratingSchema>;

export const messageSchema = z
  .object({
    id: z.string(),
    conversationId: conversationIdSchema,
    parentId: z.string().nullable().describe('The message it follows; null for the first message of a conversation.'),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    createdAt: isoDateSchema,
    status: messageStatusSchema,
    clientMessageId: z.string().nullable().describe('The id that the sender gave the message, to recognize it later.'),
    answeredBy: z
      .string()
      .nullable()
      .describe(
        'The provider and model that answered ("Demo · built-in", "OpenAI · gpt-…"), and a chosen model that is no longer available. null for messages of people and before the first token.',
      ),
    error: z
      .string()
      .nullable()
      .describe('Why the answer failed, was interrupted, or was cut short by its model: a sentence for people.'),
    errorHint: z
      .string()
      .nullable()
      .describe(
        'Details of `error`: which provider failed, and how. Which setting to change is told only to administrators and at the computer that Noek runs on.',
      ),
    sequence: z
      .number()
      .int()
      .nonnegative()
      .describe('The sequence of the last event that `content` includes. Follow the answer from there.'),
    feedback: z
      .object({ rating: ratingSchema, reason: z.string().nullable() })
      .nullable()
      .describe("The reader's rating of an answer; null if there is none."),
    turnsLeftOut: z
      .number()
      .int()
      .nonnegative()
      .describe("How many earlier messages did not fit into the model's context; usually 0."),
    model: z
      .string()
      .nullable()
      .describe('The model that was chosen for the answer; null: chosen automatically, and for messages of people.'),
    steps: z.array(stepSchema).describe('What the answer did, in order; usually empty.'),
    sources: z
      .array(sourceSchema)
      .describe('The pages that were opened for the answer. [1] in its text cites number 1.'),
    memories: z.array(usedMemorySchema).describe('The memories that the answer has used: its text shows them.'),
    instructions: z
      .array(usedInstructionsSchema)
      .describe('The instructions that the answer was given. `usedInstructions` has their text.'),
    files: z.array(fileSchema).describe('The files that the person sent with it, as they were then.'),
    pasted: z.literal(true).optional().describe('The person pasted a part of the text; otherwise absent.'),
    usedFiles: z.array(usedFileSchema).describe('What the answer was given of files.'),
    documents: z
      .array(madeDocumentSchema)
      .describe('The documents that the answer has made or changed, as they were then; usually empty.'),
    reasoning: reasoningSchema
      .nullable()
      .describe('What the model thought before it answered; null if it said nothing.'),
    toolsLeftOut: z
      .literal(true)
      .optional()
      .describe(
        'The model that answered takes no tools, so it could not search the web or save memories; otherwise absent.',
      ),
    modelsGone: z
      .array(z.string())
      .optional()
      .describe('The models that did not answer because they are no longer available; otherwise absent.'),
    usage: usageSchema
      .nullable()
      .describe(
        'The tokens that the answer has used; null while it runs, if no model was asked, and for messages of people.',
      ),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;

export const conversationSchema = z
  .object({
    id: conversationIdSchema,
    title: z.string(),
    userId: z.string().nullable(),
    updatedAt: isoDateSchema,
    createdAt: isoDateSchema,
    archived: z.boolean(),
    pinned: z.boolean().describe('Whether it is above the others in the list.'),
    projectId: z.string().nullable().describe('The project that it is in; null for none.'),
    temporary: z
      .boolean()
      .describe('Whether it is in no list, search or export, and deleted 24 hours after its last message.'),
    funMode: z.boolean(),
    harmfulMode: z.boolean(),
    webSearch: z.boolean().describe('Whether its answers may search the web.'),
    model: z
      .string()
      .nullable()
      .describe('The model that answers, a name of `models` in /api/config; null: chosen automatically.'),
    effort: effortSchema.describe(
      'How much the model may reason. `efforts` in /api/config says what each model takes.',
    ),
    shared: z.boolean().describe('Whether anyone with the link can read a snapshot of it now.'),
    sharedAt: isoDateSchema.nullable(),
    shareExpiresAt: isoDateSchema.nullable(),
    shareIncludesFiles: z.boolean().describe('Whether readers of the link get the files, or only their names.'),
    shareIncludesDocuments: z
      .boolean()
      .describe('Whether readers of the link get the documents, or only their titles.'),
    shareTakenDownAt: isoDateSchema
      .nullable()
      .describe('Since when it cannot be shared, because an administrator took its link down; null: it can.'),
    headMessageId: z
      .string()
      .nullable()
      .describe('The newest message of the current branch; null while the conversation is empty.'),
    deletedAt: isoDateSchema.nullable().describe('When it was moved to the trash.'),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversationSchema>;

export const conversationRefSchema = z.object({ conversationId: conversationIdSchema });

const temporarySchema = z
  .boolean()
  .optional()
  .describe(
    'Whether a new conversation is temporary: in no list, search or export, without a title of its own, and deleted 24 hours after its last message.',
  );

const titleSchema = z.string().overwrite(trimmed).max(maxTitleLength, titleProblems.tooLong);

export const createConversationInputSchema = z.object({
  userId: z.string().max(128).optional(),
  title: titleSchema.optional(),
  projectId: projectIdSchema.optional().describe('The project that it is created in.'),
  temporary: temporarySchema,
});
export type CreateConversationInput = z.infer<typeof createConversationInputSchema>;
/** Absent fields keep their values. At least one is needed, which the verb checks. */
export const updateConversationInputSchema = conversationRefSchema.extend({
  title: titleSchema.min(1, titleProblems.empty).optional(),
  pinned: conversationSchema.shape.pinned.optional(),
  projectId: projectIdSchema.nullish().describe('The project to move it to; null: out of its project.'),
  effort: effortSchema.optional().describe('How much the model may reason in its next answers.'),
});

export const listConversationsInputSchema = z.object({
  archived: z.boolean().default(false),
  project: z
    .union([z.literal('none'), projectIdSchema])
    .optional()
    .describe('Only the conversations of this project, or only those in none. Absent: all of them.'),
  limit: z.number().int().min(1).max(200).default(100),
  cursor: z.string().max(256).optional(),
});
/** The trash, most recently deleted first. */
export const listTrashInputSchema = listConversationsInputSchema.omit({ archived: true, project: true });
export const conversationPageSchema = z.object({
  conversations: z.array(conversationSchema),
  nextCursor: z.string().nullable(),
});
export type ConversationPage = z.infer<typeof conversationPageSchema>;

/** Only the ids of a list, in its order, for "select all". */
export const listConversationIdsInputSchema = listConversationsInputSchema.extend({
  limit: z.number().int().min(1).max(maxConversationIds).default(maxConversationIds),
});
export const conversationIdPageSchema = z.object({
  conversationIds: z.array(conversationIdSchema),
  nextCursor: z.string().nullable(),
});
export type ConversationIdPage = z.infer<typeof conversationIdPageSchema>;

/** `delete` moves conversations to the trash; `restore` takes them out again. */
export const conversationActionSchema = z.enum(['archive', 'unarchive', 'delete', 'restore']);
export type ConversationAction = z.infer<typeof conversationActionSchema>;
/** One change to several conversations in one step. */
export const changeConversationsInputSchema = z.object({
  /** `deleteForever` applies to conversations in the trash, and cannot be undone. */
  action: z.enum([...conversationActionSchema.options, 'deleteForever', 'move']),
  conversationIds: z.array(conversationIdSchema).min(1).max(maxConversationsAtOnce),
  projectId: projectIdSchema.nullish().describe('Of `move`: the project to move them to; null: out of their project.'),
});
export type ChangeConversationsInput = z.infer<typeof changeConversationsInputSchema>;
/** The conversations that were changed. The others were not found. */
export const changedConversationsSchema = z.object({ conversationIds: z.array(conversationIdSchema) });
export type ChangedConversations = z.infer<typeof changedConversationsSchema>;

/** What a message without text and files is refused with. A message with files needs no text, so the verb checks it. */
export const blankMessage = 'Write a message first.';
const contentSchema = z
  .string({ error: blankMessage })
  .max(maxMessageLength, `Messages are at most ${maxMessageLength.toLocaleString('en-US')} characters.`);
const pastedSchema = z
  .boolean()
  .optional()
  .describe(
    'Whether the person pasted a part of the text. Another author is then possible, so the answer asks before it keeps a memory.',
  );
const filesOfMessageSchema = fileIdsSchema.optional().describe('The files to send with it.');

/** An idempotency key: sending it again returns the first result. One row, one charge, one model call. */
const clientMessageIdSchema = z.string().min(1).max(128);

const messageIdSchema = z.string().min(1).max(128);

/** How answers of a conversation are made. A send that names one of them also remembers it in the conversation. */
export const answerSettingsSchema = z.object({
  webSearch: z.boolean().optional(),
  /** A name of `models` in the public settings. null: chosen automatically. */
  model: z.string().min(1).max(maxModelNameLength).nullish(),
  /** How much the model may reason. */
  effort: effortSchema.optional(),
  /** Whether answers are in Fun Mode, for signed-in people. false ends Harmful Mode, too. */
  funMode: z.boolean().optional(),
  /** Whether answers are in Harmful Mode, which needs Fun Mode. */
  harmfulMode: z.boolean().optional(),
});
export type AnswerSettings = z.infer<typeof answerSettingsSchema>;
export const changeAnswerSettingsInputSchema = conversationRefSchema.extend(answerSettingsSchema.shape);

/** A message from a guest or a signed-in person. Without a conversation, the same step creates one. */
export const sendMessageInputSchema = z.object({
  conversationId: conversationIdSchema.nullable(),
  content: contentSchema,
  fileIds: filesOfMessageSchema,
  pasted: pastedSchema,
  clientMessageId: clientMessageIdSchema.optional(),
  /**
   * The message it follows. null: it is the first of the conversation. Absent: it follows the newest message. If it follows
   * any other message, it starts a new branch, and the previous branch is kept as another version.
   */
  parentId: messageIdSchema.nullish(),
  projectId: projectIdSchema.nullish().describe('The project that a new conversation is created in.'),
  temporary: temporarySchema,
  ...answerSettingsSchema.shape,
});
export type SendMessageInput = z.infer<typeof sendMessageInputSchema>;
/** The body for REST when a guest sends a message. */
export const guestChatBodySchema = z.object({
  message: contentSchema,
  fileIds: filesOfMessageSchema,
  pasted: pastedSchema,
  conversationId: conversationIdSchema.nullish(),
  clientMessageId: clientMessageIdSchema.optional(),
  ...answerSettingsSchema.shape,
});

/** The immediate result of a send: both messages as they are now. The answer is usually still streaming. */
export const sendResultSchema = z.object({
  conversation: conversationSchema,
  userMessage: messageSchema,
  assistantMessage: messageSchema,
  allowance: allowanceSchema,
  branched: z.boolean().describe('Whether it started a new branch. The previous branch is kept as another version.'),
});
export type SendResult = z.infer<typeof sendResultSchema>;

export const guestStatusSchema = z
  .object({
    messageCount: z.number().int(),
    messageLimit: z.number().int(),
    remainingMessages: z.number().int(),
    hasReachedLimit: z.boolean(),
    resetAt: isoDateSchema.nullable(),
  })
  .meta({ id: 'GuestStatus' });
export type GuestStatus = z.infer<typeof guestStatusSchema>;

export const guestChatResultSchema = z
  .object({
    userMessage: messageSchema,
    aiMessage: messageSchema,
    remainingMessages: z.number().int(),
    resetAt: isoDateSchema.nullable(),
    conversation: conversationSchema,
  })
  .meta({ id: 'GuestReply' });

export const messageRefSchema = z.object({ messageId: messageIdSchema });
/**
 * Asks for another answer to the same question. `model` is only for this answer; absent: the conversation's. A repeated
 * clientMessageId returns the first result.
 */
export const regenerateInputSchema = messageRefSchema.extend({
  clientMessageId: clientMessageIdSchema.optional(),
  model: answerSettingsSchema.shape.model,
});
/** Continues an answer. A repeated clientMessageId continues it once and charges once. */
export const continueInputSchema = messageRefSchema.extend({ clientMessageId: clientMessageIdSchema.optional() });
/** The answer, which is streaming again, with the remaining allowance. */
export const continueResultSchema = messageSchema.extend({ allowance: allowanceSchema });
export type ContinueResult = z.infer<typeof continueResultSchema>;
export const rateInputSchema = messageRefSchema.extend({
  /** null removes an earlier rating. */
  rating: ratingSchema.nullable(),
  reason: z
    .string()
    .overwrite(trimmed)
    .max(maxFeedbackLength, `Reasons are at most ${maxFeedbackLength.toLocaleString('en-US')} characters.`)
    .optional(),
});

/** Which of the memories that an answer asks about are to be deleted. Without one, all stay. */
export const decideForgettingInputSchema = messageRefSchema.extend({
  stepId: z.string().min(1).max(128),
  memoryIds: z.array(z.string().min(1).max(128)).max(mostToForget),
});
export type DecideForgettingInput = z.infer<typeof decideForgettingInputSchema>;

/** Whether the memory that an answer asks about is kept. */
export const decideKeepingInputSchema = messageRefSchema.extend({
  stepId: z.string().min(1).max(128),
  keep: z.boolean(),
});
export type DecideKeepingInput = z.infer<typeof decideKeepingInputSchema>;

const ordinalSchema = z.number().int().nonnegative();
/** Which page of messages to read: before or after a position, or around a message. Absent: the last page. */
export const messageCursorSchema = z.union([
  z.object({ before: ordinalSchema }),
  z.object({ after: ordinalSchema }),
  z.object({ around: messageIdSchema }),
]);
export type MessageCursor = z.infer<typeof messageCursorSchema>;
export const listMessagePageInputSchema = conversationRefSchema.extend({
  limit: z.number().int().min(1).max(200).default(messagePageSize),
  cursor: messageCursorSchema.optional(),
});
/** A page of the current branch, oldest first. */
export const messagePageSchema = z.object({
  messages: z.array(messageSchema),
  /** Cursors of the previous and the next page; null at the start and at the end. */
  older: messageCursorSchema.nullable(),
  newer: messageCursorSchema.nullable(),
  /** For each message with several versions: the ids of all versions, its own included, oldest first. */
  versions: z.record(z.string(), z.array(z.string())),
});
export type MessagePage = z.infer<typeof messagePageSchema>;
export const followInputSchema = messageRefSchema.extend({
  /** Continue after this event. 0 or absent: from the start. On a reconnect, tRPC puts the last SSE id here. */
  lastEventId: z.coerce.number<number | string>().int().nonnegative().nullish(),
});
export const stopInputSchema = messageRefSchema.extend({
  /** How much of the answer was on screen, in UTF-16 code units. Text beyond it is dropped. */
  shownLength: z.number().int().nonnegative().optional(),
});
