/**
 * `npm run drill`: bookings flow while workers, projector and API are killed in turn (kill -9). Afterwards every accepted
 * booking must be in its customer's list, once, and have exactly one order. Bounded: half a minute of flow.
 */
import { setTimeout } from 'node:timers/promises'
import { newCustomer } from './customer.ts'
import { startOwnStack } from './own-stack.ts'

const services = ['workers', 'projector', 'api'] as const
const flowFor = 30_000
const killEvery = 1_500
const settleWithin = 30_000

const stack = await startOwnStack()
try {
  const customers = await Promise.all(Array.from({ length: 4 }, () => newCustomer(stack.url)))
  const accepted = customers.map((): string[] => [])
  const until = Date.now() + flowFor
  let kills = 0

  const killing = (async () => {
    for (let turn = 0; Date.now() < until; turn += 1) {
      await setTimeout(killEvery)
      for (const pid of stack.pidsOf(services[turn % services.length] ?? 'api')) {
        process.kill(pid, 'SIGKILL')
        kills += 1
      }
    }
  })()
  await Promise.all(
    customers.map(async (customer, index) => {
      while (Date.now() < until) accepted[index]?.push(await customer.book())
    }),
  )
  await killing

  const began = Date.now()
  let troubles: string[] = []
  do {
    await setTimeout(500)
    troubles = await findTroubles()
  } while (troubles.length > 0 && Date.now() - began < settleWithin)

  const total = accepted.flat().length
  console.log(
    `${kills} kills, ${total} bookings accepted, settled ${Date.now() - began} ms after the last kill.`,
  )
  console.log(
    troubles.length === 0
      ? 'Every booking is listed once and has one order.'
      : troubles.slice(0, 20).join('\n'),
  )
  process.exitCode = troubles.length === 0 && total > 0 && kills > 0 ? 0 : 1

  async function findTroubles(): Promise<string[]> {
    const found: string[] = []
    const orders = new Set<string>()
    for (const [index, customer] of customers.entries()) {
      const listed = await customer.bookings().catch(() => [])
      const ids = listed.map((booking) => booking.id)
      if (new Set(ids).size !== ids.length) found.push('a booking is listed twice')
      if (ids.length !== accepted[index]?.length)
        found.push(`${ids.length} listed of ${accepted[index]?.length} accepted`)
      for (const id of accepted[index] ?? []) if (!ids.includes(id)) found.push(`${id} is not listed`)
      for (const { id, orderNumber } of listed) {
        if (!orderNumber) found.push(`${id} has no order`)
        else if (orders.has(orderNumber)) found.push(`${orderNumber} was given twice`)
        else orders.add(orderNumber)
      }
    }
    return found
  }
} finally {
  await stack.stop()
}
