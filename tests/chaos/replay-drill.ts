/**
 * `npm run drill:replay`: customers place bookings for 30 s and read the list after each one, while `ops replay` makes one
 * generation of the read tables live after the other. No read may fail or be stale, and `ops verify` must find no
 * difference afterwards.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Ran, runOps } from '@jaanch/infra/ops/testing'
import { type Customer, createCustomer } from './customer.ts'
import { startStackProcess } from './stack-process.ts'

const durationMs = 30_000
/** The same without a replay, for comparison: on a busy machine reads are slow anyway */
const controlMs = 10_000
const concurrency = 4

const stack = await startStackProcess()
const env = { DATA_DIR: stack.dataDir, DATABASE_URL: '', REDIS_URL: '' }
const zero = { reads: 0, failed: 0, stale: 0, behind: 0, slowest: 0, bookings: 0 }
let counts = { ...zero }
let lastBooking = ''

try {
  const customers = await Promise.all(Array.from({ length: concurrency }, () => createCustomer(stack.url)))
  await runCustomers(customers, Date.now() + controlMs)
  console.log(`Without a replay, ${controlMs / 1_000} s: ${describe()}`)

  counts = { ...zero }
  const until = Date.now() + durationMs
  const replays: Ran[] = []
  const replaying = (async () => {
    while (Date.now() < until) replays.push(await runOps(env, 'replay'))
  })()
  await runCustomers(customers, until)
  await replaying

  const wentLive = replays.filter(({ code }) => code === 0).length
  console.log(
    `While ${wentLive} of ${replays.length} replays went live, ${durationMs / 1_000} s: ${describe()}`,
  )
  for (const { code, err } of replays) if (code !== 0) console.log(`A replay ended with ${code}: ${err}`)
  console.log(replays.at(-1)?.out)

  await setTimeout(1_000)
  const verified = await runOps(env, 'verify')
  console.log(`ops verify:\n${verified.out}${verified.code === 0 ? '' : verified.err}`)
  console.log(`ops trace ${lastBooking.slice(0, 8)}:\n${(await runOps(env, 'trace', lastBooking)).out}`)
  console.log(`ops status:\n${(await runOps(env, 'status')).out}`)

  const errors = (await readFile(join(stack.dataDir, 'logs', 'projector.log'), 'utf8'))
    .split('\n')
    .filter((line) => line.includes('"level":50'))
  console.log(`Errors in the projector's log: ${errors.length}\n${errors.join('\n')}`)

  const isClean = counts.failed === 0 && counts.stale === 0 && verified.code === 0 && errors.length === 0
  const hasRun = counts.reads > 0 && wentLive > 0 && wentLive === replays.length
  process.exitCode = isClean && hasRun ? 0 : 1
} finally {
  await stack.stop()
}

async function runCustomers(customers: Customer[], until: number): Promise<void> {
  await Promise.all(
    customers.map(async (customer) => {
      while (Date.now() < until) await bookAndRead(customer)
    }),
  )
}

function describe(): string {
  const { bookings, reads, failed, stale, behind, slowest } = counts
  return `${bookings} bookings, ${reads} reads, ${failed} failed, ${stale} stale, ${behind} marked read-behind, slowest ${Math.round(slowest)} ms.`
}

async function bookAndRead(customer: Customer): Promise<void> {
  const id = await customer.placeBooking()
  counts.bookings += 1
  lastBooking = id
  const startedAt = performance.now()
  const list = await customer.readFirstPage()
  counts.slowest = Math.max(counts.slowest, performance.now() - startedAt)
  counts.reads += 1
  if (list.status !== 200) counts.failed += 1
  else if (!list.ids.includes(id)) counts.stale += 1
  if (list.behind) counts.behind += 1
}
