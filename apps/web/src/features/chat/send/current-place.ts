import type { ChatNavigation } from '../chat-navigation.tsx';
import type { Outbox } from '../outbox/outbox.ts';
import { isSendable, type Place, projectOf } from '../outbox/outbox-entry.ts';
import { newIsTemporary } from '../temporary-chats.ts';

/**
 * Where the person is on this page: in a conversation, or in an empty chat. The empty chat has a local id until its conversation is
 * created. The page then goes there, but only if the person is still at that empty chat and has not chosen another place.
 */
export class CurrentPlace {
  readonly #outbox: Outbox;
  readonly #begin: (projectId: string | null) => string;
  readonly #onChange: () => void;
  /** The address of the page, and how it changes. */
  #page: ChatNavigation;
  /** The local id of the empty chat. */
  #begins: string;
  /** Where the person is going, from the moment they choose it. */
  #goingTo: Pick<ChatNavigation, 'conversationId' | 'messageId'>;
  /** New chat has already gone to the empty chat, so the Back button skips it. */
  #replaces = false;

  /** `begin` makes the local id of an empty chat. `onChange` is called when the empty chat is another one. */
  constructor(options: {
    page: ChatNavigation;
    outbox: Outbox;
    begin: (projectId: string | null) => string;
    onChange: () => void;
  }) {
    const { page, outbox, begin, onChange } = options;
    this.#page = page;
    this.#goingTo = page;
    this.#outbox = outbox;
    this.#begin = begin;
    this.#onChange = onChange;
    // A chat that was started before a reload and is still being sent is on screen again.
    const started = outbox.all().findLast((one) => one.begins !== null && isSendable(one));
    const begins = started?.begins ?? null;
    const isHere = begins !== null && (page.conversationId !== null || projectOf(begins) === page.projectId);
    if (isHere && started?.temporary) newIsTemporary.set(true);
    this.#begins = isHere ? begins : begin(page.projectId);
  }

  /** The place on screen. A conversation that was just created counts as open. */
  now(): Place {
    return { conversationId: this.#page.conversationId ?? this.createdId(), begins: this.#begins };
  }

  /** The conversation that was created for the empty chat; null while there is none. */
  createdId(): number | null {
    return this.#outbox.madeOf(this.#begins);
  }

  readonly open: ChatNavigation['open'] = (id, how) => {
    this.#goingTo = { conversationId: id, messageId: how?.messageId ?? null };
    this.#page.open(id, how);
  };

  readonly openProject: ChatNavigation['openProject'] = (id) => {
    this.#goingTo = { conversationId: null, messageId: null };
    this.#page.openProject(id);
  };

  /** Takes the message out of the URL, unless the person has chosen something else in the meantime. */
  readonly leaveMessage = (messageId: string): void => {
    if (this.#goingTo.messageId === messageId) this.open(this.#goingTo.conversationId, { replace: true });
  };

  /** The page has this address now. */
  arrive(page: ChatNavigation): void {
    const { conversationId, projectId, messageId } = this.#page;
    this.#page = page;
    const isElsewhere = page.conversationId !== conversationId;
    if (isElsewhere || page.messageId !== messageId) this.#goingTo = page;
    if (isElsewhere || page.projectId !== projectId) this.#enterProject();
    if (isElsewhere) this.followCreated();
  }

  /** Replaces the empty chat if it was used. `replaces`: the Back button skips it. Returns the local id of the empty chat. */
  beginAnother({ replaces, projectId }: { replaces: boolean; projectId: string | null }): string {
    const isElsewhere = projectOf(this.#begins) !== projectId;
    if (isElsewhere || this.createdId() !== null || this.#outbox.all().some(({ begins }) => begins === this.#begins))
      this.#renew(projectId);
    this.#replaces = replaces;
    return this.#begins;
  }

  /** The page of a project has an empty chat of its own. New chat has begun it before the page is there. */
  #enterProject(): void {
    const { conversationId, projectId } = this.#page;
    if (conversationId === null && projectOf(this.#begins) !== projectId) this.#renew(projectId);
  }

  /** Goes to the conversation that was created for the empty chat, or begins another empty chat if the page is elsewhere. */
  followCreated(): void {
    const id = this.createdId();
    if (id === null) return;
    if (this.#page.conversationId !== null) this.#renew(this.#page.projectId);
    else if (this.#goingTo.conversationId === null) this.open(id, { replace: this.#replaces });
  }

  #renew(projectId: string | null): void {
    // A temporary chat is in no project.
    if (projectId !== null) newIsTemporary.set(false);
    this.#begins = this.#begin(projectId);
    this.#replaces = false;
    this.#onChange();
  }
}
