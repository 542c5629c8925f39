import { UPLOADS_PATH } from '@stagedoor/contract/uploads';

type Body = NonNullable<RequestInit['body']>;

/** A tus 1.0 client like a browser's, one request at a time. */
export const tusClient = (url: string, token?: string, extra: Record<string, string> = {}) => {
  const headers = { 'tus-resumable': '1.0.0', ...(token ? { authorization: token } : {}), ...extra };
  const bodyOf = async (answer: Response) => {
    const text = await answer.text();
    return text ? (JSON.parse(text) as { statusCode: number; error: string }) : undefined;
  };
  const send = async (method: string, path: string, more: Record<string, string> = {}, body?: Body, signal?: AbortSignal) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
      ...(signal ? { signal } : {}),
    });
    return { status: answer.status, headers: answer.headers, error: (await bodyOf(answer))?.error };
  };
  return {
    send,
    /** Creates an upload and returns its id, or the error code. */
    async begin(
      purpose: string,
      bytes: number,
    ): Promise<{ id: string; status: number; error: string | undefined; expires: string | null }> {
      const metadata = `filename ${Buffer.from('../x.mp4').toString('base64')},purpose ${Buffer.from(purpose).toString('base64')}`;
      const answer = await send('POST', UPLOADS_PATH, { 'upload-length': String(bytes), 'upload-metadata': metadata });
      const id = answer.headers.get('location')?.split('/').at(-1) ?? '';
      return { id, status: answer.status, error: answer.error, expires: answer.headers.get('upload-expires') };
    },
    patch: (id: string, offset: number, body: Body, more: Record<string, string> = {}, signal?: AbortSignal) =>
      send(
        'PATCH',
        `${UPLOADS_PATH}/${id}`,
        { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...more },
        body,
        signal,
      ),
    /** The offset; undefined for an unknown upload. */
    async offset(id: string): Promise<number | undefined> {
      const answer = await send('HEAD', `${UPLOADS_PATH}/${id}`);
      return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : undefined;
    },
    cancel: (id: string) => send('DELETE', `${UPLOADS_PATH}/${id}`),
    /** Uploads a whole file and returns its id. */
    async whole(purpose: string, file: Uint8Array): Promise<string> {
      const { id, status, error } = await this.begin(purpose, file.length);
      if (status !== 201) throw new Error(`not begun: ${status} ${error}`);
      const answer = await this.patch(id, 0, new Uint8Array(file));
      if (answer.status !== 204) throw new Error(`not brought: ${answer.status} ${answer.error}`);
      return id;
    },
  };
};

export type TusClient = ReturnType<typeof tusClient>;
