/**
 * Bare LISTEN and Socket.IO: a POST inserts a row and notifies; a listener reads the row and emits it to everybody. Prints its
 * address.
 */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { Server } from 'socket.io'

const connectionString = process.env.DATABASE_URL
const pool = new pg.Pool({ connectionString, max: 10 })
await pool.query('create table if not exists plain.sent (id uuid primary key, data jsonb not null)')

const server = createServer(async (request, response) => {
  const { rows } = await pool.query({
    name: 'write',
    text: `with written as (insert into plain.sent values (gen_random_uuid(), $1) returning id)
           select id, pg_notify('bare', id::text) from written`,
    values: [await json(request)],
  })
  response.setHeader('content-type', 'application/json').writeHead(201)
  response.end(JSON.stringify({ id: rows[0].id }))
})
const io = new Server(server, { transports: ['websocket'] })

const listener = new pg.Client({ connectionString })
await listener.connect()
listener.on('notification', async ({ payload }) => {
  const { rows } = await pool.query({
    name: 'read',
    text: 'select id, data from plain.sent where id = $1',
    values: [payload],
  })
  io.emit('booking', { position: 0, booking: { ...rows[0].data, id: rows[0].id } })
})
await listener.query('listen bare')

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}\n`)
})
