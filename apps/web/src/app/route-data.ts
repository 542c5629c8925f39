import { data } from 'react-router';
import { ApiError, type Call } from './api.ts';

/** Error data of a page that could not be loaded: code and message; the status is sent separately. */
export interface RouteFailure {
  code: string;
  message: string;
}

/** Turns an ApiError into an error page with its status: 404 stays 404, and an address with what can't be an id is one too. */
export const orErrorPage = async <T>(loading: Promise<T>): Promise<T> => {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isNoId = error.status === 422 && error.fields['id'] !== undefined;
    const status = error.status === 0 ? 503 : isNoId ? 404 : error.status;
    const failure: RouteFailure = isNoId ? { code: 'NOT_FOUND', message: '' } : { code: error.code, message: error.message };
    throw data(failure, { status });
  }
};

/** Loads a page's data with a client of the API: the same function on the server and in the browser. */
export type Load<Params, T> = (call: Call, args: { params: Params; request: Request }) => Promise<T>;
