import type { WebContext } from '@stagedoor/contract/web';
import { createContext, type RouterContextProvider } from 'react-router';
import { ApiError, type Call, createCall } from './api.ts';

/** Per-request data from the server. The server must use this very object from the build (entry.server). */
export const apiContext = createContext<WebContext>();

/** The API client for server rendering: in-process, with the caller's cookie and address. */
export const callOf = (context: Readonly<RouterContextProvider>): Call => {
  const { api, locale } = context.get(apiContext);
  return createCall({
    send: async (request) => {
      if (request.form) throw new ApiError(0, 'NETWORK', 'Files are sent by the browser.');
      return api(request.method as Parameters<typeof api>[0], request.path, request.body);
    },
    locale: () => locale,
    onUnauthenticated: () => undefined,
  });
};
