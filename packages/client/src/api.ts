import type { Figures, FiguresRange, Provider, Providers } from '@noek/contract/admin/figures';
import type {
  AdminUser,
  AuditPage,
  ChangeUserBody,
  ListAuditInput,
  ListPeopleInput,
  PayerWithoutPlan,
  PendingSignUps,
  PeoplePage,
  PersonPayment,
  SubscriptionDecision,
  UserMessagesPage,
} from '@noek/contract/admin/schemas';
import type { ArchiveJobs, TextSpace } from '@noek/contract/archive/schemas';
import type { ChatViewPage, ListChatViewsInput, SignInMethods } from '@noek/contract/auth/account';
import type { authOperations } from '@noek/contract/auth/operations';
import type { LoginSession, User } from '@noek/contract/auth/schemas';
import type { ApiToken, CreateTokenInput, NewApiToken } from '@noek/contract/auth/tokens';
import type { InputOf, JsonOf } from '@noek/contract/calls/operation';
import type {
  Campaign,
  CampaignPreview,
  CampaignResultsPage,
  CampaignsPage,
  CampaignText,
  CountRecipientsInput,
  EmailsSetting,
  ListCampaignResultsInput,
  ListCampaignsInput,
  RecipientCount,
  StartCampaignInput,
  StartedCampaign,
} from '@noek/contract/campaigns/schemas';
import type {
  AnswerSettings,
  ChangeConversationsInput,
  ChangedConversations,
  ContinueResult,
  Conversation,
  ConversationIdPage,
  ConversationPage,
  DecideForgettingInput,
  GuestStatus,
  Message,
  MessageCursor,
  MessagePage,
  Rating,
  SendMessageInput,
  SendResult,
} from '@noek/contract/chat/schemas';
import type { SearchHit } from '@noek/contract/chat/search';
import type { Share, SharedConversation } from '@noek/contract/chat/sharing';
import type { GenerationEvent, LiveEvent } from '@noek/contract/chat/stream';
import type {
  DecideEmptiedInput,
  KnowledgePreview,
  KnowledgeStatus,
  KnowledgeTest,
} from '@noek/contract/knowledge/schemas';
import type {
  CreateMemoryInput,
  Memory,
  MemoryFields,
  MemoryList,
  MemoryVersion,
  RestoreMemoryInput,
  UndoMemoryChangeInput,
} from '@noek/contract/memory/schemas';
import type {
  ListReportsInput,
  OpenedReport,
  Report,
  ReportBody,
  Reported,
  ReportsPage,
  TakeDown,
} from '@noek/contract/reports/schemas';
import type { Allowance } from '@noek/contract/subscription/plans';
import type {
  CreateSubscriptionResult,
  FinishCardChangeInput,
  Invoice,
  SandboxConfirmInput,
  SubscriptionStatus,
} from '@noek/contract/subscription/schemas';

type Options = { signal?: AbortSignal };
type Query<Input, Output> = { query(input: Input, options?: Options): Promise<Output> };
type Mutation<Input, Output> = { mutate(input: Input, options?: Options): Promise<Output> };
type Subscription<Input, Output> = {
  subscribe(
    input: Input,
    handlers: {
      onData?: (value: Output) => void;
      onError?: (error: unknown) => void;
      onComplete?: () => void;
    },
  ): { unsubscribe(): void };
};
type Said = { message: string };

type Auth = typeof authOperations;
type Answer<Name extends keyof Auth> = JsonOf<Auth[Name]>;
/** A procedure with the body and the result of a documented call. */
type Same<Name extends keyof Auth> = Mutation<
  InputOf<Auth[Name], 'input'> extends { body: infer Body } ? Body : void,
  Answer<Name>
>;
type Ref = { conversationId: number };

/**
 * Every typed procedure, as scripts call it. Only the contract's types are used, so that this package does not depend on the server.
 * client.ts lets the compiler check these types against the server's router in both directions.
 */
export type NoekApi = {
  auth: {
    user: Query<void, User | null>;
    signUp: Same<'signUp'>;
    login: Same<'login'>;
    logout: Same<'logout'>;
    verifyEmail: Mutation<{ token: string }, Answer<'verifyEmail'>>;
    resendVerification: Same<'resendVerification'>;
    forgotPassword: Same<'forgotPassword'>;
    resetPassword: Same<'resetPassword'>;
    changePassword: Same<'changePassword'>;
    changeEmail: Same<'changeEmail'>;
    undoEmailChange: Same<'undoEmailChange'>;
    memorySettings: Same<'memorySettings'>;
    modelTrainingConsent: Same<'modelTrainingConsent'>;
    deleteAccount: Same<'deleteAccount'>;
    generateCrossDomainToken: Same<'generateCrossDomainToken'>;
    crossDomainLogin: Same<'crossDomainLogin'>;
    crossDomainLogout: Same<'crossDomainLogout'>;
    sync: Same<'syncCrossDomain'>;
    sessions: Query<void, LoginSession[]>;
    endSession: Mutation<{ id: string }, Said>;
    endOtherSessions: Same<'endOtherSessions'>;
    signInMethods: Query<void, SignInMethods>;
    chatViews: Query<ListChatViewsInput, ChatViewPage>;
    tokens: Query<void, ApiToken[]>;
    createToken: Mutation<CreateTokenInput, NewApiToken>;
    revokeToken: Mutation<{ id: string }, Said>;
    testLogin: Same<'testLogin'>;
  };
  chat: {
    conversations: Query<{ archived?: boolean; limit?: number; cursor?: string }, ConversationPage>;
    conversationIds: Query<{ archived?: boolean; limit?: number; cursor?: string }, ConversationIdPage>;
    conversation: Query<Ref, Conversation>;
    search: Query<{ q: string; limit?: number }, SearchHit[]>;
    createConversation: Mutation<{ title?: string }, Conversation>;
    archive: Mutation<Ref, Conversation>;
    unarchive: Mutation<Ref, Conversation>;
    delete: Mutation<Ref, Said>;
    changeConversations: Mutation<ChangeConversationsInput, ChangedConversations>;
    rename: Mutation<{ conversationId: number; title: string }, Conversation>;
    changeAnswerSettings: Mutation<Ref & AnswerSettings, Conversation>;
    trash: Query<{ limit?: number; cursor?: string }, ConversationPage>;
    restore: Mutation<Ref, Conversation>;
    deleteForever: Mutation<Ref, Said>;
    share: Mutation<{ conversationId: number; expiresAt?: string | null; refresh?: boolean }, Share>;
    unshare: Mutation<Ref, Said>;
    shared: Query<Ref, SharedConversation>;
    continueShared: Mutation<Ref, Conversation>;
    messages: Query<Ref, Message[]>;
    messagePage: Query<{ conversationId: number; limit?: number; cursor?: MessageCursor }, MessagePage>;
    send: Mutation<SendMessageInput, SendResult>;
    regenerate: Mutation<{ messageId: string; clientMessageId?: string; model?: string | null }, SendResult>;
    continue: Mutation<{ messageId: string; clientMessageId?: string }, ContinueResult>;
    showVersion: Mutation<{ messageId: string }, Conversation>;
    rate: Mutation<{ messageId: string; rating: Rating | null; reason?: string }, Message>;
    decideForgetting: Mutation<DecideForgettingInput, Message>;
    stop: Mutation<{ messageId: string; shownLength?: number }, Message>;
    events: Subscription<{ messageId: string; lastEventId?: number }, { id: string; data: GenerationEvent }>;
    live: Subscription<void, LiveEvent[]>;
    allowance: Query<void, Allowance>;
    guestStatus: Query<void, GuestStatus>;
  };
  archive: {
    space: Query<void, TextSpace>;
    jobs: Query<void, ArchiveJobs>;
    startExport: Mutation<void, { id: string }>;
  };
  memory: {
    list: Query<void, MemoryList>;
    create: Mutation<CreateMemoryInput, Memory>;
    update: Mutation<{ id: string } & Partial<MemoryFields>, Memory>;
    delete: Mutation<{ id: string }, Said>;
    restore: Mutation<RestoreMemoryInput, Memory>;
    history: Query<{ id: string }, MemoryVersion[]>;
    undo: Mutation<UndoMemoryChangeInput, { memory: Memory | null }>;
  };
  subscription: {
    status: Query<void, SubscriptionStatus>;
    create: Mutation<void, CreateSubscriptionResult>;
    cancel: Mutation<void, SubscriptionStatus>;
    reactivate: Mutation<void, SubscriptionStatus>;
    refresh: Mutation<void, SubscriptionStatus>;
    invoices: Query<void, Invoice[]>;
    changeCard: Mutation<void, { clientSecret: string }>;
    finishCardChange: Mutation<FinishCardChangeInput, SubscriptionStatus>;
    sandboxConfirm: Mutation<SandboxConfirmInput, SubscriptionStatus>;
  };
  /** For administrators. Personal API tokens cannot call these. */
  admin: {
    users: Query<Partial<ListPeopleInput>, PeoplePage>;
    signUps: Query<void, PendingSignUps>;
    changeUser: Mutation<ChangeUserBody & { id: string }, AdminUser>;
    readUserMessages: Mutation<{ id: string; reason: string; limit?: number; cursor?: string }, UserMessagesPage>;
    userPayment: Query<{ id: string }, { payment: PersonPayment | null }>;
    payersWithoutPlan: Query<void, PayerWithoutPlan[]>;
    suspendUser: Mutation<{ id: string; reason: string; subscription?: SubscriptionDecision }, AdminUser>;
    liftSuspension: Mutation<{ id: string; reason?: string }, AdminUser>;
    endUserSessions: Mutation<{ id: string; reason?: string }, Said>;
    audit: Query<Partial<ListAuditInput>, AuditPage>;
    figures: Query<{ range?: FiguresRange }, Figures>;
    providers: Query<void, Providers>;
    tryProvider: Mutation<{ id: string }, Provider>;
  };
  knowledge: {
    status: Query<void, KnowledgeStatus>;
    test: Query<void, KnowledgeTest>;
    preview: Query<void, KnowledgePreview>;
    decideEmptied: Mutation<DecideEmptiedInput, KnowledgeStatus>;
  };
  campaigns: {
    countRecipients: Mutation<CountRecipientsInput, RecipientCount>;
    preview: Mutation<CampaignText, CampaignPreview>;
    sendTest: Mutation<CampaignText, Said>;
    start: Mutation<StartCampaignInput, StartedCampaign>;
    list: Query<Partial<ListCampaignsInput>, CampaignsPage>;
    progress: Query<{ id: string }, Campaign>;
    results: Query<{ id: string } & Partial<ListCampaignResultsInput>, CampaignResultsPage>;
    pause: Mutation<{ id: string }, Campaign>;
    resume: Mutation<{ id: string }, Campaign>;
    cancel: Mutation<{ id: string }, Campaign>;
  };
  reports: {
    answer: Mutation<ReportBody & { messageId: string }, Reported>;
    share: Mutation<ReportBody & { conversationId: number }, Reported>;
    ownTakeDown: Query<{ conversationId: number }, TakeDown>;
  };
  moderation: {
    reports: Query<Partial<ListReportsInput>, ReportsPage>;
    open: Mutation<{ id: string }, OpenedReport>;
    close: Mutation<{ id: string; version: number; note: string }, Report>;
    reopen: Mutation<{ id: string; version: number }, Report>;
    takeDown: Mutation<{ id: string; reason: string }, Report>;
    allowSharing: Mutation<{ id: string; reason: string }, Report>;
  };
  /** Whether the person gets emails of administrators. */
  emails: {
    setting: Query<void, EmailsSetting>;
    changeSetting: Mutation<EmailsSetting, EmailsSetting>;
  };
};
