/**
 * `npm run drill:replay`: bookings flow, and each is looked for in the list right after, while `ops replay` puts one generation
 * of the read tables live after the other. No read may fail or be stale, and `ops verify` must find
 * nothing afterwards. Bounded: half a minute of flow.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Ran, runOps } from '@jaanch/infra/ops/testing'
import { type Customer, newCustomer } from './customer.ts'
import { startOwnStack } from './own-stack.ts'

const flowFor = 30_000
/** The same without a replay, for comparison: reads wait for the machine as well */
const controlFor = 10_000
const atOnce = 4

const stack = await startOwnStack()
const env = { DATA_DIR: stack.dataDir, DATABASE_URL: '', REDIS_URL: '' }
const nothing = { reads: 0, failed: 0, stale: 0, behind: 0, slowest: 0, bookings: 0 }
let seen = { ...nothing }
let lastBooking = ''

try {
  const customers = await Promise.all(Array.from({ length: atOnce }, () => newCustomer(stack.url)))
  await flow(customers, Date.now() + controlFor)
  console.log(`Without a replay, ${controlFor / 1_000} s: ${describe()}`)

  seen = { ...nothing }
  const until = Date.now() + flowFor
  const replays: Ran[] = []
  const replaying = (async () => {
    while (Date.now() < until) replays.push(await runOps(env, 'replay'))
  })()
  await flow(customers, until)
  await replaying

  const wentLive = replays.filter(({ code }) => code === 0).length
  console.log(`While ${wentLive} of ${replays.length} replays went live, ${flowFor / 1_000} s: ${describe()}`)
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

  const isClean = seen.failed === 0 && seen.stale === 0 && verified.code === 0 && errors.length === 0
  const happened = seen.reads > 0 && wentLive > 0 && wentLive === replays.length
  process.exitCode = isClean && happened ? 0 : 1
} finally {
  await stack.stop()
}

async function flow(customers: Customer[], until: number): Promise<void> {
  await Promise.all(
    customers.map(async (customer) => {
      while (Date.now() < until) await bookAndLook(customer)
    }),
  )
}

function describe(): string {
  const { bookings, reads, failed, stale, behind, slowest } = seen
  return `${bookings} bookings, ${reads} reads, ${failed} failed, ${stale} stale, ${behind} said that they lack something, slowest ${Math.round(slowest)} ms.`
}

async function bookAndLook(customer: Customer): Promise<void> {
  const id = await customer.book()
  seen.bookings += 1
  lastBooking = id
  const began = performance.now()
  const list = await customer.firstPage()
  seen.slowest = Math.max(seen.slowest, performance.now() - began)
  seen.reads += 1
  if (list.status !== 200) seen.failed += 1
  else if (!list.ids.includes(id)) seen.stale += 1
  if (list.behind) seen.behind += 1
}
