import { readFileSync } from 'node:fs'
import { listChildren } from '@jaanch/infra/local/process/inspect'

/** Of Linux: USER_HZ */
const ticksPerSecond = 100

/**
 * @param withChildren also of its children, and of those that have ended: the backends of a Postgres server
 * @returns user and system time of a process since its start, ms; 0 if it has ended
 */
export function cpuMs(pid: number | undefined, withChildren = false): number {
  if (pid === undefined) return 0
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return 0
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime and stime; cutime and cstime
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  const own = ((user + system + (withChildren ? endedUser + endedSystem : 0)) * 1_000) / ticksPerSecond
  return withChildren ? listChildren(pid).reduce((sum, child) => sum + cpuMs(child), own) : own
}
