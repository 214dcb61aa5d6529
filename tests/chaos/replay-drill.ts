/**
 * `npm run drill:replay [-- --data-dir /path --seconds 60]`: customers place bookings and read the list after each one, and an admin
 * reads the newest of all, first without a replay and then while `ops replay` makes one generation of the read tables live after
 * the other. No read may fail or be stale, and `ops verify` must find no difference afterwards. With a data directory that exists, its
 * stack is used, at a rate that leaves the machine idle; its bookings stay in it.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Ran, runOps } from '@jaanch/infra/ops/testing'
import { formatNumber } from '@jaanch/operations/format'
import type { Rebuilt } from '@jaanch/projector/generations/rebuild'
import { quantile } from '@jaanch/tests/support/quantile'
import { get, signInAsAdmin } from './api-client.ts'
import { type Customer, createCustomer } from './customer.ts'
import { startStackProcess } from './stack-process.ts'

const { values: options } = parseArgs({
  options: { 'data-dir': { type: 'string' }, seconds: { type: 'string', default: '30' } },
})
const dataDir = options['data-dir']
/** Without a replay, for comparison, and at least as long with replays: the last one is waited for */
const durationMs = Number(options.seconds) * 1_000
if (!(durationMs > 0)) throw new Error('--seconds must be a positive number')
const concurrency = 4
/** From one booking of a customer to the next, at least */
const paceMs = dataDir ? 250 : 0

const stack = await startStackProcess({}, undefined, dataDir)
const startedAt = Date.now()
const env = { DATA_DIR: stack.dataDir, DATABASE_URL: '', REDIS_URL: '' }
const zero = () => ({ failed: 0, stale: 0, behind: 0, bookings: 0, own: [] as number[], all: [] as number[] })
let counts = zero()
let lastBooking = ''

try {
  const customers = await Promise.all(Array.from({ length: concurrency }, () => createCustomer(stack.url)))
  const admin = await signInAsAdmin(stack.url)
  const idleUntil = Date.now() + durationMs
  await runAll(customers, admin, () => Date.now() < idleUntil)
  console.log(`Without a replay, ${durationMs / 1_000} s: ${describe()}`)

  counts = zero()
  const began = Date.now()
  const replays: Ran[] = []
  let isReplaying = true
  const replaying = (async () => {
    do replays.push(await runOps(env, 'replay', '--json'))
    while (Date.now() < began + durationMs)
  })().finally(() => {
    isReplaying = false
  })
  await runAll(customers, admin, () => isReplaying)
  await replaying

  const wentLive = replays.filter(({ code }) => code === 0).length
  const seconds = Math.round((Date.now() - began) / 1_000)
  console.log(`While ${wentLive} of ${replays.length} replays went live, ${seconds} s: ${describe()}`)
  for (const { code, err } of replays) if (code !== 0) console.log(`A replay ended with ${code}: ${err}`)
  for (const { code, out } of replays) if (code === 0) console.log(describeReplay(JSON.parse(out)))

  await setTimeout(1_000)
  const verified = await runOps(env, 'verify')
  console.log(`ops verify:\n${verified.out}${verified.code === 0 ? '' : verified.err}`)
  console.log(`ops trace ${lastBooking.slice(0, 8)}:\n${(await runOps(env, 'trace', lastBooking)).out}`)
  console.log(`ops status:\n${(await runOps(env, 'status')).out}`)

  const errors = (await readFile(join(stack.dataDir, 'logs', 'projector.log'), 'utf8'))
    .split('\n')
    .filter((line) => line.includes('"level":50') && JSON.parse(line).time >= startedAt)
  console.log(`Errors in the projector's log: ${errors.length}\n${errors.join('\n')}`)

  const isClean = counts.failed === 0 && counts.stale === 0 && verified.code === 0 && errors.length === 0
  const hasRun = counts.own.length > 0 && wentLive > 0 && wentLive === replays.length
  process.exitCode = isClean && hasRun ? 0 : 1
} finally {
  await stack.stop()
}

async function runAll(customers: Customer[], admin: string, goesOn: () => boolean): Promise<void> {
  const repeat = async (act: () => Promise<void>, atLeastMs: number) => {
    while (goesOn()) await Promise.all([act(), setTimeout(atLeastMs)])
  }
  await Promise.all([
    ...customers.map((customer) => repeat(() => bookAndRead(customer), paceMs)),
    repeat(() => readAll(admin), 100),
  ])
}

function describe(): string {
  const { bookings, failed, stale, behind, own, all } = counts
  return `${formatNumber(bookings)} bookings; reads of one's own just after: ${describeTimes(own)}; of the newest by an admin: ${describeTimes(all)}; ${failed} failed, ${stale} stale, ${behind} marked read-behind.`
}

function describeTimes(times: readonly number[]): string {
  const [p50, p99, slowest] = [0.5, 0.99, 1].map((share) => Math.round(quantile(times, share)))
  return `${formatNumber(times.length)}, p50 ${p50} ms, p99 ${p99} ms, slowest ${slowest} ms`
}

function describeReplay({ generation, position, filling, different }: Rebuilt): string {
  const rate = formatNumber(Math.round(position / (filling / 1_000)))
  return `Generation ${generation}: ${formatNumber(position)} events in ${Math.round(filling / 1_000)} s, ${rate} events/s; ${different} rows differ.`
}

async function bookAndRead(customer: Customer): Promise<void> {
  const id = await customer.placeBooking()
  counts.bookings += 1
  lastBooking = id
  const sentAt = performance.now()
  const list = await customer.readFirstPage()
  counts.own.push(performance.now() - sentAt)
  if (list.status !== 200) counts.failed += 1
  else if (!list.ids.includes(id)) counts.stale += 1
  if (list.behind) counts.behind += 1
}

async function readAll(admin: string): Promise<void> {
  const sentAt = performance.now()
  const isRead = await fetch(`${stack.url}/api/bookings`, {
    ...get(admin),
    signal: AbortSignal.timeout(10_000),
  }).then(
    async (response) => (await response.text()) !== '' && response.ok,
    () => false,
  )
  counts.all.push(performance.now() - sentAt)
  if (!isRead) counts.failed += 1
}
