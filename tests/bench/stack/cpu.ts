import { readFileSync } from 'node:fs'
import { listChildren } from '@jaanch/infra/local/process/inspect'
import { withClient } from './database.ts'
import type { Services } from './services.ts'

/** Of Linux: USER_HZ */
const ticksPerSecond = 100

/** CPU time of the parts, ms since each one started. */
export type Cpu = { api: number; workers: number; projector: number; postgres: number }

/** Reads user and system time of a process from /proc; with `children` also of its children that have ended. */
function cpuMs(pid: number, children = false): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
  const ticks = user + system + (children ? childUser + childSystem : 0)
  return (ticks * 1_000) / ticksPerSecond
}

/** @returns the id of the postmaster, whose children are all backends and background processes */
export async function findPostmaster(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    // while the connection is open: its process ends with it
    const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  })
}

export function readCpu({ pidOf }: Services, postmaster: number): Cpu {
  const backends = listChildren(postmaster).map((pid) => {
    try {
      return cpuMs(pid)
    } catch {
      // it has ended since, and counts below
      return 0
    }
  })
  return {
    api: cpuMs(pidOf('api')),
    workers: cpuMs(pidOf('workers')),
    projector: cpuMs(pidOf('projector')),
    postgres: cpuMs(postmaster, true) + backends.reduce((sum, ms) => sum + ms, 0),
  }
}

/** Resident memory of a process, bytes. */
export function residentBytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) * 1_024
}
