/**
 * An installation from docker-compose.yml, with new volumes and secrets in files, one container of each service of which is ended while
 * people use it through nginx. It needs a container engine on Linux, and removes all that it made.
 */
import { setTimeout } from 'node:timers/promises'
import { run as tryRun } from '@jaanch/infra/local/process/commands'
import { withClient } from '@jaanch/platform/postgres'
import { type DrillOptions, runDrill } from '../drill.ts'
import type { Report } from '../report.ts'
import { addressesOf, type ComposeProject, createComposeProject, run } from './compose-project.ts'

const services = ['api-1', 'workers', 'projector']
/** The services whose containers are ended, in this order */
const targets = ['nginx', ...services, 'redis', 'postgres']

/** Docker leaves a container that was killed by a command alone, whatever its restart policy says */
const restartAfterMs = 3_000
/** A health check waits for three silences, 30 s apart, until it ends a process that hangs */
const backWithinMs = 240_000
/** Before each end, for people to act */
const calmMs = 6_000

type Options = DrillOptions & {
  /** Processes are stopped, and their health checks have to end them */
  hang: boolean
  image?: string | undefined
}

export async function runContainers({ hang, image, ...options }: Options): Promise<Report | undefined> {
  const { log, signal } = options
  const project = await createComposeProject(image)
  async function operate(...command: string[]) {
    const [api = ''] = await project.containersOf('api-1')
    const { ok, output } = await tryRun('docker', ['exec', api, 'node', 'infra/ops/main.ts', ...command])
    return { code: ok ? 0 : 1, out: output.slice(-2_000), err: '' }
  }
  async function disturb(): Promise<string[]> {
    const ended: string[] = []
    for (const target of hang ? services : targets) {
      if (signal.aborted) break
      await setTimeout(calmMs)
      const sentence = `${target} ${hang ? 'hung' : 'was killed'}; ${await endAndBringBack(await choose(project, target), hang)}`
      ended.push(sentence)
      log(sentence)
    }
    await setTimeout(calmMs)
    return ended
  }
  try {
    await project.up()
    const { url, databaseUrl } = project
    const verify = () => operate('verify')
    const report = await runDrill({ ...options, url, databaseUrl, verify, disturb })
    const { code, out } = await operate('status', '--check')
    report?.checks.push({ name: 'problems that ops status --check found', problems: code === 0 ? [] : [out] })
    return report
  } finally {
    await project.remove()
  }
}

/** @returns the container that is to be ended: of two projectors, the active one */
async function choose(project: ComposeProject, target: string): Promise<string> {
  const ids = await project.containersOf(target)
  if (target !== 'projector') return ids[0] ?? ''
  const { rows } = await withClient(await project.databaseUrl(), (db) =>
    db.query<{ address: string }>(
      `select host(client_addr) as address from pg_stat_activity
        where application_name = 'projector' and pid in (select pid from pg_locks where locktype = 'advisory')`,
    ),
  )
  for (const id of ids) if ((await addressesOf(id)).includes(rows[0]?.address ?? '')) return id
  throw new Error('No projector has the lock')
}

const stopTheService = `import { findMain } from '/app/infra/deploy/compose/end-hung.ts'
process.kill(findMain().pid, 'SIGSTOP')`

type State = { Running: boolean; StartedAt: string; Health?: { Status: string } }

/** @returns how it came back, as text. @throws Error if it does not */
async function endAndBringBack(id: string, hang: boolean): Promise<string> {
  const stateOf = async (): Promise<State> =>
    JSON.parse(await run(['docker', 'inspect', '--format', '{{json .State}}', id]))
  const { StartedAt } = await stateOf()
  const endedAt = performance.now()
  if (hang) await run(['docker', 'exec', id, 'node', '--input-type=module', '--eval', stopTheService])
  else await run(['docker', 'kill', id])
  let startedBy = 'the restart policy'
  while (performance.now() - endedAt < backWithinMs) {
    const state = await stateOf()
    const seconds = ((performance.now() - endedAt) / 1_000).toFixed(1)
    if (state.Running && state.StartedAt !== StartedAt && state.Health?.Status === 'healthy')
      return `${startedBy} started it again, and it was healthy after ${seconds} s.`
    if (!state.Running && performance.now() - endedAt > restartAfterMs) {
      startedBy = 'the drill'
      await run(['docker', 'start', id])
    }
    await setTimeout(200)
  }
  throw new Error(`The container ${id} is not healthy ${backWithinMs / 1_000} s after its end`)
}
