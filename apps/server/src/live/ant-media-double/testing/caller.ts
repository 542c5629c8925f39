import type { AntMediaDouble } from '../ant-media-double.ts';

/** The answer to a call. */
export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

const parsed = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

/** Calls the REST API of a double as a site does. A list's entries are named 0, 1 and so on. */
export const callerOf =
  (double: AntMediaDouble, headers: Record<string, string> = {}) =>
  async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const response = await fetch(`${double.url}/${double.app}/rest/v2${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: parsed(await response.text()) };
  };
