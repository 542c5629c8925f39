import type { EndpointKey } from '@stagedoor/contract/endpoint';
import type { AudienceWorld } from './field-audience-world.ts';

/** Bodies with which each writing call is made; its path takes every id of the world. */
const BODIES: Partial<Record<EndpointKey, object>> = {
  // Calls that change little come first, calls that end something last.
  'POST /conversations/pin-to-top/{id}': {},
  'POST /conversations/unpin-to-top/{id}': {},
  'PUT /conversations/{id}/note': { note: 'Asked twice.' },
  'POST /messages/conversations/{id}': { text: 'Good morning.' },
  'PUT /streaming/schedule/{id}/reminder': { on: true },
  'PUT /performer/schedule/{id}': { title: 'Another evening', startsAt: new Date(Date.now() + 172_800_000).toISOString() },
  'POST /streaming/live/{id}/begin': {},
  'POST /streaming/join/{id}': {},
  'POST /streaming/leave/{id}': {},
  'PUT /subscriptions/{id}': { renews: false },
  'DELETE /subscriptions/{id}/plan': {},
  'POST /subscriptions/cancel/{id}': {},
  'DELETE /messages/{id}/remove-all-message': {},
  'POST /streaming/private-chat/{id}/accept': { publicShow: 'end' },
  'POST /streaming/private-chat/{id}/cancel': {},
  'POST /streaming/recordings/{id}/show': {},
  'POST /streaming/stop/{id}': {},
  'POST /streaming/end/{id}': {},
  'DELETE /performer/schedule/{id}': {},
};

const MADE = 'Its answer shows what its caller just made.';
/** Calls that aren't made, with the reason. */
export const LEFT_OUT: Partial<Record<EndpointKey, string>> = {
  'POST /streaming/live': MADE,
  'POST /streaming/group-chat': MADE,
  'POST /streaming/private-chat/{id}': MADE,
  'POST /performer/schedule': MADE,
  'POST /subscriptions/free-subscribe': MADE,
  'PUT /subscriptions/{id}/plan': 'It needs a quote; its answer is the one of PUT /subscriptions/{id}.',
};

export interface Write {
  key: EndpointKey;
  params?: { id: string };
  body: object;
}

/** Writing calls on every object of the world, in the order in which they are made. */
export const writesOf = ({ ids, accountIds }: AudienceWorld): Write[] => [
  ...accountIds.flatMap((sourceId) =>
    ['performer', 'user'].map((source) => ({ key: 'POST /conversations' as const, body: { source, sourceId } })),
  ),
  ...(Object.entries(BODIES) as [EndpointKey, object][]).flatMap(([key, body]) => ids.map((id) => ({ key, params: { id }, body }))),
];
