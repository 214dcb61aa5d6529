/**
 * An installation from docker-compose.yml, with new volumes and secrets in files, one container of each service of which is ended while
 * people use it through nginx. Measures which requests fail and for how long. It needs a container engine on Linux, and removes all that
 * it made.
 */
import { setTimeout } from 'node:timers/promises'
import { createRandom } from '@jaanch/infra/local/demo/random'
import { formatTable } from '@jaanch/infra/ops/terminal/format'
import { createClient } from '@jaanch/tests/support/client'
import { registerCustomer } from '@jaanch/tests/support/participants'
import { runChaos } from '../chaos.ts'
import { createOracle } from '../oracle/oracle.ts'
import type { Report } from '../report.ts'
import { type ComposeProject, createComposeProject } from './compose-project.ts'
import { choose, endAndBringBack, targets, type Way } from './end-containers.ts'
import { startProbing } from './probe.ts'
import { type Cost, summarise } from './summarise.ts'

/** Before and after each end, ms */
const calmMs = 6_000

type Options = {
  seed: number
  customers: number
  crash: boolean
  image?: string | undefined
  log: (line: string) => void
  signal: AbortSignal
}

export async function runContainers(options: Options): Promise<Report | undefined> {
  const { seed, customers, crash, image, log, signal } = options
  const way: Way = crash ? 'crash' : 'kill'
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
    const disturb = () => endEach(project, way, { acknowledgedAt, seed, log, signal })
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
    acknowledgedAt,
    seed,
    log,
    signal,
  }: { acknowledgedAt: number[]; seed: number } & Pick<Options, 'log' | 'signal'>,
): Promise<Record<string, number>> {
  const stranger = await registerCustomer(createClient(project.url), createRandom('stranger', seed), 0)
  const probing = startProbing(project.url, stranger)
  const costs: (Cost & { target: string; startedBy: string; healthyAfterMs: number })[] = []
  const ended: Record<string, number> = {}
  // what fails without any fault, because the machine is busy with other things
  await setTimeout(calmMs)
  const calmFrom = performance.now()
  await setTimeout(2 * calmMs)
  const calm = summarise(probing.probes, acknowledgedAt, calmFrom, performance.now())
  costs.push({ target: 'none', startedBy: '', healthyAfterMs: 0, ...calm })
  for (const target of targets) {
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
