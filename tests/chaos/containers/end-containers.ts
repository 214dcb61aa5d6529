/** Ends a container as a crash or an operator does, and brings it back. */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type ComposeProject, run } from './compose-project.ts'

/** `kill`: `docker kill`. `crash`: its first process gets SIGKILL, as from the kernel when memory is used up; needs root */
export type Way = 'kill' | 'crash'

/** What is ended, in this order. */
export const targets = ['nginx', 'api-1', 'workers', 'projector', 'redis', 'postgres'] as const
export type Target = (typeof targets)[number]

/** Docker leaves a container that was killed by a command alone, whatever its restart policy says */
const restartAfterMs = 3_000
const backWithinMs = 90_000

/** @returns the container that is to be ended: of two projectors, the one that works */
export async function choose(project: ComposeProject, target: Target): Promise<string> {
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

/** @returns who started it again, and when it was healthy, ms after its end @throws Error if it does not come back */
export async function endAndBringBack(
  id: string,
  way: Way,
): Promise<{ startedBy: string; healthyAfterMs: number }> {
  const { Pid, StartedAt } = await stateOf(id)
  const endedAt = performance.now()
  if (way === 'kill') await run(['docker', 'kill', id])
  else process.kill(Pid, 'SIGKILL')
  let startedBy = ''
  while (performance.now() - endedAt < backWithinMs) {
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
  throw new Error(`The container ${id} is not healthy ${backWithinMs / 1_000} s after its end`)
}
