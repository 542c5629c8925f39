import type { PrivateConversation } from '@stagedoor/contract/conversations';
import { type CallFixture, withBody } from './call-fixture.ts';
import { type Person, createFan, picture } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Lets everybody write to a performer. */
export const openMessages = async (performer: Person): Promise<void> => {
  await performer.client.call('PUT /performers', { body: { messagesFrom: 'everyone' } });
};

/** Opens the private conversation of a fan with a performer. @returns its id */
export const createConversation = async (fan: Person, performer: Person): Promise<string> =>
  (await fan.client.call('POST /conversations', { body: { source: 'performer', sourceId: performer.id } }))._id;

/** An own private conversation. @throws when it is that of a show */
export const getPrivate = async (person: Person, id: string): Promise<PrivateConversation> => {
  const conversation = await person.client.call('GET /conversations/{id}', { params: { id } });
  if (!('peer' in conversation)) throw new Error(`${id} is the conversation of a show.`);
  return conversation;
};

/** Sends a private message. @returns its id */
export const writeMessage = async (person: Person, conversationId: string, text = 'Hello.'): Promise<string> =>
  (await person.client.call('POST /messages/conversations/{id}', { params: { id: conversationId }, body: { text } }))._id;

/** A performer sends a picture that has to be bought. @returns the item's id */
export const sendPaidMessage = async (performer: Person, conversationId: string, price = 2): Promise<string> => {
  const { _id: fileId } = await performer.client.call('POST /messages/private/photo', { files: { file: await picture() } });
  const body = { text: 'Backstage', price, fileId: [fileId] };
  return (await performer.client.call('POST /messages/conversations/{id}', { params: { id: conversationId }, body })).item!._id;
};

/** The writing calls of private conversations, each on one of its own. */
export const conversationFixtures = (app: TestApp, star: () => Person): Record<string, CallFixture> => {
  const fresh = async (): Promise<string> => {
    await openMessages(star());
    const fan = await createFan(app);
    const id = await createConversation(fan, star());
    await writeMessage(fan, id);
    return id;
  };
  const onConversation = (): CallFixture => ({
    who: star,
    make: async () => ({ params: { id: await fresh() } }),
    change: async () => ({ params: { id: await fresh() } }),
  });
  const opening = async () => {
    const fan = await createFan(app);
    await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star().id, action: 'follow' } });
    return { body: { source: 'user', sourceId: fan.id } };
  };
  return {
    'POST /conversations': { who: star, make: opening, change: opening },
    'POST /conversations/pin-to-top/{id}': onConversation(),
    'POST /conversations/unpin-to-top/{id}': onConversation(),
    'PUT /conversations/{id}/note': {
      who: star,
      make: async () => ({ params: { id: await fresh() }, body: { note: 'Plays the viola.' } }),
      change: withBody({ note: 'Plays the cello.' }),
    },
    'POST /messages/conversations/{id}': {
      who: star,
      make: async () => ({ params: { id: await fresh() }, body: { text: 'Bravo.' } }),
      change: withBody({ text: 'Bravissimo.' }),
    },
    'POST /messages/conversations/{id}/files': {
      who: star,
      make: async () => ({ params: { id: await fresh() }, body: {}, files: { file: await picture() } }),
      change: async (request) => ({ ...request, files: { file: await picture({ width: 333 }) } }),
    },
    'POST /messages/private/photo': {
      who: star,
      make: async () => ({ files: { file: await picture() } }),
      change: async (request) => ({ ...request, files: { file: await picture({ width: 334 }) } }),
    },
    'POST /messages/read-all/{id}': onConversation(),
    'DELETE /messages/{id}/remove-all-message': onConversation(),
  };
};
