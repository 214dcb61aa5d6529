/**
 * `npm run drill:failover`: two Postgres servers behind one address, and services as processes. While bookings pass through
 * their first steps, the primary is killed (kill -9) and the standby promoted. No acknowledged write may be lost, nothing may
 * happen twice, no process may restart, and every client must get through, be told that a new epoch began, and see what a fresh
 * read shows.
 *
 * `-- --asynchronous`: the standby lags behind when the primary dies, so the last acknowledged writes are lost.
 */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runOps } from '@jaanch/infra/ops/testing'
import { type ReplicatedPostgres, startReplicatedPostgres } from '@jaanch/tests/support/replicated-postgres'
import { repeats, signIn, signInAsAdmin } from './api-client.ts'
import { type FinishedBooking, runBookingFlow } from './booking-flow.ts'
import { findLogProblems, readLogState } from './check-log.ts'
import { findMessageProblems } from './check-messages.ts'
import { type LiveBookings, watchBookings } from './live-bookings.ts'
import { startMessageReceivers } from './message-receivers.ts'
import { proveContacts } from './prove-contacts.ts'
import { startStackProcess } from './stack-process.ts'

const { values } = parseArgs({
  options: {
    asynchronous: { type: 'boolean', default: false },
    bookings: { type: 'string', default: '600' },
    seconds: { type: 'string', default: '30' },
    // how long it takes until the failure is detected and the standby promoted
    detection: { type: 'string', default: '2' },
  },
})
const isSynchronous = !values.asynchronous
const services = ['api', 'workers', 'projector'] as const
const settleWithinMs = 30_000
/** Acknowledged writes that the asynchronous standby lacks when the primary dies, at least */
const lostWrites = 50

let servers: ReplicatedPostgres | undefined
const receivers = await startMessageReceivers()
const stack = await startStackProcess(
  {
    SMTP_URL: receivers.smtpUrl,
    SMS_GATEWAY_URL: receivers.smsUrl,
    WORKER_PROCESSES: '2',
    LIMIT_SCALE: '1000',
  },
  async (dataDir) => {
    servers = await startReplicatedPostgres({ dataDir: join(dataDir, 'postgres'), isSynchronous })
    return servers
  },
)
const { url, databaseUrl } = stack
const watching: LiveBookings[] = []

try {
  const pids = listPids()
  const before = await readLogState(databaseUrl)
  watching.push(
    await watchBookings(url, 'an admin', await signInAsAdmin(url)),
    await watchBookings(url, 'a lab', await signIn(url, 'lab1@jaanch.example', 'lab-demo-2026')),
  )

  const acknowledgedAt: number[] = []
  const flow = runBookingFlow(url, Number(values.bookings), Number(values.seconds) * 1_000, {
    canLoseWrites: !isSynchronous,
    onAcknowledged: () => acknowledgedAt.push(performance.now()),
    onCustomer({ email, token }) {
      watchBookings(url, email, token).then((watch) => watching.push(watch))
      return proveContacts(databaseUrl)
    },
  })
  const failover = failOverWhen(() => acknowledgedAt.length > Number(values.bookings))
  const [bookings, { killedAt, promotedAt, headBefore }] = await Promise.all([flow, failover])

  const settleFrom = Date.now()
  let problems: string[]
  do {
    await setTimeout(500)
    problems = await findProblems(bookings)
  } while (problems.length > 0 && Date.now() - settleFrom < settleWithinMs)
  const settledMs = Date.now() - settleFrom
  const verified = await runOps({ DATABASE_URL: databaseUrl, REDIS_URL: stack.redisUrl }, 'verify')
  if (verified.code !== 0) problems.push(`ops verify:\n${verified.out}${verified.err}`)
  if (listPids() !== pids) problems.push(`a process restarted: ${pids} became ${listPids()}`)

  const seconds = (ms: number) => (ms / 1_000).toFixed(2)
  console.log(
    [
      `${acknowledgedAt.length} acknowledged writes, ${bookings.length} bookings brought to their end; head ${headBefore} when the primary was killed`,
      `promoted ${seconds(promotedAt - killedAt)} s after the kill; ${seconds(findPause(killedAt))} s without an acknowledged write`,
      `requests repeated: ${[...repeats].map(([reason, n]) => `${n} × ${reason}`).join(', ') || 'none'}`,
      `${watching.length} connected clients; told to start over: ${watching.filter((watch) => watch.startOvers() > 0).length}`,
      `settled ${settledMs} ms after the last booking`,
    ].join('\n'),
  )
  console.log(
    problems.length === 0
      ? 'No violation.'
      : `${problems.length} violations:\n${problems.slice(0, 20).join('\n')}`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1

  /** The longest time between two acknowledged writes of which the later one came after the kill, ms. */
  function findPause(since: number): number {
    const pauses = acknowledgedAt.map((at, index) =>
      at < since ? 0 : at - (acknowledgedAt[index - 1] ?? at),
    )
    return Math.max(0, ...pauses)
  }

  async function findProblems(finished: FinishedBooking[]): Promise<string[]> {
    const after = await readLogState(databaseUrl)
    const found = [
      ...findLogProblems(after, isSynchronous ? finished : []),
      ...[...repeats.keys()]
        .filter((reason) => reason !== '503' && reason !== 'connection closed')
        .map((reason) => `a request was answered with: ${reason}`),
      ...(await Promise.all(watching.map((watch) => watch.findDifferences()))).flat(),
    ]
    if (isSynchronous) {
      const ended = new Set(finished.map(({ id }) => id))
      for (const id of after.bookings.keys()) {
        // a repeated request that made a second booking
        if (!before.bookings.has(id) && !ended.has(id)) found.push(`${id} was placed, and no client got it`)
      }
      // a message whose delivery could not be recorded is sent again under its id
      found.push(...findMessageProblems(finished, receivers.listDeliveries(), true))
    }
    // nobody can tell whether a promoted standby lacks something, so every promotion begins an epoch
    if (after.epoch === before.epoch) found.push('the log has no new epoch')
    const deaf = watching.filter((watch) => watch.startOvers() === 0)
    found.push(...deaf.map(({ name }) => `${name} was not told to start over`))
    return found
  }
} finally {
  for (const watch of watching) watch.close()
  await stack.stop()
  await receivers.close()
}

function listPids(): string {
  return services.map((service) => `${service} ${stack.listPids(service).toSorted().join(' ')}`).join(', ')
}

/** Waits for the condition, kills the primary and promotes the standby. */
async function failOverWhen(isTime: () => boolean) {
  if (!servers) throw new Error('Postgres has not started')
  while (!isTime()) await setTimeout(50)
  if (!isSynchronous) {
    const { head } = await readLogState(databaseUrl)
    servers.replication.silence()
    while ((await readLogState(databaseUrl)).head < head + lostWrites) await setTimeout(50)
  }
  const headBefore = (await readLogState(databaseUrl)).head
  const killedAt = performance.now()
  await servers.killPrimary()
  await setTimeout(Number(values.detection) * 1_000)
  await servers.promoteStandby()
  return { killedAt, promotedAt: performance.now(), headBefore }
}
