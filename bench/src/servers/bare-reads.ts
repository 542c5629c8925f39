import Fastify from 'fastify';
import pg from 'pg';

// The limit: bare Fastify and one prepared query of a joined row, without session, rules or views.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const app = Fastify();
const serve = (name: string, text: string): void => {
  app.get<{ Params: { id: string } }>(`/${name}/:id`, async (request, reply) => {
    const { rows } = await pool.query({ name, text, values: [request.params.id] });
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify({ data: rows[0] }));
  });
};
serve(
  'profile',
  `select a.id, a.username, a.name, a.avatar_key, a.created_at, p.bio, p.craft, p.city, p.country, p.gender, p.monthly_price_amount,
     p.yearly_price_amount, p.price_version, p.trial_days, n.view_count
   from accounts a join performers p on p.account_id = a.id join performer_counters n on n.performer_id = a.id where a.username = $1`,
);
serve(
  'post',
  `select i.id, c.media_type, c.title, c.text, c.media, c.preview, c.photo_count, n.like_count, n.comment_count, n.unlock_count, i.published_at,
     i.audience, i.price_amount, i.price_version, a.username, a.name, a.avatar_key, p.craft, p.city
   from items i join item_contents c on c.item_id = i.id join item_counters n on n.item_id = i.id
     join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id
   where i.id = $1`,
);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send!({ url });
process.on('SIGTERM', () => void app.close().then(() => pool.end().then(() => process.exit(0))));
