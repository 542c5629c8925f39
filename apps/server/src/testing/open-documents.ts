import type { Person } from './cast/sign-up.ts';
import type { TestApp } from './test-app.ts';

/** Requests a file in somebody's session: documents and archives open in no other. */
export const openFile = (app: Pick<TestApp, 'url'>, { client }: Pick<Person, 'client'>, address: string): Promise<Response> =>
  fetch(new URL(address, app.url), { headers: { authorization: client.token! } });

/** Opens a performer's documents, as an admin does before approving. */
export const openDocuments = async (admin: Person, performerId: string): Promise<void> => {
  const { documentList } = await admin.client.call('GET /admin/applications/{id}', { params: { id: performerId } });
  for (const { _id } of documentList) await admin.client.call('GET /admin/documents/{id}', { params: { id: _id } });
};
