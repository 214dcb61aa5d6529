/**
 * Three APIs, three workers and two projectors as processes of their own behind nginx, under load: `npm run test:many`, and a part of
 * `npm run test:more`. The tests follow each other: what they do to the stack must leave no trace in what the last ones find. How long a
 * takeover, a reconnect and a restart take depends on the machine: these are printed as figures at the end.
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { reportFileTexts } from '@jaanch/contracts/http/report-file'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { rebuild } from '@jaanch/projector/generations/rebuild'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { createTestDatabase, type TestDatabase } from '@jaanch/tests/support/database'
import { ensureNginx } from '@jaanch/tests/support/nginx'
import {
  type Customer,
  createAdmin,
  createApprovedLab,
  createCustomer,
  createPackage,
  type Lab,
  type Person,
  password,
  placeBooking,
  registerCustomer,
} from '@jaanch/tests/support/people'
import { createPoliteClient, type PoliteClient } from '@jaanch/tests/support/polite-client'
import { type Service, type ServiceProcess, startService } from '@jaanch/tests/support/service-process'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { ownRedisDatabase, testSecret } from '@jaanch/tests/support/stack'
import { startTraffic, type Traffic } from '@jaanch/tests/support/traffic'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { findGaps, findOrderProblems } from '../check-log.ts'
import { readOutcome } from '../oracle/outcome.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { connectFleet, type SocketFleet } from './socket-fleet.ts'
import { describeSpread, reconnectsBetween } from './spread.ts'

const counts = { api: 3, workers: 3, projector: 2 } as const
const customerCount = 20
const socketsPerCustomer = 15
const takeovers = 3

function lastWarnings({ service, port, lines }: ServiceProcess): string[] {
  const warnings = lines.filter(({ level }) => Number(level) >= 40).slice(-20)
  return warnings.map((line) => `${service} ${port}: ${JSON.stringify(line).slice(0, 500)}`)
}

describe('three APIs, three workers and two projectors behind nginx', () => {
  const directory = mkdtempSync(join(tmpdir(), 'jaanch-many-'))
  const processes: ServiceProcess[] = []
  const figures: string[] = []
  let database: TestDatabase
  let env: Record<string, string>
  let nginxProgram: string
  let nginx: Nginx
  let polite: PoliteClient
  let people: { customers: Customer[]; admin: Person; lab: Lab; packageId: string }
  let traffic: Traffic
  let fleet: SocketFleet
  /** The most projectors that had the lock at any time */
  let mostActive = 0
  const sampling = new AbortController()
  let sampled: Promise<void> | undefined

  const of = (service: Service) =>
    processes.filter((process) => process.service === service && process.isRunning())
  const apiUrl = (index: number) => of('api')[index]?.url ?? ''

  // what takes long on a slow machine
  const begunAt = performance.now()
  beforeEach(({ task }) =>
    figures.push(`${((performance.now() - begunAt) / 1_000).toFixed(1)} s: ${task.name}`),
  )
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') figures.push(...processes.flatMap(lastWarnings))
  })

  async function start(service: Service, port?: number): Promise<ServiceProcess> {
    const started = await startService(service, env, port === undefined ? {} : { port })
    processes.push(started)
    return started
  }

  beforeAll(async () => {
    nginxProgram = await ensureNginx(console.log)
    database = await createTestDatabase()
    await database.asOwner(`insert into settings (key, value) values ('nightly-verify', '"off"')`)
    env = {
      DATABASE_URL: database.serviceUrl,
      REDIS_URL: ownRedisDatabase(inject('redisUrl')),
      DATA_DIR: directory,
      HOST: '127.0.0.1',
      JWT_SECRET: testSecret,
      ALLOW_KNOWN_SECRETS: '1',
      LIMIT_SCALE: '100000',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '1',
    }
    const ports = await Promise.all(Array.from({ length: counts.api }, findFreePort))
    await Promise.all([
      ...Array.from({ length: counts.projector }, () => start('projector')),
      ...Array.from({ length: counts.workers }, () => start('workers')),
      ...ports.map((port) => start('api', port)),
    ])
    nginx = await startNginx(nginxProgram, join(directory, 'nginx'), ports)
    polite = createPoliteClient(() => nginx.url, { keepsConnections: true })
    const stack = { url: nginx.url, database }
    const admin = await createAdmin(stack)
    people = {
      admin,
      lab: await createApprovedLab(nginx.url, admin),
      packageId: await createPackage(database),
      customers: await Promise.all(Array.from({ length: customerCount }, () => createCustomer(stack))),
    }
    fleet = await connectFleet(nginx.url, people.customers, socketsPerCustomer)
    traffic = startTraffic(polite, { ...people, admin: admin.token })
    sampled = sampleLocks()
  })

  afterAll(async () => {
    sampling.abort()
    await sampled
    await traffic?.stop()
    fleet?.close()
    closeSockets()
    await nginx?.stop()
    // what failed must not hang: the tests have shown how processes end
    await Promise.all(processes.map((process) => process.kill()))
    await database?.drop()
    await rm(directory, { recursive: true, force: true })
    console.log(figures.join('\n'))
  })

  async function activeProjectors(): Promise<number> {
    const { rows } = await database.asOwner(
      `select count(*)::int as n from pg_locks
        where locktype = 'advisory' and classid = 5129204 and granted
          and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows[0].n
  }

  async function sampleLocks(): Promise<void> {
    while (!sampling.signal.aborted) {
      mostActive = Math.max(mostActive, await activeProjectors())
      await setTimeout(100)
    }
  }

  async function checkpoint(): Promise<number> {
    const { rows } = await database.asOwner("select position from read_generations where state = 'live'")
    return Number(rows[0].position)
  }

  const active = () => of('projector').filter((projector) => projector.hasLogged('projecting'))

  /** Waits until nothing accepts connections at an address of this machine. */
  async function untilRefused(url: string): Promise<void> {
    const isRefused = () =>
      fetch(`${url}/api/health`, { headers: { connection: 'close' } }).then(
        async (answer) => {
          await answer.body?.cancel()
          return false
        },
        (error) => error.cause?.code === 'ECONNREFUSED',
      )
    while (!(await isRefused())) await setTimeout(50)
  }

  async function moreWrites(count = 20): Promise<void> {
    const target = traffic.acknowledged() + count
    while (traffic.acknowledged() < target && traffic.problems.length === 0) await setTimeout(20)
  }

  it('let nobody forge an address: nginx replaces the header that the API trusts', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7, 198.51.100.9' }
    const { email, id } = await registerCustomer(nginx.url)
    const body = JSON.stringify({ email, password: 'wrong' })
    const login = await createClient(nginx.url).raw('/api/auth/login', { method: 'POST', headers, body })
    expect(login).toMatchObject(refusal('wrong-credentials'))
    const signedIn = JSON.stringify({ email, password })
    await createClient(nginx.url).raw('/api/auth/login', { method: 'POST', headers, body: signedIn })
    const { rows } = await database.asOwner('select network from sessions where user_id = $1', [id])
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ network }) => network))).toEqual(new Set(['127.0.0.1']))
  })

  it('take the largest upload, and refuse a larger one with a sentence, whichever of them does', async () => {
    const upload = (bytes: number) =>
      people.lab.client.raw('/api/bookings/00000000-0000-4000-8000-000000000000/report', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"fileUrl":"data:application/pdf;base64,${'A'.repeat(bytes - 50)}"}`,
      })
    // the API has read it: there is no such booking, or no such PDF
    expect((await upload(14_000_000)).status).toBeOneOf([404, 422])
    for (let n = 0; n < 5; n += 1)
      expect(await upload(15_000_000)).toMatchObject(refusal('too-large', reportFileTexts.tooLarge))
    expect(await upload(17_000_000)).toMatchObject(refusal('too-large'))
  })

  it('are answered for by nginx when none of them is there, in the form of the API', async () => {
    const alone = await startNginx(nginxProgram, join(directory, 'alone'), [await findFreePort()])
    try {
      const call = await createClient(alone.url).raw('/api/packages')
      expect(call).toMatchObject(refusal('unavailable'))
      expect(call.headers.get('retry-after')).toBe('1')
      const page = await fetch(`${alone.url}/tests`)
      expect(page.status).toBe(503)
      expect(await page.text()).toBe(refusal('unavailable').body.error)
    } finally {
      await alone.stop()
    }
  })

  it('push what one of them did to the clients of each', async () => {
    const [customer] = people.customers as [Customer]
    const clients = [0, 1, 2].map((index) => listenTo(apiUrl(index), { token: customer.token }))
    for (const client of clients) await client.first('caught-up')
    const there = { ...customer, client: createClient(apiUrl(0), customer.token) }
    const { id } = await placeBooking(there, people.packageId)
    traffic.bookings.get(customer.token)?.push(id)
    for (const client of clients) {
      await expect
        .poll(() => client.bookings())
        .toContainEqual(expect.objectContaining({ booking: expect.objectContaining({ id }) }))
    }
    // the admin and the lab move it on at the others
    const params = { id }
    const { labPartnerId } = people.lab
    await createClient(apiUrl(1), people.admin.token).call(bookingRoutes.assignLab, {
      params,
      body: { labPartnerId },
    })
    await createClient(apiUrl(2), people.lab.token).call(bookingRoutes.changeBookingStatus, {
      params,
      body: { status: 'confirmed' },
    })
    for (const client of clients) {
      await expect
        .poll(() => client.bookings())
        .toContainEqual(
          expect.objectContaining({ booking: expect.objectContaining({ id, status: 'confirmed' }) }),
        )
    }
    closeSockets()
  })

  it('have one active projector, whose standby takes over when it is killed', async () => {
    const times: number[] = []
    for (let n = 0; n < takeovers; n += 1) {
      await moreWrites()
      expect(await activeProjectors()).toBe(1)
      const [projector, ...others] = active() as [ServiceProcess]
      expect(others).toEqual([])
      const killedAt = performance.now()
      await projector.kill()
      while (active().length === 0) await setTimeout(10)
      // from here on, only the standby moves it
      const at = await checkpoint()
      while ((await checkpoint()) <= at) await setTimeout(10)
      times.push(Math.round(performance.now() - killedAt))
      await start('projector')
    }
    figures.push(`takeover after kill -9 of the projector: ${times.join(', ')} ms`)
  })

  it('get back the clients of an API that is killed', async () => {
    await fleet.untilLive()
    const [api] = of('api').slice(1) as [ServiceProcess]
    const sentBefore = nginx.requests().length
    const killedAt = performance.now()
    await api.kill()
    await moreWrites()
    await start('api', api.port)
    await fleet.untilLive()
    const { lost, attempts } = reconnectsBetween(fleet.clients, killedAt, performance.now())
    const since = nginx.requests().slice(sentBefore)
    figures.push(
      `kill -9 of an API: reconnects ${describeSpread(attempts)}; of ${since.length} requests ` +
        `${since.filter(({ status, tried }) => status < 500 && tried.length > 1).length} were answered by the next process, ` +
        `${since.filter(({ status }) => status === 503).length} with 503`,
    )
    expect(lost.count).toBeGreaterThan(fleet.clients.length / 5)
    expect(since.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
  })

  it('are replaced one by one under load, and each ends by itself', async () => {
    const ends: Record<Service, number[]> = { api: [], workers: [], projector: [] }
    const sentBefore = nginx.requests().length
    const repeatsBefore = polite.repeats()
    const writesBefore = traffic.acknowledged()
    const startedAt = performance.now()
    const windows: { from: number; to: number }[] = []
    for (const previous of of('api')) {
      const from = performance.now()
      const ended = previous.terminate()
      await untilRefused(previous.url)
      await start('api', previous.port)
      ends.api.push(await ended)
      windows.push({ from, to: performance.now() })
    }
    for (const service of ['workers', 'projector'] as const) {
      for (const previous of of(service)) {
        await start(service)
        ends[service].push(await previous.terminate())
        await moreWrites(5)
      }
    }
    await fleet.untilLive()
    for (const { from, to } of windows) {
      const { lost, attempts } = reconnectsBetween(fleet.clients, from, to)
      figures.push(
        `SIGTERM to an API: closed ${describeSpread(lost)}; reconnects ${describeSpread(attempts)}`,
      )
    }
    // the clients were on all of them
    expect(windows.some(({ from, to }) => reconnectsBetween(fleet.clients, from, to).lost.count >= 50)).toBe(
      true,
    )
    const seconds = (performance.now() - startedAt) / 1_000
    const since = nginx.requests().slice(sentBefore)
    figures.push(
      `rolling restart: ${seconds.toFixed(0)} s, ${traffic.acknowledged() - writesBefore} writes, ${since.length} requests, ` +
        `${polite.repeats() - repeatsBefore} repeated by the client, ` +
        `${since.filter(({ tried }) => tried.length > 1).length} by nginx; from SIGTERM to the end ` +
        Object.entries(ends)
          .map(([service, times]) => `${service} ${times.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s`)
          .join('; '),
    )
  })

  it('have lost and doubled nothing, and failed no request that a polite client repeats', async () => {
    await moreWrites()
    await traffic.stop()
    expect(polite.failures).toEqual([])
    expect(traffic.problems).toEqual([])
    await untilMessagesSent(database)

    const acknowledged = [...traffic.bookings.values()].flat()
    const outcome = await readOutcome(database.url)
    expect([...findGaps(outcome.events), ...findOrderProblems(outcome)]).toEqual([])
    // each is confirmed, and there is none that no customer knows of
    for (const type of ['BookingPlaced', 'BookingConfirmed']) {
      const streams = outcome.events.filter((event) => event.type === type).map(({ streamId }) => streamId)
      expect(streams.toSorted()).toEqual(acknowledged.map((id) => `booking-${id}`).toSorted())
    }
    const { rows } = await database.asOwner(
      `select (select count(*)::int from dead_letters) as dead, (select count(*)::int from (
         select from log.events e join outbox o using (position)
          where e.type = 'BookingPlaced' and o.channel = 'email' group by e.position, o.recipient_user_id having count(*) > 1) x) as doubled`,
    )
    expect(rows[0]).toEqual({ dead: 0, doubled: 0 })
    const { different } = await rebuild({
      url: database.url,
      madeFor: 'verify',
      swap: false,
      signal: new AbortController().signal,
    })
    expect(different).toBe(0)
  })

  it('have left no gap in what clients know from pushes alone', async () => {
    for (const customer of people.customers) {
      const { body } =
        await customer.client.raw<{ id: string; status: string; orderNumber: string }[]>(
          '/api/bookings?limit=500',
        )
      const listed = Object.fromEntries(
        body.map(({ id, status, orderNumber }) => [id, { status, orderNumber }]),
      )
      expect(Object.keys(listed).toSorted()).toEqual(traffic.bookings.get(customer.token)?.toSorted())
      for (const client of fleet.clients.filter(({ owner }) => owner === customer))
        await expect.poll(() => client.rows()).toEqual(listed)
    }
    expect(fleet.clients.every(({ lost }) => lost.length > 0)).toBe(true)
  })

  it('had one active projector at any time, and have one at the end', async () => {
    expect(mostActive).toBe(1)
    expect(await activeProjectors()).toBe(1)
    expect(active()).toHaveLength(1)
  })
})
