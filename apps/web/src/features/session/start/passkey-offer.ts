import { asText, StoredValue } from '../../../components/base/stored-value/stored-value.ts';

/** The id of the person whom this tab has to offer a passkey; null: no offer. A reload does not take the offer away. */
export const passkeyOffer = new StoredValue('noek_passkey_offer', asText, 'sessionStorage');
