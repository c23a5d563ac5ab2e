import { asText, StoredValue } from '../../../components/base/stored-value/stored-value.ts';

/** The address that a link in this tab has verified, for the sign-in form; removed by the next sign-in. */
export const verifiedEmail = new StoredValue('noek_verified_email', asText, 'sessionStorage');
