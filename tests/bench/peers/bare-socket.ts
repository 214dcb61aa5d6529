/**
 * Bare LISTEN and Socket.IO: a POST inserts a row and notifies; a listener reads the row and emits it to everybody. Started as a
 * process; prints its address.
 */
import { createServer } from 'node:http'
import pg from 'pg'
import { Server } from 'socket.io'

const connectionString = process.env.DATABASE_URL
const pool = new pg.Pool({ connectionString, max: 10 })
await pool.query('create table if not exists bare_rows (id uuid primary key, data jsonb not null)')

// with --expose-gc: memory is compared without garbage
process.on('SIGUSR2', () => globalThis.gc?.())

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { rows } = await pool.query(
    `with written as (insert into bare_rows values (gen_random_uuid(), $1) returning id)
     select id, pg_notify('bare', id::text) from written`,
    [body],
  )
  response.setHeader('content-type', 'application/json').writeHead(201)
  response.end(JSON.stringify({ id: rows[0].id }))
})
const io = new Server(server, { transports: ['websocket'] })

const listener = new pg.Client({ connectionString })
await listener.connect()
listener.on('notification', async ({ payload }) => {
  const { rows } = await pool.query('select id, data from bare_rows where id = $1', [payload])
  io.emit('booking', { position: 0, booking: { ...rows[0].data, id: rows[0].id } })
})
await listener.query('listen bare')

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
