import { type AntMediaDouble, type AntMediaDoubleOptions, createAntMediaDouble } from '../ant-media-double/ant-media-double.ts';
import { type MediaServerEntry, hookSecretOf } from '../../modules/streams/index.ts';
import { type TestApp, type TestAppOptions, createTestApp, freePort } from '../../testing/test-app.ts';

export const REST_KEY = 'rest-key-of-the-double-0123456789';
export const STREAM_KEY = 'stream-key-of-the-double-01234567';

/** A site that the double can reach at its public address. */
export const createReachableSite = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const port = String(await freePort());
  return createTestApp({ ...options, environment: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...options.environment } });
};

/** A media server as its owner should set it up for a site. */
export const startMediaServer = async (app: TestApp, options: AntMediaDoubleOptions = {}): Promise<AntMediaDouble> => {
  // The site's public address needn't be where it listens.
  const hooks = `${app.url}/hooks/live/${hookSecretOf(app.platform.encryption)}`;
  const double = await createAntMediaDouble({
    app: 'stagedoor',
    ...options,
    settings: {
      jwtControlEnabled: true,
      jwtSecretKey: REST_KEY,
      jwtStreamSecretKey: STREAM_KEY,
      playJwtControlEnabled: true,
      publishJwtControlEnabled: true,
      listenerHookURL: `${hooks}/events`,
      webhookAuthenticateURL: `${hooks}/publish`,
      webhookPlayAuthUrl: `${hooks}/play`,
      ...options.settings,
    },
  });
  await double.listen();
  return double;
};

/** A server's address and keys, as an owner enters them. */
export const entryOf = (double: AntMediaDouble): MediaServerEntry => ({
  address: double.url,
  restKey: REST_KEY,
  streamKey: STREAM_KEY,
  tokens: 'jwt',
});
