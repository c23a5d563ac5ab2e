import { StoredValue } from '../../../../components/base/stored-value/stored-value.ts';

export const standardShare = 0.5;
export const leastShare = 0.25;
export const mostShare = 0.75;

/** How much of the room beside the sidebar a document takes on this device. */
export const panelShare = new StoredValue<number>('noek_document_share', {
  parse(text) {
    const share = Number(text);
    return text !== null && share >= leastShare && share <= mostShare ? share : standardShare;
  },
  print: (share) => (share === standardShare ? null : share.toFixed(3)),
});
