import type { IncomingMessage } from 'node:http';
import { OFFER_FAULTS, type OfferFault } from '@stagedoor/contract/errors';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { CodedError } from '../../platform/errors.ts';
import { translate } from '../../platform/texts.ts';

/** Tells whether a page asks: browsers add at least one of these headers, and no script can leave them out. */
const isPage = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.origin !== undefined || headers['sec-fetch-mode'] !== undefined;

const faultOf = ({ details }: CodedError): OfferFault | undefined => OFFER_FAULTS.find((fault) => fault === details?.['reason']);

/** The cause of a refused offer, for an encoder or a player. Undefined for pages, whose visitors can't change the offer, and other errors. */
export const messageFor = (request: Pick<IncomingMessage, 'headers'>, error: CodedError, locale: Locale): string | undefined => {
  if (isPage(request)) return undefined;
  const fault = faultOf(error);
  if (fault) return translate(locale, `errors.LIVE_OFFER_INVALID.${fault}`, error.details);
  if (error.code === 'LIVE_OFFER_INVALID') return translate(locale, 'errors.LIVE_OFFER_INVALID.refused');
  return undefined;
};
