import { sendFailure } from '@noek/contract/chat/sending';
import type { Document, DocumentWithContent } from '@noek/contract/documents/schemas';
import { errorCode, errorText } from '../../../../api/base/error-text.ts';
import type { KeptDraft } from './kept-drafts.ts';

const keepAfterMs = 250;
/** The delay before a text is sent again, if the server did not respond although there is a connection, in milliseconds. */
const againAfterMs = 5_000;

export type EditingPorts = {
  read: (documentId: string) => Promise<DocumentWithContent>;
  update: (input: { documentId: string; baseVersion: number; content: string }) => Promise<Document>;
  /** A version was saved. */
  onSaved: (document: DocumentWithContent) => void;
  drafts: {
    all: () => Promise<readonly KeptDraft[]>;
    keep: (draft: KeptDraft) => Promise<void>;
    /** The same at once, because the page is being closed. */
    keepNow: (draft: KeptDraft) => void;
    remove: (id: string) => Promise<void>;
    /** Takes a draft for this page; null if another page has it. */
    claim: (id: string) => Promise<(() => void) | null>;
    newId: () => string;
  };
};

export type EditingState = {
  /** The newest version that this page knows; null while it knows none. */
  document: DocumentWithContent | null;
  /** The document as its draft names it, while the document itself cannot be read. */
  named: KeptDraft['document'] | null;
  /** The version that the text is based on. */
  baseVersion: number;
  /** The text for the editor, which takes it when `revision` changes. */
  text: string;
  revision: number;
  /** The text differs from the version that it is based on. */
  isChanged: boolean;
  /** It comes from an earlier page. */
  isRestored: boolean;
  save: 'idle' | 'saving' | 'waiting';
  /** The newest version, which was saved elsewhere while this text was being typed. */
  theirs: DocumentWithContent | null;
  /** Why the text could not be saved. `isFinal`: it cannot be saved as a version of this document. */
  problem: { text: string; isFinal: boolean } | null;
};

type Base = { version: number; content: string | null };

/**
 * The text of one document that is being edited on this page. Nothing that was typed is lost: until it is saved, it is kept on this device
 * as a draft that only this page writes. A save names the version that the text is based on. If there is a newer one, both stay, and the
 * person chooses. A save without a connection waits, and only the last one is sent.
 */
export class DocumentEditing {
  readonly documentId: string;
  readonly #ports: EditingPorts;
  readonly #listeners = new Set<() => void>();
  #state: EditingState = {
    document: null,
    named: null,
    baseVersion: 0,
    text: '',
    revision: 0,
    isChanged: false,
    isRestored: false,
    save: 'idle',
    theirs: null,
    problem: null,
  };
  #base: Base | null = null;
  /** Returns what the editor has now. It is called late, because a long text takes time to be put together. */
  #typed: (() => string) | null = null;
  #draft: { id: string; release: () => void } | null = null;
  /** What was saved and has not reached the server. */
  #waiting: string | null = null;
  #isLookingForDraft: Promise<void> | null = null;
  #isSending = false;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #kept: Promise<unknown> = Promise.resolve();
  /** A draft is on its way to the database. */
  #isKeeping = false;
  #isClosed = false;

  constructor(documentId: string, ports: EditingPorts) {
    this.documentId = documentId;
    this.#ports = ports;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = (): EditingState => this.#state;

  /** Whether the page must not forget it: something is typed, is being sent, or waits. */
  get isBusy(): boolean {
    return this.#state.isChanged || this.#isSending || this.#waiting !== null || this.#state.theirs !== null;
  }

  /** Looks once for a draft that an earlier page has left. Resolves when it is in place. */
  restore(): Promise<void> {
    this.#isLookingForDraft ??= this.#restore();
    return this.#isLookingForDraft;
  }

  async #restore(): Promise<void> {
    for (const draft of await this.#ports.drafts.all()) {
      if (draft.document.id !== this.documentId || this.#draft) continue;
      const release = await this.#ports.drafts.claim(draft.id);
      if (!release) continue;
      // Something was typed in the meantime: the draft is found the next time.
      if (this.#state.isChanged || this.#isClosed) return release();
      this.#draft = { id: draft.id, release };
      this.#waiting = draft.waiting;
      this.#take(draft.content);
      this.#set({ named: draft.document, isRestored: true, save: draft.waiting === null ? 'idle' : 'waiting' });
      const { document } = this.#state;
      this.#base = { version: draft.baseVersion, content: null };
      this.#set({ baseVersion: draft.baseVersion, isChanged: true });
      if (document) this.#compare(document);
      if (this.#waiting !== null) void this.#send();
      return;
    }
  }

  /** The server has this version. Older ones than the page knows are ignored. */
  arrive(document: DocumentWithContent): void {
    const known = this.#state.document;
    if (known && document.version < known.version) return;
    this.#set({ document });
    // The answer to what is being sent says whether this version is its own.
    if (!this.#isSending) this.#compare(document);
  }

  /** Decides what a version means for the text in the editor. */
  #compare(document: DocumentWithContent): void {
    const base = this.#base;
    const text = this.#text();
    if (base && document.version < base.version) return;
    // The answer to this save was lost.
    if (base && this.#waiting !== null && this.#waiting === document.content && document.version > base.version) {
      this.#saved(document, document.content);
      return;
    }
    if (base && document.version === base.version) {
      this.#base = { version: base.version, content: document.content };
      if (text === document.content && this.#waiting === null) this.#settle();
      return;
    }
    if (!base || !this.#state.isChanged || text === document.content) {
      this.#base = document;
      this.#waiting = null;
      this.#settle();
      if (text !== document.content) this.#take(document.content);
      this.#set({ baseVersion: document.version });
    } else this.#set({ theirs: document, save: 'idle' });
  }

  /** Something was typed. `text` returns all of it. */
  edit(text: () => string): void {
    this.#typed = text;
    if (!this.#state.isChanged || this.#state.problem) this.#set({ isChanged: true, problem: null });
    this.#keepSoon();
  }

  /** What the editor has now. */
  #text(): string {
    if (this.#typed) {
      const text = this.#typed();
      this.#typed = null;
      // The editor has it already, so its revision stays.
      this.#state = { ...this.#state, text };
    }
    return this.#state.text;
  }

  /** The same for other parts of the screen. */
  readonly text = (): string => this.#text();

  /** Saves the text as a version. While one is being saved, only the last one follows it. */
  save(): void {
    const text = this.#text();
    if (this.#state.theirs || !this.#base) return;
    if (text === this.#base.content && this.#waiting === null && !this.#isSending) {
      this.#settle();
      return;
    }
    this.#waiting = text;
    this.#set({ problem: null, save: navigator.onLine ? 'saving' : 'waiting' });
    void this.#keep();
    void this.#send();
  }

  /** Sends what waits. Called again when there is a connection. */
  readonly retry = (): void => void this.#send();

  async #send(): Promise<void> {
    clearTimeout(this.#sendTimer);
    if (this.#isSending || this.#waiting === null || !this.#base || this.#state.theirs || this.#isClosed) return;
    this.#isSending = true;
    const content = this.#waiting;
    const baseVersion = this.#base.version;
    try {
      const saved = await this.#ports.update({ documentId: this.documentId, baseVersion, content });
      this.#isSending = false;
      this.#saved({ ...saved, content }, content);
    } catch (error) {
      this.#isSending = false;
      await this.#failed(error, content);
    }
  }

  #saved(document: DocumentWithContent, content: string): void {
    if (this.#isClosed) return;
    if (this.#waiting === content) this.#waiting = null;
    this.#base = { version: document.version, content };
    const known = this.#state.document;
    this.#set({
      ...(known && known.version > document.version ? {} : { document }),
      baseVersion: document.version,
      problem: null,
      isRestored: false,
    });
    this.#ports.onSaved(document);
    const isSame = this.#text() === content && this.#waiting === null;
    if (isSame) this.#settle();
    else {
      this.#set({ save: this.#waiting === null ? 'idle' : 'saving', isChanged: true });
      void this.#keep();
    }
    // Another version may have been saved after this one.
    if (known && known.version > document.version) this.#compare(known);
    void this.#send();
  }

  async #failed(error: unknown, content: string): Promise<void> {
    if (this.#isClosed) return;
    const failure = sendFailure(error);
    if (errorCode(error) === 'CHANGED') {
      await this.#changedElsewhere(content);
      return;
    }
    if (failure === 'lost' || failure === 'unavailable') {
      this.#set({ save: 'waiting' });
      clearTimeout(this.#sendTimer);
      // Without a connection, `retry` is called when there is one.
      if (navigator.onLine) this.#sendTimer = setTimeout(this.retry, againAfterMs);
      return;
    }
    if (this.#waiting === content) this.#waiting = null;
    const isFinal = errorCode(error) === 'NOT_FOUND' || errorCode(error) === 'CONFLICT';
    this.#set({ save: 'idle', problem: { text: errorText(error), isFinal } });
    void this.#keep();
  }

  /** There is a newer version. It may be this text, if the answer to an earlier try was lost. */
  async #changedElsewhere(content: string): Promise<void> {
    try {
      const newest = await this.#ports.read(this.documentId);
      if (this.#isClosed) return;
      if (newest.content === content) {
        this.#saved(newest, content);
        return;
      }
      this.#waiting = null;
      this.#set({ document: newest, theirs: newest, save: 'idle' });
      void this.#keep();
    } catch (error) {
      await this.#failed(error, content);
    }
  }

  /** Saves this text after the newest version, which stays the version before it. */
  keepMine(): void {
    const { theirs } = this.#state;
    if (!theirs) return;
    this.#base = theirs;
    this.#set({ theirs: null, baseVersion: theirs.version });
    this.save();
  }

  /** Replaces this text by the newest version. Returns this text, for `bringBack`. */
  takeTheirs(): string {
    const { theirs } = this.#state;
    const mine = this.#text();
    if (!theirs) return mine;
    this.#base = theirs;
    this.#waiting = null;
    this.#take(theirs.content);
    this.#set({ theirs: null, baseVersion: theirs.version });
    this.#settle();
    return mine;
  }

  /** Saves a text that was merged by hand from both. */
  saveMerged(text: string): void {
    this.#take(text);
    this.#set({ isChanged: true });
    this.keepMine();
  }

  /** Puts a text into the editor, as an edit that is not saved. */
  bringBack(text: string): void {
    this.#take(text);
    this.#set({ isChanged: true });
    this.#keepSoon();
  }

  /** Gives up the text for the version that it is based on. Returns it, for `bringBack`. */
  discard(): string {
    const mine = this.#text();
    const content = this.#base?.content ?? this.#state.document?.content;
    if (content === undefined || content === null) return mine;
    if (this.#state.document) this.#base = this.#state.document;
    this.#waiting = null;
    this.#take(this.#state.document?.content ?? content);
    this.#set({ theirs: null, problem: null, baseVersion: this.#base?.version ?? 0 });
    this.#settle();
    return mine;
  }

  /** Writes what was typed last. `isClosing`: the page may be gone before the database has it. */
  readonly flush = (isClosing = false): Promise<unknown> => {
    if (this.#keepTimer !== undefined || this.#isKeeping) void this.#keep(isClosing);
    return this.#kept;
  };

  /** Forgets everything on this page, without removing the draft. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#keepTimer);
    clearTimeout(this.#sendTimer);
    this.#draft?.release();
  }

  /** Puts a text into the editor. */
  #take(text: string): void {
    this.#typed = null;
    this.#set({ text, revision: this.#state.revision + 1 });
  }

  /** The text is the version that it is based on, so there is no draft. */
  #settle(): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    this.#set({ isChanged: false, isRestored: false, save: 'idle', problem: null, theirs: null });
    const draft = this.#draft;
    if (!draft) return;
    this.#draft = null;
    this.#kept = this.#kept.then(() => this.#ports.drafts.remove(draft.id)).finally(draft.release);
  }

  #keepSoon(): void {
    if (this.#keepTimer !== undefined) return;
    this.#keepTimer = setTimeout(() => void this.#keep(), keepAfterMs);
  }

  #keep(isClosing = false): Promise<unknown> {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    const text = this.#text();
    const { document, named } = this.#state;
    const known = document ?? named;
    if (!known || !this.#base || this.#isClosed) return this.#kept;
    if (text === this.#base.content && this.#waiting === null && !this.#state.theirs) {
      this.#settle();
      return this.#kept;
    }
    const { id, conversationId, title, kind } = known;
    this.#draft ??= this.#newDraft();
    const draft: KeptDraft = {
      id: this.#draft.id,
      document: { id, conversationId, title, kind },
      baseVersion: this.#base.version,
      content: text,
      waiting: this.#waiting,
      at: Date.now(),
    };
    if (isClosing) this.#ports.drafts.keepNow(draft);
    this.#isKeeping = true;
    // One after the other: a draft that is removed must not come back.
    const kept = this.#kept.then(() => this.#ports.drafts.keep(draft));
    this.#kept = kept;
    void kept.then(() => {
      if (this.#kept === kept) this.#isKeeping = false;
    });
    return this.#kept;
  }

  #newDraft(): { id: string; release: () => void } {
    const id = this.#ports.drafts.newId();
    const claimed = this.#ports.drafts.claim(id);
    return { id, release: () => void claimed.then((release) => release?.()) };
  }

  #set(change: Partial<EditingState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
