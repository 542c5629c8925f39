import { describe, expect, it } from 'vitest';
import { ApiError, createCall, messageOr, type Outgoing } from './api.ts';

const setUp = (status: number, body: unknown) => {
  const sent: Outgoing[] = [];
  let unauthenticated = 0;
  const call = createCall({
    send: async (request) => {
      sent.push(request);
      return { status, body };
    },
    locale: () => 'es',
    onUnauthenticated: () => {
      unauthenticated += 1;
    },
  });
  return { call, sent, unauthenticated: () => unauthenticated };
};

const refusalOf = async (status: number, body: unknown): Promise<ApiError> => {
  const refused = await setUp(status, body)
    .call('GET /users/me')
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  return refused as ApiError;
};

describe('the API client', () => {
  it('fills in the path, sends the locale with every request and returns the data', async () => {
    const { call, sent } = setUp(200, { data: { _id: 'x' } });
    const answer = await call('GET /posts/{id}', { params: { id: 'a b/c' } });
    expect(answer).toEqual({ _id: 'x' });
    expect(sent[0]?.path).toBe('/posts/a%20b%2Fc?locale=es');
    expect(sent[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('omits undefined query parameters and repeats lists', async () => {
    const { call, sent } = setUp(200, { data: { data: [], total: 0 } });
    await call('GET /performers/search', { query: { q: 'ines', country: undefined, limit: 12 } });
    expect(sent[0]?.path).toBe('/performers/search?q=ines&limit=12&locale=es');
  });

  it('sends a new idempotency key with every write, or the given one', async () => {
    const { call, sent } = setUp(201, { data: { message: 'ok' } });
    const body = { name: 'A', email: 'a@example.org', message: 'Hello' };
    await call('POST /contact', { body });
    await call('POST /contact', { body });
    await call('POST /contact', { body, idempotencyKey: 'again' });
    const keys = sent.map((request) => request.headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe('again');
  });

  it('sends files and texts as a form', async () => {
    const { call, sent } = setUp(201, { data: { message: 'ok' } });
    const file = new Blob(['x'], { type: 'image/png' });
    await call('POST /users/avatar/upload', { files: { avatar: file } });
    expect(sent[0]?.form?.get('avatar')).toBeInstanceOf(Blob);
    expect(sent[0]?.body).toBeUndefined();
  });

  it.each([
    ['a sentence', { message: 'Not today.' }, 'Not today.'],
    ['a list', { message: [{ property: 'name', constraints: { length: 'Too long.' } }] }, 'Too long.'],
    ['no words', {}, 'Please try again later'],
    ['an empty sentence', { message: '' }, 'Please try again later'],
  ])('prefers the server’s words to the sentence of a place, answered with %s', async (_what, body, shown) => {
    expect(messageOr(await refusalOf(422, body), 'Please try again later')).toBe(shown);
  });

  it('takes the sentence of a place where no answer came', () => {
    expect(messageOr(new ApiError(0, 'NETWORK', 'You are offline'), 'Please try again later')).toBe('Please try again later');
  });

  it('shows the first constraint of the first entry of a list', async () => {
    const error = await refusalOf(422, {
      statusCode: 422,
      error: 'VALIDATION_FAILED',
      message: [
        { property: 'email', constraints: { email: 'This is not an email address.', other: 'Second' } },
        { property: 'name', constraints: { required: 'Fill in this field.' } },
      ],
    });
    expect(error.message).toBe('This is not an email address.');
    expect(error.fields).toEqual({ email: 'This is not an email address.', name: 'Fill in this field.' });
  });

  it('assigns the message of a code about one field to that field', async () => {
    const wrong = await refusalOf(400, { statusCode: 400, error: 'CURRENT_PASSWORD_WRONG', message: 'The current password is not right.' });
    expect(wrong.fields).toEqual({ currentPassword: 'The current password is not right.' });
    expect((await refusalOf(409, { statusCode: 409, error: 'USERNAME_TAKEN', message: 'Taken.' })).fields).toEqual({ username: 'Taken.' });
    const dear = { statusCode: 422, error: 'AMOUNT_OUT_OF_BOUNDS', message: 'Too much.', details: { field: 'yearlyPrice' } };
    expect((await refusalOf(422, dear)).fields).toEqual({ yearlyPrice: 'Too much.' });
    expect((await refusalOf(402, { statusCode: 402, error: 'INSUFFICIENT_TOKENS', message: 'Too few.' })).fields).toEqual({});
  });

  it('otherwise shows the message, or "Bad request!"', async () => {
    expect(
      (
        await refusalOf(402, {
          statusCode: 402,
          error: 'INSUFFICIENT_TOKENS',
          message: 'You don’t have enough tokens.',
          details: { balance: 1.5, needed: 3 },
        })
      ).details,
    ).toEqual({ balance: 1.5, needed: 3 });
    expect((await refusalOf(400, undefined)).message).toBe('Bad request!');
    expect((await refusalOf(400, { message: [] })).message).toBe('Bad request!');
    expect((await refusalOf(502, { message: '' })).message).toBe('Bad request!');
  });

  it('reports the end of the session on a 401, with the specified message', async () => {
    const { call, unauthenticated } = setUp(401, { statusCode: 401, error: 'UNAUTHENTICATED', message: 'Please log in first.' });
    await expect(call('GET /users/me')).rejects.toThrow('Forbidden in the action!');
    expect(unauthenticated()).toBe(1);
  });
});
