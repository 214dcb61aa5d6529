import { type Accounts, placeBooking } from '../../bench/load/accounts.ts'
import { runOpenLoop } from '../../bench/load/http.ts'
import { openSockets } from '../../bench/load/open-sockets.ts'
import { residentBytes } from '../../bench/stack/cpu.ts'
import { untilSettled } from '../../bench/stack/database.ts'
import { difference, readCounters, type Watched } from './counters.ts'

const rate = 10
const seconds = 20

/** CPU and memory of the API with sockets of one customer and without, ms and bytes. Each booking is two messages to each socket. */
export async function measureSockets(watched: Watched, accounts: Accounts) {
  const { services } = watched
  const without = await run()
  const rest = await readCounters(watched)
  const memory = residentBytes(services.pidOf('api'))
  const count = 400
  const sockets = await openSockets(services.url, Array<string>(count).fill(accounts.customer.token))
  try {
    const connecting = difference(await readCounters(watched), rest).cpu
    const bytes = residentBytes(services.pidOf('api')) - memory
    const used = await run()
    const messages = count * used.events
    return { count, connecting, bytes, messages, with: used.cpu, without: without.cpu }
  } finally {
    await sockets.close()
  }

  async function run() {
    const before = await readCounters(watched)
    await runOpenLoop(services.url, {
      rate,
      seconds,
      call: (n) => placeBooking(accounts, n, accounts.customer),
    })
    await untilSettled(services.databaseUrl)
    return difference(await readCounters(watched), before)
  }
}
