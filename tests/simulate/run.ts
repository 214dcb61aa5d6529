/**
 * `npm run simulate -- --rate 50`: bookings flow through the API as customers, labs and an admin would make them, to watch
 * the platform live. It stops by itself. `--seconds 60`, `--bookings 10000`, `--customers 40`, `--url http://localhost:3000`.
 */
import { parseArgs } from 'node:util'
import { gather } from './cast.ts'
import { openApi } from './http.ts'
import { type Outcome, simulate } from './simulation.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '60' },
    bookings: { type: 'string', default: '10000' },
    customers: { type: 'string', default: '40' },
    url: { type: 'string', default: `http://localhost:${process.env.PORT ?? 3000}` },
  },
})

/** @param most nobody simulates for days, or registers more people than the API takes in a minute */
function number(name: 'rate' | 'seconds' | 'bookings' | 'customers', most: number): number {
  const value = Number(values[name])
  if (value > 0 && value <= most) return value
  console.error(`--${name} is a number from 1 to ${most}, not ${values[name]}.`)
  process.exit(2)
}

const base = new URL(values.url)
if (!['localhost', '127.0.0.1', '[::1]'].includes(base.hostname)) {
  console.error(
    `The simulator fills what it is pointed at with bookings: only this machine, not ${base.hostname}.`,
  )
  process.exit(2)
}

const plan = {
  rate: number('rate', 1_000),
  seconds: number('seconds', 3_600),
  bookings: number('bookings', 1_000_000),
}
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

function percentile(took: number[], share: number): number {
  const sorted = took.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
}

function line({ placed, seconds, heldBack, errors, took }: Outcome): string {
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0)
  const rate = (placed / seconds).toFixed(1)
  const held = heldBack > 0 ? `, ${heldBack} held back` : ''
  return `${Math.round(seconds)} s: ${placed} placed, ${rate}/s, placing ${percentile(took, 0.5)} ms (p99 ${percentile(took, 0.99)}), ${failed} errors${held}`
}

const api = openApi(base)
try {
  console.log(`Gathering a cast at ${base.origin} …`)
  const cast = await gather(api, number('customers', 200))
  console.log(`${plan.rate} bookings a second for ${plan.seconds} s; Ctrl-C ends it sooner.`)
  const outcome = await simulate(api, cast, { ...plan, signal: stop.signal }, (sofar) =>
    console.log(line(sofar)),
  )
  console.log(`Done. ${line(outcome)}`)
  for (const [error, count] of outcome.errors) console.error(`${count} × ${error}`)
  process.exitCode = outcome.errors.size === 0 && outcome.placed > 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  api.close()
}
