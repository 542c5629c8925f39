import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, PASSWORD, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { sweepViews } from './count-view.ts';
import { openPayoutDetails } from './payout-details.ts';

let app: TestApp;
let admin: Person;
let performer: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: '1' } });
  admin = await createAdmin(app);
  performer = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
});
afterAll(() => app.close());

const publicProfile = () => app.client().call('GET /performers/{id}', { params: { id: performer.username } });

describe('reference lists', () => {
  test('states and cities are those of the country, by name', async () => {
    const { data: states, total } = await app.client().call('GET /states/{country}', { params: { country: 'pt' } });
    expect(total).toBe(states.length);
    expect(states).toContainEqual({ code: '14', name: 'Lisbon' });
    expect(states.map(({ name }) => name)).toEqual(states.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)));
    const { data: cities } = await app.client().call('GET /cities/{country}/{state}', { params: { country: 'PT', state: '14' } });
    expect(cities).toContain('Sintra');
    expect(cities).not.toContain('Porto');
    const none = { data: [], total: 0 };
    expect(await app.client().call('GET /cities/{country}/{state}', { params: { country: 'PT', state: '99' } })).toEqual(none);
    expect(await app.client().call('GET /states/{country}', { params: { country: 'QQ' } })).toEqual(none);
    for (const country of ['..', '__proto__', 'constructor'])
      expect([country, (await app.client().raw('GET /states/{country}', { params: { country } })).status]).toEqual([
        country,
        expect.toSatisfy((s) => s === 200 || s === 422 || s === 404),
      ]);
  });

  test('languages, dialling codes and options are in the caller’s language', async () => {
    const inSpanish = { query: { locale: 'es' } };
    const listOf = async <Row>(name: 'GET /languages/list' | 'GET /phone-codes/list') =>
      ((await app.client().raw(name, inSpanish)).data as { data: Row[] }).data;
    const languages = await listOf<{ code: string; name: string }>('GET /languages/list');
    expect(languages.find(({ code }) => code === 'de')?.name).toBe('alemán');
    // Each once, whatever codes have replaced others.
    expect(new Set(languages.map(({ name }) => name)).size).toBe(languages.length);
    expect(languages.filter(({ code }) => ['ak', 'tw', 'mo', 'ro'].includes(code)).map(({ code }) => code)).toEqual(['ak', 'ro']);
    const codes = await listOf<{ country: string; code: string; name: string }>('GET /phone-codes/list');
    expect(codes.find(({ country }) => country === 'DE')).toMatchObject({ code: '+49', name: 'Alemania' });
    const options = (await app.client().raw('GET /user-additional', inSpanish)).data as Record<string, { value: string; text: string }[]>;
    expect(options['hairColors']).toContainEqual({ value: 'red', text: 'Pelirrojo' });
    expect((await app.client().call('GET /user-additional')).heights).toContainEqual({ value: '170', text: '170 cm (5′ 7″)' });
    expect(Object.values(options).every((list) => list.length > 2)).toBe(true);
  });
});

describe('the full profile', () => {
  test('is stored, and others see its public part only', async () => {
    const own = await performer.client.call('PUT /performers', {
      body: {
        name: 'Marta Vale',
        craft: 'Cellist',
        country: 'PT',
        state: '14',
        city: 'Sintra',
        gender: 'female',
        attributes: { height: '172', eyeColor: 'green', hairColor: 'brown' },
        languages: ['pt', 'en', 'pt'],
        links: ['instagram.com/marta', 'https://marta.example.org/', 'Instagram.com/marta'],
        phoneCode: '+351',
        phone: '912 345 678',
        privatePrice: 4.5,
        groupPrice: 1.25,
        privateMinimumMinutes: 5,
      },
    });
    expect(own).toMatchObject({
      state: '14',
      languages: ['pt', 'en'],
      phoneCode: '+351',
      phone: '912345678',
      privatePrice: 4.5,
      groupPrice: 1.25,
      privateMinimumMinutes: 5,
    });
    const row = await app.platform.database
      .selectFrom('performers')
      .selectAll()
      .where('account_id', '=', performer.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      private_price_amount: 450n,
      group_price_amount: 125n,
      state_code: '14',
      attributes: { height: '172', eyeColor: 'green', hairColor: 'brown' },
    });
    const seen = await publicProfile();
    expect(seen.about).toEqual({
      gender: 'female',
      country: 'PT',
      state: 'Lisbon',
      city: 'Sintra',
      languages: ['pt', 'en'],
      attributes: { height: '172', eyeColor: 'green', hairColor: 'brown' },
      links: ['https://instagram.com/marta', 'https://marta.example.org/'],
    });
    expect(JSON.stringify(seen)).not.toContain('912345678');
    const changed = await performer.client.call('PUT /performers', {
      body: { attributes: { eyeColor: null }, privatePrice: null, phone: '', phoneCode: '' },
    });
    expect(changed).toMatchObject({ attributes: { height: '172', hairColor: 'brown' }, privatePrice: null, phone: '', groupPrice: 1.25 });
    expect(changed.attributes).not.toHaveProperty('eyeColor');
  });

  test.each([
    [{ country: 'QQ' }, 'VALIDATION_FAILED'],
    [{ state: '99' }, 'VALIDATION_FAILED'],
    [{ attributes: { height: '300' } }, 'VALIDATION_FAILED'],
    [{ attributes: { eyeColor: '<b>' } }, 'VALIDATION_FAILED'],
    [{ languages: ['xx'] }, 'VALIDATION_FAILED'],
    [{ phoneCode: '+351', phone: '1' }, 'VALIDATION_FAILED'],
    [{ links: ['https://example.org', 'javascript:alert(1)'] }, 'VALIDATION_FAILED'],
    [{ links: ['https://me:secret@example.org/'] }, 'VALIDATION_FAILED'],
    [{ links: Array.from({ length: 7 }, (_, index) => `https://example.org/${index}`) }, 'VALIDATION_FAILED'],
    [{ phoneCode: '351', phone: '912345678' }, 'VALIDATION_FAILED'],
    [{ privatePrice: 0 }, 'VALIDATION_FAILED'],
    [{ privatePrice: 100_000 }, 'AMOUNT_OUT_OF_BOUNDS'],
    [{ privateMinimumMinutes: 0 }, 'VALIDATION_FAILED'],
    [{ city: 'Two\nlines' }, 'VALIDATION_FAILED'],
    [{ firstName: 'Another' }, 'APPLICATION_STATE'],
  ])('%j is refused and changes nothing', async (body, code) => {
    const before = await performer.client.call('GET /performers/me');
    const { error } = await performer.client.raw('PUT /performers', { body });
    expect(error.error).toBe(code);
    expect(await performer.client.call('GET /performers/me')).toEqual(before);
  });

  test('the step of the price is done by choosing "free" too', async () => {
    const star = await createPerformer(app, { approved: false });
    const isDone = async () => (await star.client.call('GET /performers/me')).checklist.find(({ task }) => task === 'price')?.done;
    expect(await isDone()).toBe(false);
    await star.client.call('PUT /performers', { body: { bio: 'Plays the viola.' } });
    expect(await isDone()).toBe(false);
    await star.client.call('PUT /performers', { body: { monthlyPrice: 0 } });
    expect(await isDone()).toBe(true);
  });

  test('a price out of bounds names its field', async () => {
    const { error } = await performer.client.send('PUT /performers', { body: { monthlyPrice: 5, yearlyPrice: 100_000 } });
    expect(error.details).toMatchObject({ field: 'yearlyPrice' });
  });

  test('script, formulas and markup in every text field are returned as text', async () => {
    const evil = '=HYPERLINK("x")<script>alert(1)</script>';
    const body = { name: evil, craft: evil.slice(0, 50), city: evil, bio: `${evil}\n${evil}` };
    await performer.client.call('PUT /performers', { body });
    expect(await publicProfile()).toMatchObject(body);
    await performer.client.call('PUT /performers', { body: { name: 'Marta Vale', craft: 'Cellist', city: 'Sintra', bio: 'Strings.' } });
  });

  test('another country clears a state that it doesn’t have', async () => {
    const moved = await performer.client.call('PUT /performers', { body: { country: 'AD' } });
    expect([moved.country, moved.state]).toEqual(['AD', '']);
    await performer.client.call('PUT /performers', { body: { country: 'PT', state: '14' } });
  });

  test('says when it was changed', async () => {
    const { createdAt, updatedAt } = await publicProfile();
    app.clock.advance(60_000);
    await performer.client.call('PUT /performers', { body: { craft: 'Violist' } });
    const changed = await publicProfile();
    expect(changed.createdAt).toBe(createdAt);
    expect(new Date(changed.updatedAt).getTime()).toBeGreaterThan(new Date(updatedAt).getTime());
  });

  test('former names are kept', async () => {
    const names = await app.platform.database
      .selectFrom('performer_names')
      .select(['kind', 'name'])
      .where('performer_id', '=', performer.id)
      .execute();
    for (const expected of [
      { kind: 'legal', name: 'Star Light' },
      { kind: 'stage', name: `Star ${performer.username}` },
      { kind: 'stage', name: 'Marta Vale' },
      { kind: 'username', name: performer.username },
    ])
      expect(names).toContainEqual(expected);
  });

  test('the legal name can be corrected until it is approved', async () => {
    const lite = await createPerformer(app, { approved: false });
    expect((await lite.client.call('PUT /performers', { body: { firstName: 'Stella' } })).firstName).toBe('Stella');
    const names = await app.platform.database
      .selectFrom('performer_names')
      .select('name')
      .where('performer_id', '=', lite.id)
      .where('kind', '=', 'legal')
      .execute();
    expect(names.map(({ name }) => name).sort()).toEqual(['Star Light', 'Stella Light']);
  });

  test('whom an account follows is a list of its own; a visitor follows nobody', async () => {
    const [fan, other] = [await createFan(app), await createPerformer(app)];
    const followed = async (by = fan.client) => (await by.call('GET /performers/search', { query: { followed: true } })).data;
    expect(await followed()).toEqual([]);
    for (const { id } of [performer, other])
      await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: id, action: 'follow' } });
    expect((await followed()).map(({ _id }) => _id).toSorted()).toEqual([performer.id, other.id].toSorted());
    // Not whom it can't see.
    await other.client.call('POST /performer/block/users', { body: { userId: fan.id, reason: '' } });
    expect((await followed()).map(({ _id, isFollowed }) => [_id, isFollowed])).toEqual([[performer.id, true]]);
    expect(await followed(app.client())).toEqual([]);
  });

  test('searches find its attributes', async () => {
    const find = async (query: Record<string, unknown>) =>
      ((await app.client().raw('GET /performers/search', { query })).data as { data: { _id: string }[] }).data.some(
        ({ _id }) => _id === performer.id,
      );
    expect(
      await Promise.all(
        [
          { gender: 'female', language: 'pt', hairColor: 'brown', country: 'PT' },
          { hairColor: 'red' },
          { language: 'de' },
          { gender: 'male' },
        ].map(find),
      ),
    ).toEqual([true, false, false, false]);
  });
});

test('commissions are the site’s, or the performer’s own', async () => {
  await sql`update performers set commission_overrides = '{"tokenTipCommission": 1250}' where account_id = ${performer.id}::uuid`.execute(
    app.platform.database,
  );
  const rates = await performer.client.call('GET /performers/commissions');
  expect(rates).toContainEqual({ kind: 'tokenTipCommission', rate: 12.5, source: 'own', setAt: null });
  expect(rates).toContainEqual({ kind: 'feedSaleCommission', rate: 20, source: 'site', setAt: null });
});

describe('payout details', () => {
  const bank = { holderName: 'Star Light', bankName: 'First Bank', country: 'GB', iban: 'GB29 NWBK 6016 1331 9268 19' };

  test('are encrypted in the table, masked in every response, and changes are mailed to their owner', async () => {
    const lite = await createPerformer(app, { approved: false });
    const saved = await lite.client.call('PUT /performers/banking-settings', { body: { ...bank, currentPassword: PASSWORD } });
    expect(saved.banking).toMatchObject({ holderName: 'Star Light', iban: '••••••••6819', accountNumber: null });
    await lite.client.call('PUT /performers/paypal-settings', { body: { email: 'Stella@Example.org', currentPassword: PASSWORD } });
    const gateway = { subAccountNumber: '900123', flexformId: 'abc-123-def', salt: 'very-secret-salt' };
    await lite.client.call('PUT /performers/payment-gateway-settings', { body: { ccbill: gateway, currentPassword: PASSWORD } });
    await lite.client.call('PUT /performers/payment-gateway-settings', {
      body: { verotel: { shopId: '654321', signatureKey: 'sig-key-9999' }, currentPassword: PASSWORD },
    });
    const view = await lite.client.call('GET /performers/payout-details');
    expect(view.paypal?.email).toBe('s••••@example.org');
    expect(view.paymentGateway).toMatchObject({ ccbill: { salt: '••••' }, verotel: { signatureKey: '••••' } });
    expect(view.ownAccounts).toEqual([]);
    await app.platform.database
      .insertInto('gateways')
      .values({ name: 'ccbill', position: 1, options: JSON.stringify({ subAccountReceiver: 'site' }) })
      .execute();
    await app.gatewaySettings.reload();
    expect((await lite.client.call('GET /performers/payout-details')).ownAccounts).toEqual([
      { gateway: 'ccbill', receiver: 'site', limit: 100 },
    ]);
    const answered = JSON.stringify([saved, view]);
    for (const secret of ['NWBK', 'stella@', 'very-secret', 'sig-key', '900123', '654321']) expect(answered).not.toContain(secret);
    const { rows } = await sql<{ sealed: Buffer }>`select sealed from payout_details where performer_id = ${lite.id}::uuid`.execute(
      app.platform.database,
    );
    expect(rows).toHaveLength(3);
    for (const { sealed } of rows) for (const secret of ['NWBK', 'stella', 'salt']) expect(sealed.includes(secret)).toBe(false);
    expect((await openPayoutDetails(app.platform, app.platform.database, lite.id, 'banking'))?.value.iban).toBe('GB29NWBK60161331926819');
    await app.settle();
    expect((await app.mailsTo(lite.email)).filter((mail) => mail.includes('/model/banking'))).toHaveLength(4);
    // Neither the stored responses of idempotency keys nor the events contain any of it.
    const { rows: dumped } = await sql<{
      text: string;
    }>`select (select coalesce(json_agg(o), '[]') from outbox o)::text || (select coalesce(json_agg(i), '[]') from idempotency_keys i)::text as text`.execute(
      app.platform.database,
    );
    expect(dumped[0]!.text).not.toContain('NWBK');
  });

  test('can’t be decrypted in another performer’s row', async () => {
    const other = await createPerformer(app, { approved: false });
    await performer.client.call('PUT /performers/banking-settings', { body: { ...bank, currentPassword: PASSWORD } });
    await sql`insert into payout_details (performer_id, kind, sealed) select ${other.id}::uuid, kind, sealed from payout_details where performer_id = ${performer.id}::uuid`.execute(
      app.platform.database,
    );
    await expect(openPayoutDetails(app.platform, app.platform.database, other.id, 'banking')).rejects.toThrow(/authenticate/);
  });

  test.each([
    [{ ...bank, iban: 'GB29 NWBK 6016 1331 9268 18', currentPassword: PASSWORD }, 'VALIDATION_FAILED'],
    [{ ...bank, iban: undefined, currentPassword: PASSWORD }, 'VALIDATION_FAILED'],
    [{ ...bank, currentPassword: 'wrong' }, 'CURRENT_PASSWORD_WRONG'],
  ])('%j is refused', async (body, code) => {
    const before = await performer.client.call('GET /performers/payout-details');
    expect((await performer.client.raw('PUT /performers/banking-settings', { body })).error.error).toBe(code);
    expect(await performer.client.call('GET /performers/payout-details')).toEqual(before);
  });

  test('require the password or a recent log-in', async () => {
    const person = await createPerformer(app, { approved: false });
    expect((await person.client.send('PUT /performers/banking-settings', { body: bank })).status).toBe(200);
    app.clock.advance(11 * 60_000);
    expect((await person.client.send('PUT /performers/paypal-settings', { body: { email: 'a@example.org' } })).error.error).toBe(
      'RECENT_LOGIN_REQUIRED',
    );
    expect((await person.client.call('GET /performers/payout-details')).paypal).toBeNull();
  });

  test('are forbidden to fans', async () => {
    expect((await fan.client.send('GET /performers/payout-details')).error.error).toBe('FORBIDDEN');
  });
});

describe('views of a profile', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const view = async (client: Person['client'], address: string) =>
    (await client.call('POST /performers/{id}/inc-view', { params: { id: performer.username }, headers: from(address) })).views;

  test('can’t be inflated', async () => {
    const visitor = app.client();
    const start = await view(performer.client, '192.0.2.1');
    expect(await view(admin.client, '192.0.2.2')).toBe(start);
    expect(await view(visitor, '198.51.100.1')).toBe(start + 1);
    // The same network again: itself, mapped into IPv6, or behind an address that the caller claims.
    for (const address of ['198.51.100.1', '::ffff:198.51.100.1', '203.0.113.9, 198.51.100.1'])
      expect([address, await view(visitor, address)]).toEqual([address, start + 1]);
    // A whole /64 counts as one.
    expect(await view(visitor, '2001:db8:5:5::1')).toBe(start + 2);
    for (let host = 2; host < 30; host += 1) expect(await view(visitor, `2001:db8:5:5::${host.toString(16)}`)).toBe(start + 2);
    // An account counts once from any address, and uses up its network's view.
    expect(await view(fan.client, '192.0.2.50')).toBe(start + 3);
    for (const address of ['192.0.2.51', '192.0.2.52']) expect(await view(fan.client, address)).toBe(start + 3);
    expect(await view(visitor, '192.0.2.50')).toBe(start + 3);
    // Accounts without a verified address count as visitors.
    for (let index = 0; index < 3; index += 1) {
      const invented = await createFan(app, { verified: false });
      expect(await view(invented.client, '192.0.2.50')).toBe(start + 3);
    }
    // A hundred concurrent views.
    const concurrent = await Promise.all(Array.from({ length: 100 }, () => view(visitor, '198.51.100.77')));
    expect(Math.max(...concurrent)).toBe(start + 4);
    expect(await view(visitor, '198.51.100.77')).toBe(start + 4);
  });

  test('are stored as a fingerprint of the viewer for a day; the count stays', async () => {
    const { rows } = await sql<{ viewer: string }>`select viewer from profile_views`.execute(app.platform.database);
    expect(rows.length).toBeGreaterThan(0);
    for (const { viewer } of rows) expect(viewer).toMatch(/^[\w-]{43}$/);
    const before = await view(performer.client, '192.0.2.1');
    app.clock.advance(3 * 86_400_000);
    expect(await sweepViews(app.platform)).toBe(rows.length);
    const again = await publicProfile();
    expect(again.views).toBe(before);
    expect(await view(app.client(), '198.51.100.1')).toBe(before + 1);
  });
});
