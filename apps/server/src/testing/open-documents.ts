import type { Person } from './cast/sign-up.ts';

/** Opens a performer's documents, as an admin does before approving. */
export const openDocuments = async (admin: Person, performerId: string): Promise<void> => {
  const { documentList } = await admin.client.call('GET /admin/applications/{id}', { params: { id: performerId } });
  for (const { _id } of documentList) await admin.client.call('GET /admin/documents/{id}', { params: { id: _id } });
};
