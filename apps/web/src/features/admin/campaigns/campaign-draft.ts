import type { CampaignFormat, RecipientType } from '@noek/contract/campaigns/schemas';
import { StoredValue } from '../../../components/base/stored-value/stored-value.ts';
import { useStoredValue } from '../../../components/base/stored-value/use-stored-value.ts';
import { newClientMessageId } from '../../chat/outbox/client-message-id.ts';

/** An email that is being written. */
export type CampaignDraft = {
  recipientType: RecipientType;
  subject: string;
  content: string;
  format: CampaignFormat;
  /** Identifies this version of the email. */
  id: string;
};

const emptyDraft = (): CampaignDraft => ({
  recipientType: 'selected',
  subject: '',
  content: '',
  format: 'text',
  id: newClientMessageId(),
});

/** Kept in this tab, so that a reload or a failure loses nothing. */
const stored = new StoredValue<CampaignDraft>(
  'noek_email_draft',
  {
    parse: (text) => (text === null ? emptyDraft() : { ...emptyDraft(), ...(JSON.parse(text) as CampaignDraft) }),
    print: (draft) =>
      draft.subject || draft.content || draft.recipientType !== 'selected' ? JSON.stringify(draft) : null,
  },
  'sessionStorage',
);

export function useCampaignDraft() {
  const draft = useStoredValue(stored);
  return {
    draft,
    change: (changes: Partial<CampaignDraft>) => stored.set({ ...stored.get(), ...changes, id: newClientMessageId() }),
    clear: () => stored.set(emptyDraft()),
  };
}

/**
 * The id with which a draft is sent, so that a second try after a lost answer sends nothing twice. With other recipients, it is another
 * email.
 */
export function sendingId({ id, recipientType }: CampaignDraft, selectionId: string): string {
  if (recipientType !== 'selected') return id;
  return [id, selectionId].map((one) => one.replaceAll('-', '').slice(-24)).join('-');
}
