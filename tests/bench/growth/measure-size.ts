import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { startRedis } from '@jaanch/infra/local/redis'
import { quantile } from '@jaanch/tests/support/quantile'
import { measureBuffersOf } from '../../plans/measure-buffers.ts'
import { explainSettings } from '../../plans/statement-log.ts'
import { type Accounts, placeBooking, signInAll } from '../load/accounts.ts'
import { reads, takeSample, writes } from '../load/calls.ts'
import { type Call, runOpenLoop } from '../load/http.ts'
import { openSockets } from '../load/open-sockets.ts'
import { createGenerated, liveSchema, tableBytes, untilSettled, withClient } from '../stack/database.ts'
import { type Services, startServices, untilReady } from '../stack/services.ts'

type Times = { p50: number; p99: number }

/** What is measured at one number of bookings; times in ms. */
export type SizeMeasured = {
  bookings: number
  calls: Record<string, Times>
  push: Times
  /** From the start of the processes to the first answer of a ready API */
  startUp: number
  /** The first start, which fills the read tables */
  filling: number
  bytes: Record<string, number>
  buffers: Record<string, number>
}

const minimum = 20
const maximum = 200
const secondsPerCall = 1
const flows = 40

/** One database with generated bookings, its services, and everything in the growth table. */
export async function measureSize(bookings: number): Promise<SizeMeasured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-growth-'))
  const postgres = await startPostgres({ dataDir, settings: explainSettings })
  const redis = await startRedis({ dataDir })
  const step = (text: string) => console.log(`${bookings.toLocaleString('en')}: ${text}`)
  try {
    step('generating')
    const databaseUrl = await createGenerated(postgres.url, 'growth', bookings)
    const options = { databaseUrl, redisUrl: redis.url, directory: dataDir }
    step('filling the read tables')
    const { services: first, ms: filling } = await startTimed(options)
    await first.close()
    await withClient(databaseUrl, (client) => client.query('vacuum (analyze)'))
    const { services, ms: startUp } = await startTimed(options)
    try {
      const accounts = await signInAll(services)
      step('reading and writing')
      const calls = await measureCalls(services, accounts)
      await untilSettled(databaseUrl)
      const push = await measurePush(services, accounts)
      await untilSettled(databaseUrl)
      const bytes = await groupBytes(databaseUrl)
      step('counting buffers')
      const measured = await measureBuffersOf(services, accounts, dataDir)
      const buffers = Object.fromEntries(measured.map((one) => [one.call, one.buffers]))
      return { bookings, calls, push, startUp, filling, bytes, buffers }
    } finally {
      await services.close()
    }
  } finally {
    await Promise.all([postgres.stop(), redis.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startTimed(
  options: Parameters<typeof startServices>[0],
): Promise<{ services: Services; ms: number }> {
  const startedAt = performance.now()
  const services = await startServices(options)
  await untilReady(services)
  return { services, ms: performance.now() - startedAt }
}

/** One call at a time: what a single person waits for. */
async function measureCalls({ url }: Services, accounts: Accounts): Promise<Record<string, Times>> {
  const sample = await takeSample(url, accounts)
  const times = new Map<string, number[]>()
  async function time(name: string, call: Call): Promise<string> {
    const { path, ...init } = call
    const startedAt = performance.now()
    const response = await fetch(`${url}${path}`, init)
    const body = await response.text()
    const all = times.get(name) ?? []
    times.set(name, all)
    all.push(performance.now() - startedAt)
    if (!response.ok && response.status !== 404) throw new Error(`${path}: ${response.status} ${body}`)
    return body
  }
  for (const [name, make] of Object.entries(reads)) {
    // not measured: the first one reads from the disk
    await time('', make(sample))
    const until = performance.now() + secondsPerCall * 1_000
    for (let n = 0; n < maximum && (n < minimum || performance.now() < until); n += 1)
      await time(name, make(sample))
  }
  for (let n = 0; n < flows; n += 1) {
    let id = ''
    for (const [name, make] of Object.entries(writes)) {
      const body = await time(name, make(sample, id, n))
      if (name === 'place a booking') id = JSON.parse(body).id
    }
  }
  times.delete('')
  return Object.fromEntries(
    [...times].map(([name, all]) => [name, { p50: quantile(all, 0.5), p99: quantile(all, 0.99) }]),
  )
}

/** One socket, 20 bookings a second. */
async function measurePush({ url }: Services, accounts: Accounts): Promise<Times> {
  const sockets = await openSockets(url, [accounts.customer.token])
  try {
    const answered: [string, number][] = []
    await runOpenLoop(url, {
      rate: 20,
      seconds: 10,
      call: (n) => placeBooking(accounts, n, accounts.customer),
      onAnswer: ({ status, body }, at) => {
        if (status === 201) answered.push([JSON.parse(body).id, performance.timeOrigin + at])
      },
    })
    await setTimeout(2_000)
    return await sockets.report(answered)
  } finally {
    await sockets.close()
  }
}

/** Bytes on disk by what the tables are for. */
async function groupBytes(databaseUrl: string): Promise<Record<string, number>> {
  const read = `${await liveSchema(databaseUrl)}.`
  const groups: Record<string, (name: string) => boolean> = {
    log: (name) => name.startsWith('log.'),
    'read: bookings': (name) => name.startsWith(`${read}booking`),
    'read: notifications': (name) => name.startsWith(`${read}notification`),
    'read: the others': (name) => name.startsWith(read),
    'details and orders': (name) => ['public.booking_details', 'public.orders'].includes(name),
    'reports and prescriptions': (name) => /^public\.(health_report|report_|prescription)/.test(name),
    people: (name) => /^public\.(users|customer_addresses|family_members|lab_partners)$/.test(name),
    'the others': () => true,
  }
  const bytes: Record<string, number> = Object.fromEntries(Object.keys(groups).map((group) => [group, 0]))
  for (const [name, size] of Object.entries(await tableBytes(databaseUrl))) {
    const group = Object.keys(groups).find((candidate) => groups[candidate]?.(name)) ?? ''
    bytes[group] = (bytes[group] ?? 0) + size
  }
  return bytes
}
