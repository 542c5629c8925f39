import { data } from 'react-router';
import { ApiError, type Call } from './api.ts';

/** Error data of a page that could not be loaded: code and message; the status is sent separately. */
export interface RouteFailure {
  code: string;
  message: string;
}

const MISSING: RouteFailure = { code: 'NOT_FOUND', message: '' };

/** Whether an address names nothing: the API doesn't find it, or it has what can't be an id. */
export const isMissing = ({ status, fields }: ApiError): boolean => status === 404 || (status === 422 && fields['id'] !== undefined);

/** Turns an ApiError into an error page with its status; an address that names nothing has 404. */
export const orErrorPage = async <T>(loading: Promise<T>): Promise<T> => {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isMissing(error)) throw data(MISSING, { status: 404 });
    const failure: RouteFailure = { code: error.code, message: error.message };
    throw data(failure, { status: error.status === 0 ? 503 : error.status });
  }
};

/** Loads a page's data with a client of the API: the same function on the server and in the browser. */
export type Load<Params, T> = (call: Call, args: { params: Params; request: Request }) => Promise<T>;
