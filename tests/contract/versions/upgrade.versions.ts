/**
 * An upgrade and a rollback of every service, in every mix of versions, under load: `npm run test:versions`, and a part of
 * `npm run test:more`. Where the history is missing, the tests are reported as skipped with the reason.
 */

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ServerMessages } from '@jaanch/api/socket-api'
import { bookingCalls } from '@jaanch/booking/api'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import { loadDemo } from '@jaanch/infra/local/demo/load'
import { createRandom } from '@jaanch/infra/local/demo/random'
import { ownLocale } from '@jaanch/infra/local/migrations/migrate'
import { serviceUrl } from '@jaanch/infra/local/migrations/service-login'
import { rebuild } from '@jaanch/projector/generations/rebuild'
import { servicePassword } from '@jaanch/tests/support/names'
import { createParticipants, type Participants } from '@jaanch/tests/support/participants'
import { createPoliteClient, type PoliteClient } from '@jaanch/tests/support/polite-client'
import { startTraffic, type Traffic } from '@jaanch/tests/support/traffic'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { caveat, checkOutEarlierRelease, thisRelease, whyNoEarlierRelease } from './earlier-release.ts'
import { createMixedStack, type MixedStack, runProgram } from './stack.ts'
import { services, walkOverVersions } from './walk.ts'

const customerCount = 3
/** Acknowledged writes in each mix of versions before the next step */
const writesPerMix = 12

const reason = whyNoEarlierRelease
if (reason ?? caveat) console.warn(reason ? `The upgrade is NOT tested. ${reason}` : caveat)

describe.skipIf(reason)(`an upgrade and a rollback under load${reason ? ` (${reason})` : ''}`, () => {
  const server = new URL(inject('databaseUrl'))
  const name = `versions_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  let earlier: ReturnType<typeof checkOutEarlierRelease> | undefined
  let dataDir: string
  let stack: MixedStack
  let polite: PoliteClient
  let people: Participants
  let traffic: Traffic
  let views: BrowserView[]

  beforeAll(async () => {
    await onServer(`create database ${name} ${ownLocale}`)
    earlier = checkOutEarlierRelease()
    dataDir = await mkdtemp(join(tmpdir(), 'jaanch-versions-'))
    const env = { DATABASE_URL: serviceUrl(databaseUrl, servicePassword), DATABASE_OWNER_URL: databaseUrl }
    runProgram(earlier, ['infra/local/migrations/migrate.ts'], env)
    await loadDemo({ databaseUrl })
    stack = createMixedStack({ databaseUrl, redisUrl: inject('redisUrl'), dataDir })
    for (const service of services) await stack.replace(service, earlier)
    polite = createPoliteClient(stack.url)
    people = await createParticipants(polite.client, createRandom('versions'), customerCount, 'Pune')
    // messages are sent to proven addresses only
    await db.query('update users set email_proven_at = now() where email_proven_at is null')
    const [lab, packageId] = [people.labs[0] as Participants['labs'][number], people.packages[0]?.id ?? '']
    traffic = startTraffic(polite, { ...people, lab, packageId })
    views = people.customers.map(({ token }) => openBrowserView(stack.url, token))
    await moreWrites()

    // the old release goes on while the database is migrated
    runProgram(thisRelease, ['infra/local/migrations/migrate.ts'], env)
    await moreWrites()
    for (const { service, to } of walkOverVersions()) {
      await stack.replace(service, to === 'old' ? earlier : thisRelease)
      // an API of this release is ready once the tables of its model version are live, and only its own projector fills them
      if (service === 'projector' && to === 'new') await untilLive()
      await moreWrites()
    }
    // the upgrade that remains
    for (const service of services) await stack.replace(service, thisRelease)
    await moreWrites()
    await traffic.stop()
    console.log(
      `${traffic.acknowledged()} writes acknowledged, ${polite.repeats()} requests repeated, ${acknowledged().length} bookings`,
    )
  }, 2_400_000)

  afterAll(async () => {
    await traffic?.stop()
    for (const view of views ?? []) view.close()
    await stack?.stop()
    await db.end()
    await onServer(`drop database if exists ${name} with (force)`)
    earlier?.remove()
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  }, 180_000)

  async function moreWrites(): Promise<void> {
    const target = traffic.acknowledged() + writesPerMix
    while (traffic.acknowledged() < target) await setTimeout(20)
  }

  async function untilLive(): Promise<void> {
    const live = `select count(*) as n from read_generations where state = 'live' and model_version = ${modelVersion}`
    while ((await count(live)) === 0) await setTimeout(50)
  }

  const acknowledged = () => [...traffic.bookings.values()].flat()
  const list = (token: string) =>
    polite.client.as(token).call(bookingCalls.listBookings, { query: { limit: 500 } })

  async function onServer(statement: string): Promise<void> {
    const owner = new pg.Client({ connectionString: server.href })
    await owner.connect()
    await owner.query(statement).finally(() => owner.end())
  }

  const count = async (query: string) => Number((await db.query(query)).rows[0]?.n)

  it('an upgrade and a rollback fail no request', () => {
    expect(polite.failures).toEqual([])
    expect(traffic.problems).toEqual([])
    expect(traffic.acknowledged()).toBeGreaterThan(24 * writesPerMix)
  })

  it('after the upgrade each customer has every acknowledged booking once', async () => {
    for (const [token, ids] of traffic.bookings)
      expect((await list(token)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  }, 300_000)

  it('after the upgrade each booking has one order with a number of its own', async () => {
    const all = async () => (await Promise.all(people.customers.map(({ token }) => list(token)))).flat()
    const unnumbered = async () => (await all()).filter(({ orderNumber }) => !orderNumber)
    await expect.poll(unnumbered).toEqual([])
    const numbers = (await all()).map(({ orderNumber }) => orderNumber)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(
      await count(
        "select count(*) as n from (select from log.events where type = 'OrderCreated' group by stream_id having count(*) > 1) x",
      ),
    ).toBe(0)
  }, 300_000)

  it('after the upgrade no work is undone, and each message about an event was sent once to each recipient', async () => {
    await expect.poll(() => count('select count(*) as n from work')).toBe(0)
    await expect
      .poll(() => count("select count(*) as n from outbox where outcome is distinct from 'sent'"))
      .toBe(0)
    expect(await count('select count(*) as n from dead_letters')).toBe(0)
    const { rows } = await db.query(
      `select e.position from log.events e
        where e.type = 'BookingPlaced' and e.stream_id = any($1)
          and (select count(*) from outbox o where o.position = e.position and o.channel = 'email') <> 1`,
      [acknowledged().map((id) => `booking-${id}`)],
    )
    expect(rows).toEqual([])
  }, 300_000)

  it('a browser knows every booking from its socket although its API was replaced again and again', async () => {
    for (const [index, { token }] of people.customers.entries()) {
      const listed = new Map(
        (await list(token)).map(({ id, status, orderNumber }) => [id, { status, orderNumber }]),
      )
      await expect.poll(() => views[index]?.rows()).toEqual(listed)
      // each replacement of the API ended the connection
      expect(views[index]?.connections()).toBeGreaterThan(8)
    }
  }, 300_000)

  it('after the upgrade positions are dense, and the read tables equal a rebuild', async () => {
    expect(await count('select max(position) - count(*) as n from log.events')).toBe(0)
    const { different } = await rebuild({
      url: databaseUrl,
      madeFor: 'verify',
      signal: new AbortController().signal,
    })
    expect(different).toBe(0)
  }, 300_000)
})

type Row = { id: string; status: string; orderNumber: string | null; position: number }

type BrowserView = {
  /** Status and order number of each booking that the socket has told of */
  rows(): Map<string, { status: string; orderNumber: string | null }>
  connections(): number
  close(): void
}

/**
 * The knowledge of a browser from its socket alone. It connects again after each lost connection, to the API that takes requests
 * then, with the position and the epoch that it has reached.
 */
function openBrowserView(url: () => string, token: string): BrowserView {
  const rows = new Map<string, Row>()
  let after = 1
  let epoch: string | undefined
  let isCaughtUp = false
  let connections = 0
  let isClosed = false
  let socket: Socket<ServerMessages> | undefined

  function connect(): void {
    if (isClosed) return
    isCaughtUp = false
    const next: Socket<ServerMessages> = io(url(), {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token, after, ...(epoch && { epoch }) },
    })
    socket = next
    const again = () => {
      next.disconnect()
      globalThis.setTimeout(connect, 50)
    }
    next.once('connect', () => {
      connections += 1
      next.once('disconnect', again)
    })
    next.once('connect_error', again)
    next.on('booking', (message) => {
      if (message.booking && (rows.get(message.booking.id)?.position ?? 0) <= message.position)
        rows.set(message.booking.id, { ...message.booking, position: message.position })
      if (isCaughtUp) after = Math.max(after, message.position)
    })
    next.on('caught-up', (message) => {
      isCaughtUp = true
      epoch = message.epoch
      after = Math.max(after, message.position)
    })
    next.on('start-over', () => {
      throw new Error('Nothing was restored')
    })
  }

  connect()
  return {
    rows: () => new Map([...rows].map(([id, { status, orderNumber }]) => [id, { status, orderNumber }])),
    connections: () => connections,
    close() {
      isClosed = true
      socket?.disconnect()
    },
  }
}
