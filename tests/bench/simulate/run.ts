/**
 * `npm run simulate -- --rate 50`: places bookings and moves them through the API as customers, labs with their collectors and an admin
 * do, to watch the platform live. It stops by itself. The limits of the stack hold for it too, three open visits of each customer among them:
 * start the stack with LIMIT_SCALE=1000. Options:
 * `--seconds 60`, `--bookings 10000`, `--customers 40`, `--url http://localhost:3000`.
 */

import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createRandom } from '@jaanch/infra/local/demo/random'
import { createClient } from '@jaanch/tests/support/client'
import { createParticipants, withCrews } from '@jaanch/tests/support/participants'
import { quantile } from '@jaanch/tests/support/quantile'
import { sendTo } from '@jaanch/tests/support/send'
import { type Result, simulate } from './simulation.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '60' },
    bookings: { type: 'string', default: '10000' },
    customers: { type: 'string', default: '40' },
    url: { type: 'string', default: `http://localhost:${process.env.PORT ?? 3000}` },
  },
})

/** @param max prevents a simulation of days, and more registrations than the API accepts per minute */
function parseNumber(name: 'rate' | 'seconds' | 'bookings' | 'customers', max: number): number {
  const value = Number(values[name])
  if (value > 0 && value <= max) return value
  console.error(`--${name} is a number from 1 to ${max}, not ${values[name]}.`)
  process.exit(2)
}

const base = new URL(values.url)
if (!['localhost', '127.0.0.1', '[::1]'].includes(base.hostname)) {
  console.error(
    `The simulator creates thousands of bookings, so it accepts only this machine, not ${base.hostname}.`,
  )
  process.exit(2)
}

const plan = {
  rate: parseNumber('rate', 1_000),
  seconds: parseNumber('seconds', 3_600),
  bookings: parseNumber('bookings', 1_000_000),
  random: createRandom(randomUUID()),
}
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

function describe({ placed, seconds, skipped, full, errors, rounds, durations }: Result): string {
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0)
  const rate = (placed / seconds).toFixed(1)
  const skips = `${full > 0 ? `, ${full} refused for want of a visit` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return `${Math.round(seconds)} s: ${placed} placed, ${rate}/s, placing ${Math.round(quantile(durations, 0.5))} ms (p99 ${Math.round(quantile(durations, 0.99))}), ${describeRounds(rounds)}, ${failed} errors${skips}`
}

function describeRounds({ visits, failed, rejected, recollected }: Result['rounds']): string {
  return `${visits} visits of rounds (${failed} without a sample, ${rejected} tubes rejected, ${recollected} visits again)`
}

const client = createClient(sendTo(base.origin, { timeoutMs: 30_000 }))
try {
  console.log(`Creating participants at ${base.origin} …`)
  const participants = await createParticipants(client, plan.random, parseNumber('customers', 200))
  participants.labs = await withCrews(client, participants.labs)
  console.log(`${plan.rate} bookings per second for ${plan.seconds} s; Ctrl-C ends it earlier.`)
  const result = await simulate(client, participants, { ...plan, signal: stop.signal }, (progress) =>
    console.log(describe(progress)),
  )
  console.log(`Done. ${describe(result)}`)
  for (const [error, count] of result.errors) console.error(`${count} × ${error}`)
  process.exitCode = result.errors.size === 0 && result.placed > 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
