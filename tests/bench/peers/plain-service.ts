/**
 * What an engineer would reach for: Fastify and pg, prepared statements, one table of bookings, JSON.stringify. No log, no
 * accounts, no consequences. Prints its address.
 */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()

app.get('/api/packages/popular', async () => {
  const { rows } = await pool.query({
    name: 'popular',
    text: `select id, name, description, category, price, original_price, tests_included, report_delivery_time, sample_type,
                  fasting_required, fasting_hours, age_min, age_max, gender_specific, preparation_instructions, is_popular, is_active
             from packages where is_popular and is_active and deleted_at is null order by kind desc, name`,
  })
  return rows
})

app.get<{ Querystring: { lab?: string } }>('/api/bookings', async ({ query: { lab } }) => {
  const { rows } = await pool.query({
    name: lab ? 'bookings of a lab' : 'bookings',
    text: `select b.*, l.lab_name, f.name as member_name, f.relationship, d.special_instructions, d.address ->> 'city' as city,
                  d.address ->> 'pincode' as pincode, coalesce(f.name, u.name) as patient_name, u.phone
             from (select id, lab_partner_id, created_at, data, status, timeline, order_number, is_paid from plain.bookings
                    ${lab ? 'where lab_partner_id = $1' : ''} order by created_at desc, id desc limit 50) b
             left join lab_partners l on l.id = b.lab_partner_id
             left join family_members f on f.id = (b.data ->> 'familyMemberId')::uuid
             left join users u on u.id = (b.data ->> 'customerId')::uuid
             left join booking_details d on d.booking_id = b.id
            order by b.created_at desc, b.id desc`,
    values: lab ? [lab] : [],
  })
  return rows
})

type Body = {
  customerId: string
  packageId: string
  addressId: string
  scheduledDate: string
  scheduledTime: string
}

app.post<{ Body: Body }>('/api/bookings', async ({ body }, reply) => {
  const client = await pool.connect()
  const ask = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  try {
    await client.query('begin')
    const user = await ask('user', 'select id, is_active from users where id = $1', [body.customerId])
    const item = await ask('package', 'select id, name, price from packages where id = $1', [body.packageId])
    const address = await ask('address', 'select * from customer_addresses where id = $1', [body.addressId])
    if (!user.rows[0] || !item.rows[0] || !address.rows[0]) throw new Error('There is no such thing')
    const { rows } = await ask(
      'insert',
      `insert into plain.placed (customer_id, package_id, address, scheduled_date, scheduled_time, price)
       values ($1, $2, $3, $4, $5, $6) returning *`,
      [
        ...[body.customerId, body.packageId, address.rows[0], body.scheduledDate, body.scheduledTime],
        item.rows[0].price,
      ],
    )
    await client.query('commit')
    return await reply.code(201).send(rows[0])
  } finally {
    client.release()
  }
})

await pool.query(`
  create table if not exists plain.placed (
    id uuid primary key default gen_random_uuid(), customer_id uuid not null, package_id uuid not null, address jsonb not null,
    scheduled_date date not null, scheduled_time text not null, price integer not null, status text not null default 'pending',
    created_at timestamptz not null default now());
  create index if not exists plain_placed_of_customer on plain.placed (customer_id, created_at desc)`)
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
