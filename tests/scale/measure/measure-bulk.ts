import { setTimeout } from 'node:timers/promises'
import type { Accounts } from '../../bench/load/accounts.ts'
import { findPostmaster, readCpu } from '../../bench/stack/cpu.ts'
import { queryOne } from '../../bench/stack/database.ts'
import { startServices, untilReady } from '../../bench/stack/services.ts'
import { cpuMs, type Watched } from './counters.ts'
import { placeMany } from './place-many.ts'

const bookings = 6_000

/**
 * What the projector and the tail of an API process cost for each event when they are behind and work in full batches: the cost that
 * is left at high rates. Both are frozen while bookings are placed, and continue one after the other. CPU in ms, of the process and of
 * Postgres meanwhile.
 */
export async function measureBulk(
  options: Parameters<typeof startServices>[0],
  { services }: Watched,
  accounts: Accounts,
) {
  const second = await startServices({ ...options, services: ['api'] })
  const postmaster = await findPostmaster(options.databaseUrl)
  const frozen = [services.pidOf('projector'), second.pidOf('api')] as const
  try {
    await untilReady(second)
    const before = await readPositions(options.databaseUrl)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    await placeMany(services.url, accounts, bookings)
    const [projector, tail] = frozen
    // what follows from the bookings is done
    await setTimeout(8_000)
    const projecting = await catchUp(projector, async () => {
      const { head, projected } = await readPositions(options.databaseUrl)
      return projected >= head
    })
    const { projected } = await readPositions(options.databaseUrl)
    const tailing = await catchUp(tail, async () => {
      const { lag } = await queryOne<{ lag: number }>(
        options.databaseUrl,
        `select coalesce((details -> 'tail' ->> 'position')::bigint, 0) - $1 as lag from processes
          where service = 'api' order by started_at desc limit 1`,
        [projected],
      )
      return Number(lag) >= 0
    })
    return { bookings, events: projected - before.projected, projector: projecting, tail: tailing }
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    await second.close()
  }

  /** Continues a process and waits until it has caught up. */
  async function catchUp(pid: number, isDone: () => Promise<boolean>) {
    const read = () => ({ process: cpuMs(pid), postgres: readCpu(services, postmaster).postgres })
    const before = read()
    const startedAt = performance.now()
    process.kill(pid, 'SIGCONT')
    while (!(await isDone())) await setTimeout(50)
    const after = read()
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    return { seconds, process: after.process - before.process, postgres: after.postgres - before.postgres }
  }
}

async function readPositions(url: string): Promise<{ head: number; projected: number }> {
  const { head, projected } = await queryOne<{ head: string; projected: string }>(
    url,
    `select (select max(position) from log.events) as head,
            (select max(position) from read_generations where state = 'live') as projected`,
  )
  return { head: Number(head), projected: Number(projected) }
}
