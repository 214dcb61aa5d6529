/**
 * What an engineer would reach for: Fastify and pg, one table of bookings, the queries of the lists, JSON.stringify. No log, no
 * accounts, no consequences. Started as a process; prints its port.
 */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()

app.get('/api/packages/popular', async () => {
  const { rows } = await pool.query(
    `select id, name, description, category, price, original_price, tests_included, report_delivery_time, sample_type,
            fasting_required, fasting_hours, age_min, age_max, gender_specific, preparation_instructions, is_popular, is_active
       from packages where is_popular and is_active and deleted_at is null order by kind desc, name`,
  )
  return rows
})

type Query = { lab?: string; tab?: string }

app.get<{ Querystring: Query }>('/api/bookings', async ({ query: { lab, tab } }) => {
  const conditions = [
    ...(lab ? ['b.lab_partner_id = $1'] : []),
    ...(tab === 'in-progress' ? ["b.status in ('sample-collection', 'lab-processing')"] : []),
  ]
  // prepared as ours, and with the columns that have what our `data` contains
  const { rows } = await pool.query({
    name: `bookings ${lab ? 'of a lab' : ''} ${tab ?? ''}`,
    text: `select b.*, l.lab_name, f.name as member_name, f.relationship, d.special_instructions, d.address ->> 'city' as city
       from (select id, lab_partner_id, created_at, data, status, timeline, order_number, is_paid from plain.bookings b ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
              order by created_at desc, id desc limit 50) b
       left join lab_partners l on l.id = b.lab_partner_id
       left join family_members f on f.id = (b.data ->> 'familyMemberId')::uuid
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
  try {
    await client.query('begin')
    const user = await client.query('select id, is_active from users where id = $1', [body.customerId])
    const item = await client.query('select id, name, price from packages where id = $1', [body.packageId])
    const address = await client.query(
      'select * from customer_addresses where id = $1 and customer_id = $2',
      [body.addressId, body.customerId],
    )
    if (!user.rows[0] || !item.rows[0] || !address.rows[0]) throw new Error('There is no such thing')
    const { rows } = await client.query(
      `insert into plain.placed (customer_id, package_id, address, scheduled_date, scheduled_time, price)
       values ($1, $2, $3, $4, $5, $6) returning *`,
      [
        body.customerId,
        body.packageId,
        address.rows[0],
        body.scheduledDate,
        body.scheduledTime,
        item.rows[0].price,
      ],
    )
    await client.query('commit')
    return await reply.code(201).send(rows[0])
  } finally {
    client.release()
  }
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address}\n`)
