import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request as openRequest } from 'node:http'
import { connect as connectTo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { authCalls } from '@jaanch/account/sessions/api'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { packageCalls } from '@jaanch/catalogue/packages/api'
import { bounds, poolSizes } from '@jaanch/platform/http/bounds'
import { readGauges } from '@jaanch/platform/telemetry/metrics'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { bookingInput, type Person, password, registerCustomer, tokens } from '@jaanch/tests/support/people'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import type { Answer } from '@jaanch/tests/support/send'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { stackTest } from '@jaanch/tests/support/test'
import pg from 'pg'
import { describe, expect } from 'vitest'
import { limitTable } from '../limits.ts'

const it = stackTest({ workers: false })
  /** An API that handles one read, while one waits */
  .extend('narrow', { scope: 'file' }, ({ stack }) =>
    stack.anotherApi({ bounds: { reads: 1, waitingRequests: 1 } }),
  )
it.afterEach(closeSockets)

/** Each search reads the table of packages, while lists of packages are kept. */
const search = { query: { q: 'thyroid' } }

function expectBusy(answer: Answer<unknown>): void {
  expect(answer).toMatchObject(refusal('unavailable'))
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/)
}

/** Locks a table, so that requests that read it wait. @returns unlocks it */
async function lockTable(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return () => client.end()
}

/** Requests of this process that wait for a place, of all kinds and stacks in it */
async function waitingRequests(): Promise<number> {
  let waiting = 0
  await readGauges((name, value, ...[labels]) => {
    const isOfRequests = ['reads', 'writes', 'logins'].includes(String(labels?.gate))
    if (name === 'jaanch_gate_waiting' && isOfRequests) waiting += value
  })
  return waiting
}

/** Queries of lists that wait for a lock: the tails of the processes wait for the table, too */
async function waitingQueries(database: { asOwner(text: string): Promise<pg.QueryResult> }): Promise<number> {
  const { rowCount } = await database.asOwner(
    `select from pg_stat_activity
      where datname = current_database() and application_name = 'api queries' and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}

describe('an API process that handles as many requests as it may', () => {
  it('refuses further ones at once, answers from memory and whether it lives, and takes requests again afterwards [V15.2.2]', async ({
    stack,
    narrow,
  }) => {
    const client = createClient(narrow)
    const kept = [packageCalls.listPopularPackages, packageCalls.listPackages]
    for (const route of kept) await client.ask(route)
    const unlock = await lockTable(stack.database.url, 'packages')
    const handled = [1, 2].map(() => client.ask(packageCalls.searchPackages, search))
    await expect.poll(() => waitingQueries(stack.database)).toBe(1)
    await expect
      .poll(() => client.ask(packageCalls.searchPackages, search))
      .toMatchObject(refusal('unavailable'))
    expectBusy(await client.ask(packageCalls.searchPackages, search))
    expect(await client.raw('/api/health')).toMatchObject({ status: 200 })
    expect(await client.raw('/api/ready')).toMatchObject({ status: 200 })
    for (const route of kept) expect((await client.ask(route)).status).toBe(200)
    await unlock()
    for (const answer of await Promise.all(handled)) expect(answer.status).toBe(200)
    expect(await client.ask(packageCalls.searchPackages, search)).toMatchObject({ status: 200 })
  })

  it('does not count requests whose body is still arriving', async ({ stack, customer }) => {
    const url = await stack.anotherApi({ bounds: { writes: 1, waitingRequests: 0 } })
    const uploading = startUpload(url, customer)
    await once(uploading, 'socket')
    const { status } = await createClient(url, customer.token).ask(prescriptionCalls.uploadPrescription, {
      body: { fileUrl: dataUrl('application/pdf', pdf), originalFileName: 'scan.pdf' },
    })
    expect(status).toBe(201)
    uploading.destroy()
  })

  it('goes on with the work of a client that has left, and forgets one that left while it waited', async ({
    stack,
    narrow: url,
  }) => {
    const unlock = await lockTable(stack.database.url, 'packages')
    const startSearch = () => get(`${url}/api/search?q=thyroid`).on('error', () => {})
    const isRefused = async () => (await fetch(`${url}/api/search?q=thyroid`)).status === 503
    const working = startSearch()
    await expect.poll(() => waitingQueries(stack.database)).toBe(1)
    working.destroy()
    const waiting = startSearch()
    // its place is not free before its query ends: the next one waits, and there is no room for a third
    await expect.poll(waitingRequests).toBe(1)
    expect(await isRefused()).toBe(true)
    waiting.destroy()
    await expect.poll(waitingRequests).toBe(0)
    const search = createClient(url).ask(packageCalls.searchPackages, { query: { q: 'thyroid' } })
    await expect.poll(waitingRequests).toBe(1)
    await unlock()
    expect((await search).status).toBe(200)
  })
})

describe('five hundred connections from one address', () => {
  it('have no request refused, whether it is answered from memory or searches, while a customer books and reads beside them', async ({
    stack,
    customer,
    packageId,
  }) => {
    // how long a request waits does not decide, how many may wait does
    const { waitingRequests, waitingRequestBytes } = bounds
    const url = await stack.anotherApi({ bounds: { waitingRequests, waitingRequestBytes } })
    const agent = new Agent({ keepAlive: true, maxSockets: 500 })
    async function statusOf(path: string): Promise<number> {
      const [answer] = (await once(get(url + path, { agent }), 'response')) as [IncomingMessage]
      await once(answer.resume(), 'end')
      return answer.statusCode ?? 0
    }
    const paths = ['/api/packages/popular', '/api/packages', '/api/search?q=thyroid']
    const asking = Promise.all(
      Array.from({ length: 500 }, async () => {
        const statuses: number[] = []
        for (const path of paths) statuses.push(await statusOf(path))
        return statuses
      }),
    )
    const client = createClient(url, customer.token)
    const booking = await client.ask(bookingCalls.placeBooking, {
      body: bookingInput(packageId, customer.addressId),
    })
    expect(booking.status).toBe(201)
    const listed = await client.ask(bookingCalls.listBookings)
    expect(listed).toMatchObject({ status: 200, body: [{ id: booking.body.id }] })
    expect(new Set((await asking).flat())).toEqual(new Set([200]))
    agent.destroy()
  })
})

describe('an API process whose event loop is blocked', () => {
  it('refuses requests, answers whether it lives, and takes requests again afterwards', async ({ stack }) => {
    // far more than another program on the machine causes for a second
    const client = createClient(await stack.anotherApi({ bounds: { eventLoopDelayMs: 250 } }))
    const blocking = setInterval(() => {
      const until = performance.now() + 400
      while (performance.now() < until);
    }, 1)
    await expect.poll(async () => (await client.ask(packageCalls.searchPackages, search)).status).toBe(503)
    expect(await client.raw('/api/health')).toMatchObject({ status: 200 })
    clearInterval(blocking)
    await expect.poll(async () => (await client.ask(packageCalls.searchPackages, search)).status).toBe(200)
  })
})

describe('while all connections for lists are in use', () => {
  it('logins and account checks go on, and lists beyond the bound are refused', async ({ stack }) => {
    const client = createClient(await stack.anotherApi({ bounds: { waitingRequests: 0 } }))
    const { id, email } = await registerCustomer(stack.url)
    const unlock = await lockTable(stack.database.url, 'packages')
    const lists = Array.from({ length: bounds.reads }, () => client.ask(packageCalls.searchPackages, search))
    // queries of other pools may wait too
    await expect.poll(() => waitingQueries(stack.database)).toBeGreaterThanOrEqual(poolSizes.queries.max)

    await client.call(authCalls.login, { body: { email, password } })
    const revoked = tokens.issue({ id, tokenVersion: 7 })
    expect(await client.as(revoked).raw(uploadPath, { method: 'POST' })).toMatchObject({ status: 401 })
    await expect
      .poll(() => client.ask(packageCalls.searchPackages, search))
      .toMatchObject(refusal('unavailable'))

    await unlock()
    await Promise.all(lists)
    await client.call(packageCalls.searchPackages, search)
  })
})

const uploadPath = prescriptionCalls.uploadPrescription.path

/** Sends the headers of an upload of 5 MB and none of it. */
function startUpload(url: string, { token }: Pick<Person, 'token'>) {
  const upload = openRequest(url + uploadPath, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': 5_000_000,
    },
  })
  upload.on('error', () => {})
  upload.flushHeaders()
  return upload
}

async function answerTo(upload: ReturnType<typeof startUpload>) {
  const [{ statusCode, headers }] = await once(upload, 'response')
  upload.destroy()
  return { status: statusCode, connection: headers.connection, retryAfter: headers['retry-after'] }
}

/** A body waits half a second for others to end, 15 s in production; those may be silent as long as the test takes */
const bodyBounds = { waitBodyMs: 500, bodySilenceMs: 600_000, receiveMs: 600_000 }

describe('a large body', () => {
  it('of a stranger is refused before it is read', async ({ stack }) => {
    expect(await answerTo(startUpload(stack.url, { token: 'nonsense' }))).toMatchObject({ status: 401 })
  })

  it('is refused before it is read when its sender has too many under way, until those have ended', async ({
    stack,
    customer,
    otherCustomer,
  }) => {
    const url = await stack.anotherApi({ bounds: { ...bodyBounds, bodyBytesPerCaller: 9_000_000 } })
    const first = startUpload(url, customer)
    // the order in which two connections are served is not defined: the first to be refused shows that the other one is in
    const second = startUpload(url, customer)
    const refused = await Promise.race([answerTo(first), answerTo(second)])
    expect(refused).toEqual({ status: 503, connection: 'close', retryAfter: expect.stringMatching(/^\d+$/) })
    expect(await uploadSmall(url, otherCustomer)).toBe(422)
    for (const upload of [first, second]) upload.destroy()
    await expect.poll(() => uploadSmall(url, customer)).toBe(422)
  })

  it('is refused when too many bytes of all senders are under way [V5.2.1]', async ({
    stack,
    customer,
    otherCustomer,
  }) => {
    const url = await stack.anotherApi({ bounds: { ...bodyBounds, bodyBytes: 9_000_000 } })
    const uploads = [startUpload(url, customer), startUpload(url, otherCustomer)]
    expect(await Promise.race(uploads.map(answerTo))).toMatchObject({ status: 503, connection: 'close' })
    for (const upload of uploads) upload.destroy()
  })
})

/** @returns 422, because it is no prescription, unless it is refused unread */
async function uploadSmall(url: string, { token }: Person): Promise<number> {
  const upload = await createClient(url, token).raw(uploadPath, {
    method: 'POST',
    body: JSON.stringify({ filler: 'x'.repeat(4_500_000) }),
    headers: { 'content-type': 'application/json' },
  })
  return upload.status
}

/** A handshake that is refused leaves no connection, even if its client does not close its own half. */
async function expectClosed(url: string): Promise<void> {
  const { hostname: host, port } = new URL(url)
  const refused = connectTo({ host, port: Number(port), allowHalfOpen: true })
  refused.on('error', () => {}).resume()
  refused.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  await once(refused, 'end')
  // a server that had the connection still would accept it
  await expect
    .poll(() => {
      refused.write('more')
      return refused.destroyed
    })
    .toBe(true)
}

describe('connections of the gateway', () => {
  it('of one user are limited: the newest is closed', async ({ stack, customer, otherCustomer }) => {
    const url = await stack.anotherApi({ limits: { userSockets: 1 } })
    const first = listenTo(url, { token: customer.token })
    await first.first('caught-up')
    const second = listenTo(url, { token: customer.token })
    const reason = await new Promise((resolve) => second.socket.once('disconnect', resolve))
    expect(reason).toBe('io server disconnect')
    await listenTo(url, { token: otherCustomer.token }).first('caught-up')
    expect(first.socket.connected).toBe(true)
    first.close()
    await expect
      .poll(async () => {
        second.socket.connect()
        return second.messages.some(({ event }) => event === 'caught-up')
      })
      .toBe(true)
  })

  it('of one network are limited: a further handshake is answered 429 and its connection ends, also if its client leaves it half open, until one of them has ended', async ({
    stack,
    customer,
  }) => {
    const url = await stack.anotherApi({ limits: { networkSockets: 1 }, trustedProxies: 1 })
    const first = listenTo(url, { token: customer.token })
    await first.first('caught-up')
    const text = limitTable.networkSockets.text(1)

    const handshake = '/socket.io/?EIO=4&transport=websocket'
    /** @returns the answer to a handshake; 101 if it was accepted, and the connection is closed again */
    async function connect(from: string, search = ''): Promise<{ status: number; answer?: IncomingMessage }> {
      const upgrade = openRequest(`${url}${handshake}${search}`, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
          'x-forwarded-for': from,
        },
      }).end()
      const accepted = once(upgrade, 'upgrade').then(([, socket]) => {
        socket.destroy()
        return { status: 101 }
      })
      const refused = once(upgrade, 'response').then(([answer]) => ({ status: answer.statusCode, answer }))
      return Promise.race([accepted, refused])
    }
    const own = '127.0.0.1'
    const refused = await connect(own)
    expect(refused.status).toBe(429)
    expect(refused.answer?.headers['retry-after']).toBe('60')
    expect(JSON.parse(await readText(refused.answer as IncomingMessage))).toEqual({
      error: text,
      code: 'too-many',
    })
    expect((await connect(own, '&sid=')).status).toBe(429)
    const polling = '/socket.io/?EIO=4&transport=polling'
    expect(await createClient(url).raw(polling, { headers: { 'x-forwarded-for': own } })).toMatchObject(
      refusal('too-many', text),
    )
    expect((await connect('192.0.2.9')).status).toBe(101)
    await expectClosed(url)

    first.close()
    await expect.poll(async () => (await connect(own)).status).toBe(101)
  })

  it('end when their client leaves the namespace, since only its sockets are counted', async ({
    stack,
    customer,
  }) => {
    const address = `${stack.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
    const connection = new WebSocket(address)
    // the packets of Socket.IO: 0 open, 40 connect to the namespace, 41 leave it
    connection.addEventListener('message', ({ data }) => {
      if (String(data).startsWith('0')) connection.send(`40${JSON.stringify({ token: customer.token })}`)
      if (String(data).startsWith('40')) connection.send('41')
    })
    await new Promise((closed) => connection.addEventListener('close', closed))
  })

  it('are closed when their client floods them with messages, and others are not', async ({
    stack,
    customer,
    otherCustomer,
  }) => {
    const [flooding, other] = [customer, otherCustomer].map(({ token }) => listenTo(stack.url, { token }))
    await Promise.all([flooding?.first('caught-up'), other?.first('caught-up')])
    const closed = new Promise((resolve) => flooding?.socket.once('disconnect', resolve))
    for (let n = 0; n < 60; n += 1) flooding?.socket.emit('no-such-message', n)
    expect(await closed).toMatch(/^transport/)
    expect(other?.socket.connected).toBe(true)
  })

  it('are limited in all: a client beyond the limit tries again until there is room', async ({
    stack,
    customer,
    otherCustomer,
  }) => {
    const url = await stack.anotherApi({ bounds: { sockets: 1 } })
    const first = listenTo(url, { token: customer.token })
    await first.first('caught-up')
    const second = listenTo(url, { token: otherCustomer.token }, { reconnection: true })
    await new Promise((resolve) => second.socket.once('connect_error', resolve))
    expect(first.socket.connected).toBe(true)
    first.close()
    await second.first('caught-up')
  })
})
