import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { startProxy, type TcpProxy } from '@jaanch/tests/support/proxy'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BusyError } from './deadline.ts'
import { createLog } from './logging.ts'
import { createListener, createPostgresPool, inTransaction, isTransient } from './postgres.ts'
import { createSlonikPool } from './slonik.ts'

const database = useTestDatabase()
let proxy: TcpProxy
let pool: pg.Pool
let slonik: DatabasePool
/** Pools whose statements may take a second */
let impatient: { pool: pg.Pool; slonik: DatabasePool }

beforeAll(async () => {
  proxy = await startProxy(database.url)
  const options = { url: proxy.url, name: 'test', max: 2, acquireTimeout: 120_000 }
  const open = async (statementTimeout: number) => ({
    pool: createPostgresPool({ ...options, statementTimeout }),
    slonik: await createSlonikPool({ ...options, statementTimeout }),
  })
  ;({ pool, slonik } = await open(120_000))
  impatient = await open(1_000)
})

afterAll(async () => {
  await proxy.restore()
  const pools = [pool, slonik, impatient.pool, impatient.slonik]
  await Promise.all(pools.map((each) => each.end()))
  await proxy.close()
})

const fails = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error,
  )
const withPg = (of = pool) => of.query('select 1 as one')
const withSlonik = (of = slonik) => of.oneFirst(sql.unsafe`select 1 as one`)

/** Whether the API answers this error, or one of its causes, with 503. */
function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isTransient(cause) || /^(ConnectionError|Backend|Statement)/.test(cause.name)) return true
  }
  return false
}

describe('a pool', () => {
  it('parses bigint as number and date as text, and uses the application role', async () => {
    const { rows } = await pool.query(
      "select 7::bigint as n, '2026-01-31'::date as date, current_user as role",
    )
    expect(rows[0]).toEqual({ n: 7, date: '2026-01-31', role: 'jaanch_app' })
    const row = await slonik.one(
      sql.unsafe`select 7::bigint as n, '2026-01-31'::date as date, current_user as role`,
    )
    expect(row).toEqual({ n: 7, date: '2026-01-31', role: 'jaanch_app' })
  })

  it('names the properties of slonik rows in camelCase', async () => {
    const row = await slonik.one(
      sql.unsafe`select 1 as id, 2 as lab_partner_id, '{"lab_name": 3}'::jsonb as some_data`,
    )
    expect(row).toEqual({ id: 1, labPartnerId: 2, someData: { lab_name: 3 } })
  })

  it('cancels a statement that takes too long', async () => {
    expect(isOutage(await fails(impatient.pool.query('select pg_sleep(60)')))).toBe(true)
    expect(isOutage(await fails(impatient.slonik.query(sql.unsafe`select pg_sleep(60)`)))).toBe(true)
  })

  it('refuses callers beyond its queue at once, and those in it when no connection is returned in time', async () => {
    const bounds = { url: database.url, name: 'bounded', max: 1, maxWaiting: 1, acquireTimeout: 3_000 }
    const [ofPg, ofSlonik] = [createPostgresPool(bounds), await createSlonikPool(bounds)]
    const queries = [() => ofPg.query('select 1'), () => ofSlonik.query(sql.unsafe`select 1`)]
    // with their connections, which a busy machine may open later than in time
    for (const query of queries) await expect.poll(() => fails(query())).toBeUndefined()
    const hold = Promise.withResolvers<void>()
    const [isHeld, isHeldToo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holdFrom = (held: () => void) => () => {
      held()
      return hold.promise
    }
    const holding = [
      inTransaction(ofPg, holdFrom(isHeld.resolve)),
      ofSlonik.connect(holdFrom(isHeldToo.resolve)),
    ]
    await Promise.all([isHeld.promise, isHeldToo.promise])

    const waiting = queries.map((query) => fails(query()))
    for (const query of queries) expect(await fails(query())).toBeInstanceOf(BusyError)
    const [late, lateToo] = await Promise.all(waiting)
    expect(isTransient(late)).toBe(true)
    expect(lateToo).toBeInstanceOf(BusyError)

    hold.resolve()
    await Promise.all(holding)
    for (const query of queries) await query()
    await Promise.all([ofPg.end(), ofSlonik.end()])
  })

  it('distinguishes an outage from a faulty statement', async () => {
    expect(isOutage(await fails(pool.query('select 1 / 0')))).toBe(false)
    expect(isOutage(await fails(slonik.query(sql.unsafe`select nonsense`)))).toBe(false)
  })

  it('fails at once while the server is down, and works again afterwards', async () => {
    await proxy.cut()
    expect(isOutage(await fails(withPg()))).toBe(true)
    expect(isOutage(await fails(withSlonik()))).toBe(true)
    await proxy.restore()
    await expect.poll(() => fails(withPg())).toBeUndefined()
    await expect.poll(() => fails(withSlonik())).toBeUndefined()
  })

  it('can be opened while the server is down', async () => {
    await proxy.cut()
    const early = await createSlonikPool({ url: proxy.url, name: 'early' })
    const query = () => fails(early.query(sql.unsafe`select 1`))
    expect(isOutage(await query())).toBe(true)
    await proxy.restore()
    await expect.poll(query).toBeUndefined()
    expect(await early.oneFirst(sql.unsafe`select 7::bigint`)).toBe(7)
    await early.end()
  })

  it('gives up connections to a server that does not answer, and works again when it answers', async () => {
    const queries = [() => withPg(impatient.pool), () => withSlonik(impatient.slonik)]
    for (const query of queries) await expect.poll(() => fails(query())).toBeUndefined()
    proxy.silence()
    const errors = await Promise.all(queries.map((query) => fails(query())))
    expect(errors.map(isOutage)).toEqual([true, true])
    await proxy.restore()
    for (const query of queries) await expect.poll(() => fails(query())).toBeUndefined()
  })
})

describe('a transaction', () => {
  it('commits everything or nothing', async () => {
    await database.asOwner('create table notes (text text); grant all on notes to jaanch_app')
    const write = (text: string, then?: () => Promise<void>) =>
      inTransaction(pool, async (client) => {
        await client.query('insert into notes values ($1)', [text])
        await then?.()
        return text
      })
    expect(await write('kept')).toBe('kept')
    await expect(write('lost', () => Promise.reject(new Error('changed my mind')))).rejects.toThrow(
      'changed my mind',
    )
    await expect(write('cut', proxy.cut)).rejects.toThrow()
    await proxy.restore()
    const { rows } = await pool.query('select text from notes')
    expect(rows).toEqual([{ text: 'kept' }])
  })

  it('loses its locks when its process stops sending statements', async () => {
    const { rows } = await pool.query('show idle_in_transaction_session_timeout')
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }])
    expect(await slonik.oneFirst(sql.unsafe`show idle_in_transaction_session_timeout`)).toBe('5s')
  })
})

describe('a listener', () => {
  it('calls back on notifications, and once after a reconnect', async () => {
    const heard: string[] = []
    const listener = createListener({
      url: proxy.url,
      name: 'test listen',
      channels: ['news'],
      log: createLog('test', 'silent'),
    })
    const off = listener.on('news', (payload) => heard.push(payload))
    await expect.poll(() => heard).toEqual([''])
    await database.asOwner("select pg_notify('news', 'one')")
    await expect.poll(() => heard).toEqual(['', 'one'])
    await proxy.cut()
    await database.asOwner("select pg_notify('news', 'unheard')")
    await proxy.restore()
    await expect.poll(() => heard).toEqual(['', 'one', ''])
    await database.asOwner("select pg_notify('news', 'two')")
    await expect.poll(() => heard).toEqual(['', 'one', '', 'two'])
    off()
    expect(() => listener.on('gossip', () => {})).toThrow('does not listen to gossip')
    await listener.close()
  })
})

it('finds user, password, host and port among the parameters of the URL, with slonik too', async () => {
  const given = new URL(database.serviceUrl)
  const url = new URL(`postgres://${given.pathname}`)
  url.searchParams.set('user', decodeURIComponent(given.username))
  url.searchParams.set('password', decodeURIComponent(given.password))
  url.searchParams.set('host', given.hostname)
  url.searchParams.set('port', given.port)
  const own = await createSlonikPool({ url: url.href, name: 'test', max: 1 })
  expect(await own.oneFirst(sql.unsafe`select 1 as one`)).toBe(1)
  await own.end()
})

describe('a Unix socket in the URL', () => {
  it.each(['pg', 'slonik'])('is what the pool of %s connects to', async (kind) => {
    const directory = await mkdtemp(join(tmpdir(), 'jaanch-socket-'))
    const target = new URL(database.url)
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      const upstream = connect(Number(target.port), target.hostname)
      socket.on('error', () => upstream.destroy())
      upstream.on('error', () => socket.destroy())
      socket.pipe(upstream).pipe(socket)
    })
    await new Promise<void>((resolve) => server.listen(join(directory, '.s.PGSQL.5432'), resolve))
    // a port that nothing listens on: only the socket leads to the server
    const url = Object.assign(new URL(target), { host: 'localhost', port: '' })
    url.searchParams.set('host', directory)
    try {
      if (kind === 'pg') {
        const own = createPostgresPool({ url: url.href, name: 'test', max: 1 })
        expect((await own.query('select 1 as one')).rows).toEqual([{ one: 1 }])
        await own.end()
      } else {
        const own = await createSlonikPool({ url: url.href, name: 'test', max: 1 })
        expect(await own.oneFirst(sql.unsafe`select 1 as one`)).toBe(1)
        await own.end()
      }
      expect(connections).toBeGreaterThan(0)
    } finally {
      server.close()
      await rm(directory, { recursive: true })
    }
  })
})

it('a listener whose server is gone without closing the connection hears the notifications of the next one', async () => {
  const proxy = await startProxy(database.url)
  const log = createLog('test', 'silent')
  const listener = createListener({ url: proxy.url, name: 'test listen', channels: ['log'], log })
  const heard: string[] = []
  listener.on('log', (payload) => heard.push(payload))
  try {
    // the empty payload of a connection
    await expect.poll(() => heard).toEqual([''])
    proxy.strand()
    await expect.poll(() => heard).toEqual(['', ''])
    await database.asOwner("select pg_notify('log', '7')")
    await expect.poll(() => heard.at(-1)).toBe('7')
  } finally {
    await listener.close()
    await proxy.close()
  }
})
