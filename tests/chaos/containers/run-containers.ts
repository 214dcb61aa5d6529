/**
 * An installation from docker-compose.yml, with new volumes and secrets in files, one container of each service of which is ended while
 * people use it through nginx. Measures which requests fail and for how long. It needs a container engine on Linux, and removes all that
 * it made.
 */
import { setTimeout } from 'node:timers/promises'
import { createRandom } from '@jaanch/infra/local/demo/random'
import { formatTable } from '@jaanch/infra/ops/terminal/format'
import { registerCustomer } from '@jaanch/tests/support/participants'
import pg from 'pg'
import { createPoliteClient } from '../actors/polite-client.ts'
import { runChaos } from '../chaos.ts'
import { createOracle, type Oracle } from '../oracle/oracle.ts'
import type { Report } from '../report.ts'
import { type ComposeProject, createComposeProject, run } from './compose-project.ts'
import { startProbing } from './probe.ts'
import { type Cost, summarise } from './summarise.ts'

/**
 * `kill`: `docker kill`. `crash`: its first process gets SIGKILL, as from the kernel when memory is used up; needs root. `hang`: the process
 * of the service is stopped (SIGSTOP), and its health check has to end it
 */
type Way = 'kill' | 'crash' | 'hang'

const services = ['api-1', 'workers', 'projector'] as const
/** What is ended, in this order. */
const targets = ['nginx', ...services, 'redis', 'postgres'] as const
type Target = (typeof targets)[number]

/** Docker leaves a container that was killed by a command alone, whatever its restart policy says */
const restartAfterMs = 3_000
const backWithinMs = 90_000
/** The health check waits for three silences, 30 s apart */
const noticedWithinMs = 150_000

/** @returns the container that is to be ended: of two projectors, the one that works */
async function choose(project: ComposeProject, target: Target): Promise<string> {
  const ids = await project.containersOf(target)
  const [first = ''] = ids
  if (target !== 'projector') return first
  const db = new pg.Client({ connectionString: await project.databaseUrl() })
  await db.connect()
  const { rows } = await db.query<{ address: string }>(
    `select host(client_addr) as address from pg_stat_activity
       where application_name = 'projector' and pid in (select pid from pg_locks where locktype = 'advisory')`,
  )
  await db.end()
  for (const id of ids) if ((await addressesOf(id)).includes(rows[0]?.address ?? '')) return id
  throw new Error('No projector has the lock')
}

async function addressesOf(id: string): Promise<string[]> {
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}'
  return (await run(['docker', 'inspect', '--format', format, id])).split(' ')
}

type State = { Running: boolean; Pid: number; StartedAt: string; Health?: { Status: string } }

async function stateOf(id: string): Promise<State> {
  return JSON.parse(await run(['docker', 'inspect', '--format', '{{json .State}}', id]))
}

const stopTheService = `import { findMain } from '/app/infra/deploy/compose/end-hung.ts'
process.kill(findMain().pid, 'SIGSTOP')`

/** @returns who started it again, and when it was healthy, ms after its end @throws Error if it does not come back */
async function endAndBringBack(id: string, way: Way): Promise<{ startedBy: string; healthyAfterMs: number }> {
  const { Pid, StartedAt } = await stateOf(id)
  const endedAt = performance.now()
  const withinMs = backWithinMs + (way === 'hang' ? noticedWithinMs : 0)
  if (way === 'kill') await run(['docker', 'kill', id])
  else if (way === 'crash') process.kill(Pid, 'SIGKILL')
  else await run(['docker', 'exec', id, 'node', '--input-type=module', '--eval', stopTheService])
  let startedBy = ''
  while (performance.now() - endedAt < withinMs) {
    const state = await stateOf(id)
    const isAgain = state.Running && state.StartedAt !== StartedAt
    if (isAgain) startedBy ||= 'the restart policy'
    if (isAgain && state.Health?.Status === 'healthy')
      return { startedBy, healthyAfterMs: performance.now() - endedAt }
    if (!isAgain && !state.Running && performance.now() - endedAt > restartAfterMs) {
      startedBy ||= 'the drill'
      await run(['docker', 'start', id])
    }
    await setTimeout(200)
  }
  throw new Error(`The container ${id} is not healthy ${withinMs / 1_000} s after its end`)
}

/** Before and after each end, ms */
const calmMs = 6_000

type Options = {
  seed: number
  customers: number
  crash: boolean
  hang: boolean
  image?: string | undefined
  log: (line: string) => void
  signal: AbortSignal
}

export async function runContainers(options: Options): Promise<Report | undefined> {
  const { seed, customers, crash, hang, image, log, signal } = options
  const way: Way = hang ? 'hang' : crash ? 'crash' : 'kill'
  if (crash && process.getuid?.() !== 0)
    throw new Error('--crash ends processes of other users: it needs root.')
  const project = await createComposeProject(image)
  const oracle = createOracle()
  const acknowledgedAt: number[] = []
  const { acknowledge } = oracle
  oracle.acknowledge = (call, answer) => {
    acknowledge(call, answer)
    acknowledgedAt.push(performance.now())
  }
  const operate = async (...command: string[]) => {
    const { ok, output } = await project.execute('api-1', 'node', 'infra/ops/main.ts', ...command)
    return { code: ok ? 0 : 1, out: output.slice(-2_000), err: '' }
  }
  try {
    await project.up()
    const disturb = () => endEach(project, way, { oracle, acknowledgedAt, seed, log, signal })
    const { url, databaseUrl } = project
    const report = await runChaos(
      { url, databaseUrl, verify: () => operate('verify') },
      { seed, customers, disturb, oracle, log, signal },
    )
    const status = await operate('status', '--check')
    report?.checks.push({
      name: 'what ops status --check found',
      problems: status.code === 0 ? [] : [status.out],
    })
    return report
  } finally {
    await project.remove()
  }
}

/** Prints what each end cost. */
async function endEach(
  project: ComposeProject,
  way: Way,
  {
    oracle,
    acknowledgedAt,
    seed,
    log,
    signal,
  }: { oracle: Oracle; acknowledgedAt: number[]; seed: number } & Pick<Options, 'log' | 'signal'>,
): Promise<Record<string, number>> {
  const { client } = createPoliteClient(project.url, oracle)
  const stranger = await registerCustomer(client, createRandom('stranger', seed), 0)
  const probing = startProbing(project.url, stranger)
  const costs: (Cost & { target: string; startedBy: string; healthyAfterMs: number })[] = []
  const ended: Record<string, number> = {}
  // what fails without any fault, because the machine is busy with other things
  await setTimeout(calmMs)
  const calmFrom = performance.now()
  await setTimeout(2 * calmMs)
  const calm = summarise(probing.probes, acknowledgedAt, calmFrom, performance.now())
  costs.push({ target: 'none', startedBy: '', healthyAfterMs: 0, ...calm })
  for (const target of way === 'hang' ? services : targets) {
    if (signal.aborted) break
    await setTimeout(calmMs)
    const container = await choose(project, target)
    const from = performance.now()
    const back = await endAndBringBack(container, way)
    await setTimeout(calmMs)
    costs.push({ target, ...back, ...summarise(probing.probes, acknowledgedAt, from, performance.now()) })
    ended[`${way} of ${target}`] = 1
    log(`${target} ended, and is healthy again after ${seconds(back.healthyAfterMs)} s.`)
  }
  await probing.stop()
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
  log(`\n${table}\n`)
  return ended
}

function describeStatuses(byStatus: Record<number, number>): string {
  const named = Object.entries(byStatus).map(([status, n]) => `${n} × ${status === '0' ? 'none' : status}`)
  return named.join(', ')
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
