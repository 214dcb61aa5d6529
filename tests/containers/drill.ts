/**
 * `npm run drill:containers`: brings an installation up from docker-compose.yml, with new volumes and secrets in files, and ends one
 * container of each service while bookings flow through nginx. Measures which requests fail and for how long, and checks that nothing
 * that was acknowledged is lost or doubled. Then it removes everything that it made.
 *
 * --crash: ends the processes as a crash does, so that the restart policy brings them back (needs root); --image: uses this image
 * instead of building one; --only api-1,postgres
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { formatTable } from '@jaanch/infra/ops/terminal/format'
import { repeats } from '@jaanch/tests/chaos/api-client'
import { runBookingFlow } from '@jaanch/tests/chaos/booking-flow'
import { findLogProblems, readLogState } from '@jaanch/tests/chaos/check-log'
import { type Customer, createCustomer } from '@jaanch/tests/chaos/customer'
import { proveContacts } from '@jaanch/tests/chaos/prove-contacts'
import { waitUntilQuiet } from '@jaanch/tests/chaos/settle'
import { type ComposeProject, createComposeProject } from './compose-project.ts'
import { choose, endAndBringBack, type Target, targets, type Way } from './end-containers.ts'
import { startProbing } from './probe.ts'
import { type Cost, summarise } from './summarise.ts'

/** Before and after each end, ms */
const calmMs = 6_000
const bookingsPerSecond = 4
const atMostMs = 20 * 60_000

const { values } = parseArgs({
  options: {
    crash: { type: 'boolean', default: false },
    image: { type: 'string' },
    only: { type: 'string' },
  },
})
const way: Way = values.crash ? 'crash' : 'kill'
const chosen = targets.filter((target) => values.only?.split(',').includes(target) ?? true)
if (way === 'crash' && process.getuid?.() !== 0)
  throw new Error('--crash ends processes of other users: it needs root.')

const project = await createComposeProject(values.image)
const tooLong = AbortSignal.timeout(atMostMs)
const interrupted = new AbortController()
const signal = AbortSignal.any([tooLong, interrupted.signal])
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
const isOver = new Promise<never>((_, reject) =>
  signal.addEventListener('abort', () => reject(new Error('The drill was ended, or took too long.'))),
)
isOver.catch(() => {})

try {
  process.exitCode = (await Promise.race([drill(project), isOver])) ? 0 : 1
} finally {
  await project.remove()
}

/** @returns whether nothing was lost or doubled */
async function drill(project: ComposeProject): Promise<boolean> {
  const startedAt = performance.now()
  await project.up()
  console.log(`Ready ${seconds(performance.now() - startedAt)} s after \`up\`.`)

  const before = await readLogState(await project.databaseUrl())
  const strangers = await Promise.all(Array.from({ length: 8 }, () => createCustomer(project.url)))
  // who has proven nothing may have three open visits
  await proveContacts(await project.databaseUrl())
  const customers: Customer[] = []
  const acknowledgedAt: number[] = []
  const enough = new AbortController()
  const flow = runBookingFlow(project.url, (atMostMs / 1_000) * bookingsPerSecond, atMostMs, {
    signal: enough.signal,
    onAcknowledged: () => acknowledgedAt.push(performance.now()),
    async onCustomer(customer) {
      customers.push(customer)
      await proveContacts(await project.databaseUrl())
    },
  })
  flow.catch(() => {})
  const probing = startProbing(project.url, strangers)

  const costs: (Cost & { target: Target | 'none'; startedBy: string; healthyAfterMs: number })[] = []
  // what fails without any fault, because the machine is busy with other things
  await setTimeout(calmMs)
  const calmFrom = performance.now()
  await setTimeout(2 * calmMs)
  const calm = summarise(probing.probes, acknowledgedAt, calmFrom, performance.now())
  costs.push({ target: 'none', startedBy: '', healthyAfterMs: 0, ...calm })
  for (const target of chosen) {
    await setTimeout(calmMs)
    const container = await choose(project, target)
    const from = performance.now()
    const back = await endAndBringBack(container, way)
    await setTimeout(calmMs)
    costs.push({ target, ...back, ...summarise(probing.probes, acknowledgedAt, from, performance.now()) })
    console.log(`${target} ended, and is healthy again after ${seconds(back.healthyAfterMs)} s.`)
  }
  enough.abort()
  const finished = await flow
  await probing.stop()

  const databaseUrl = await project.databaseUrl()
  const problems = await waitUntilQuiet(databaseUrl, [], signal)
  const after = await readLogState(databaseUrl)
  problems.push(...findLogProblems(after, finished), ...(await findInLists(customers, finished)))
  const own = new Set(finished.map(({ id }) => id))
  const strange = (await Promise.all(strangers.map((each) => each.listBookings()))).flat()
  for (const { id } of strange) own.add(id)
  for (const id of after.bookings.keys())
    if (!before.bookings.has(id) && !own.has(id)) problems.push(`${id} was placed, and no client has it`)
  for (const command of [['verify'], ['status', '--check']]) {
    const { code, out, err } = await project.execute('api-1', 'node', 'infra/ops/main.ts', ...command)
    if (code !== 0) problems.push(`ops ${command.join(' ')} ended with ${code}:\n${out.slice(-2_000)}${err}`)
  }

  const table = formatTable(costs, [
    { head: 'service', value: ({ target }) => target },
    { head: 'failed', value: ({ failed, probes }) => `${failed} of ${probes}`, align: 'right' },
    { head: 'over s', value: ({ failingSeconds }) => failingSeconds.toFixed(1), align: 'right' },
    { head: 'statuses', value: ({ byStatus }) => describeStatuses(byStatus) },
    { head: 'slowest s', value: ({ slowestMs }) => seconds(slowestMs), align: 'right' },
    { head: 'behind s', value: ({ behindSeconds }) => behindSeconds.toFixed(1), align: 'right' },
    { head: 'no write s', value: ({ pauseSeconds }) => pauseSeconds.toFixed(1), align: 'right' },
    { head: 'healthy after s', value: ({ healthyAfterMs }) => seconds(healthyAfterMs), align: 'right' },
    { head: 'started by', value: ({ startedBy }) => startedBy },
  ])
  const { probes } = probing
  console.log(
    [
      `\n${way === 'kill' ? 'docker kill' : 'SIGKILL to the first process'} of one container of each service:\n\n${table}\n`,
      `${finished.length} bookings brought to their end with ${acknowledgedAt.length} acknowledged writes by 12 polite clients, who repeated: ${[...repeats].map(([reason, n]) => `${n} × ${reason}`).join(', ') || 'nothing'}.`,
      `${probes.length} requests without repetition, ${strange.length} of them bookings that were recorded; ${before.events.length} events before, ${after.events.length} after.`,
    ].join('\n'),
  )
  console.log(
    problems.length === 0
      ? 'Nothing was lost or doubled.'
      : `${problems.length} problems:\n${problems.slice(0, 20).join('\n')}`,
  )
  return problems.length === 0 && finished.length > 0 && costs.length === chosen.length + 1
}

/** Each acknowledged booking is once in the list of its customer, and nothing else is. */
async function findInLists(customers: Customer[], finished: { id: string }[]): Promise<string[]> {
  const listed = (await Promise.all(customers.map((customer) => customer.listBookings()))).flat()
  const ids = new Set(listed.map(({ id }) => id))
  const problems = finished.filter(({ id }) => !ids.has(id)).map(({ id }) => `${id} is in no list`)
  if (listed.length !== finished.length)
    problems.push(`${listed.length} bookings are listed, ${finished.length} were acknowledged`)
  return problems
}

function describeStatuses(byStatus: Record<number, number>): string {
  const named = Object.entries(byStatus).map(([status, n]) => `${n} × ${status === '0' ? 'none' : status}`)
  return named.join(', ')
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
