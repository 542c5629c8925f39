import { confirmedAnswer, failureOf } from './browser-call.ts';

/**
 * Saves a file of the API, where a link won't do: the server may first want the owner to confirm that it is them.
 * @param path starts with `/api/`
 * @throws ApiError
 */
export const downloadFile = async (path: string, name: string): Promise<void> => {
  const read = async () => {
    const answer = await fetch(path, { credentials: 'same-origin' }).catch(() => {
      throw failureOf(0, undefined);
    });
    const file = answer.ok ? await answer.blob() : undefined;
    const body: unknown = answer.ok ? undefined : await answer.json().catch(() => undefined);
    return { status: answer.status, body, file };
  };
  const { status, body, file } = await confirmedAnswer(read);
  if (!file) throw failureOf(status, body);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has its own reference once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
