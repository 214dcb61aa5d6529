/**
 * `npm run simulate -- --rate 50`: begins orders at a steady rate, independent of the response times, through the API of a running stack
 * with the demo, and lets its people bring each to its end, to watch the platform live. It stops by itself. The limits of the stack hold
 * for it too: start the stack with LIMIT_SCALE=1000. Options: `--seconds 60`, `--customers 40`, `--url http://localhost:3000`.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createRandom } from '@jaanch/infra/local/demo/random'
import { gatherCrew } from '@jaanch/tests/chaos/actors/crew'
import { order } from '@jaanch/tests/chaos/actors/order'
import { createPoliteClient, FullError } from '@jaanch/tests/chaos/actors/polite-client'
import { createOracle } from '@jaanch/tests/chaos/oracle/oracle'
import { countOf, describeOracle } from '@jaanch/tests/chaos/report'
import { beginAtRate } from '@jaanch/tests/support/load'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '60' },
    customers: { type: 'string', default: '40' },
    url: { type: 'string', default: `http://localhost:${process.env.PORT ?? 3000}` },
  },
})

function fail(what: string): never {
  console.error(what)
  process.exit(2)
}
/** @param max prevents a simulation of days, and more registrations than the API accepts per minute */
function parseNumber(name: 'rate' | 'seconds' | 'customers', max: number): number {
  const value = Number(values[name])
  return value > 0 && value <= max ? value : fail(`--${name} is a number up to ${max}, not ${values[name]}.`)
}
const rate = parseNumber('rate', 1_000)
const seconds = parseNumber('seconds', 3_600)
const customers = parseNumber('customers', 200)
const { origin, hostname } = new URL(values.url)
if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  fail(`The simulation creates thousands of bookings, so it accepts only this machine, not ${hostname}.`)

/** With more orders under way the API is overloaded, and further ones would only wait. */
const maxUnderWay = 1_500
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

console.log(`Creating participants at ${origin} …`)
const random = createRandom(randomUUID())
const oracle = createOracle()
let endsAt = Number.POSITIVE_INFINITY
const isEnding = () => stop.signal.aborted || performance.now() > endsAt
const pauseMs = () => (isEnding() ? 0 : random.between(200, 4_000))
const crew = await gatherCrew(createPoliteClient(origin, oracle), { customers, random, pauseMs })
console.log(`${rate} orders per second for ${seconds} s; Ctrl-C ends it earlier.`)
const errors: string[] = []
let underWay = 0
let skipped = 0
async function orderOnce(): Promise<void> {
  if (underWay >= maxUnderWay) {
    skipped += 1
    return
  }
  underWay += 1
  await order(crew, random.pick(crew.customers), random).catch(
    (error: Error) => error instanceof FullError || errors.push(error.message),
  )
  underWay -= 1
}
endsAt = performance.now() + seconds * 1_000
await beginAtRate(orderOnce, { rate, seconds, signal: stop.signal })
console.log(describeOracle(oracle).join('\n'))
console.log(`${skipped} orders were skipped. Errors: ${countOf(errors)}.`)
process.exitCode = errors.length === 0 && oracle.writes.length > 0 ? 0 : 1
