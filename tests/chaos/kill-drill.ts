/**
 * `npm run drill`: customers place bookings for 30 s while workers, projector and API are killed in turn (kill -9).
 * Afterwards every accepted booking must be in its customer's list exactly once and have exactly one order.
 */
import { setTimeout } from 'node:timers/promises'
import { createCustomer } from './customer.ts'
import { startStackProcess } from './stack-process.ts'

const services = ['workers', 'projector', 'api'] as const
const durationMs = 30_000
const killEveryMs = 1_500
const settleWithinMs = 30_000

const stack = await startStackProcess()
try {
  const customers = await Promise.all(Array.from({ length: 4 }, () => createCustomer(stack.url)))
  const accepted = customers.map((): string[] => [])
  const until = Date.now() + durationMs
  let kills = 0

  const killing = (async () => {
    for (let kill = 0; Date.now() < until; kill += 1) {
      await setTimeout(killEveryMs)
      for (const pid of stack.listPids(services[kill % services.length] ?? 'api')) {
        process.kill(pid, 'SIGKILL')
        kills += 1
      }
    }
  })()
  await Promise.all(
    customers.map(async (customer, index) => {
      while (Date.now() < until) accepted[index]?.push(await customer.placeBooking())
    }),
  )
  await killing

  const settleFrom = Date.now()
  let problems: string[] = []
  do {
    await setTimeout(500)
    problems = await findProblems()
  } while (problems.length > 0 && Date.now() - settleFrom < settleWithinMs)

  const total = accepted.flat().length
  console.log(
    `${kills} kills, ${total} bookings accepted, settled ${Date.now() - settleFrom} ms after the last kill.`,
  )
  console.log(
    problems.length === 0
      ? 'Every booking is listed once and has one order.'
      : problems.slice(0, 20).join('\n'),
  )
  process.exitCode = problems.length === 0 && total > 0 && kills > 0 ? 0 : 1

  async function findProblems(): Promise<string[]> {
    const found: string[] = []
    const orders = new Set<string>()
    for (const [index, customer] of customers.entries()) {
      const listed = await customer.listBookings().catch(() => [])
      const ids = listed.map((booking) => booking.id)
      if (new Set(ids).size !== ids.length) found.push('a booking is listed twice')
      if (ids.length !== accepted[index]?.length)
        found.push(`${ids.length} listed of ${accepted[index]?.length} accepted`)
      for (const id of accepted[index] ?? []) if (!ids.includes(id)) found.push(`${id} is not listed`)
      for (const { id, orderNumber } of listed) {
        if (!orderNumber) found.push(`${id} has no order`)
        else if (orders.has(orderNumber)) found.push(`${orderNumber} was assigned twice`)
        else orders.add(orderNumber)
      }
    }
    return found
  }
} finally {
  await stack.stop()
}
