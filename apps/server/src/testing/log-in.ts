import { PASSWORD, type Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Logs somebody in once more, from another browser. */
export const sendLogIn = (
  app: TestApp,
  person: Person,
  more: { code?: string; password?: string; headers?: Record<string, string> } = {},
) =>
  app.client().send('POST /auth/login', {
    body: { username: person.username, password: more.password ?? PASSWORD, ...(more.code ? { code: more.code } : {}) },
    ...(more.headers ? { headers: more.headers } : {}),
  });

/** The error code of an answer; `ok` without one. */
export const codeOf = (answer: { status: number; error: { error: string } }): string => (answer.status < 300 ? 'ok' : answer.error.error);
