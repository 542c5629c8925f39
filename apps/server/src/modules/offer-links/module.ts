import { offerLinks as calls } from '@stagedoor/contract/offer-links';
import { defineModule } from '../../platform/module.ts';
import { registerOfferLinkData } from './personal-data.ts';
import { changeOfferLink, createOfferLink, listOfferLinks } from './write-offer-link.ts';

export const offerLinks = defineModule({
  name: 'offer-links',
  tables: ['offer_links', 'offer_link_uses'],
  endpoints: ({ bind, platform }) =>
    bind(calls, {
      'GET /performer/offer-links': (call, { query }) => listOfferLinks(platform, call.viewer.accountId, query),
      'POST /performer/offer-links': (call, { body }) => createOfferLink(platform, call.viewer.accountId, body, call.idempotency),
      'PUT /performer/offer-links/{id}': (call, { params, body }) =>
        changeOfferLink(platform, call.viewer.accountId, params.id, body.state, call.idempotency),
    }),
  personalData: ({ platform }) => registerOfferLinkData(platform),
});
