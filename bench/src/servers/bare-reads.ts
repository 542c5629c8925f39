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
     p.yearly_price_amount, p.price_version, p.trial_days, p.view_count
   from accounts a join performers p on p.account_id = a.id where a.username = $1`,
);
serve(
  'post',
  `select f.id, f.type, f.title, f.text, f.media, f.preview, f.photo_count, i.like_count, i.comment_count, f.unlock_count, f.published_at,
     i.audience, i.price_amount, i.price_version, a.username, a.name, a.avatar_key, p.craft, p.city
   from feeds f join items i on i.id = f.id join accounts a on a.id = f.performer_id join performers p on p.account_id = f.performer_id
   where f.id = $1`,
);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send!({ url });
process.on('SIGTERM', () => void app.close().then(() => pool.end().then(() => process.exit(0))));
