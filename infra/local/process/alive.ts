/**
 * What other processes are, asked of the system by their id.
 * Linux answers from /proc, because a minimal Debian has no `ps`; macOS has no /proc and answers by `ps`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether the process runs. A zombie (dead, but not yet buried by its parent) does not. */
export function isAlive(pid: number): boolean {
  return state(pid) !== undefined
}

/** The arguments of a running process, joined by spaces; undefined when it does not run. */
export function commandLine(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'linux') return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim()
  return ps(pid, 'command=')
}

/**
 * When a process began, as an opaque text: together with the pid it tells a process from a later one
 * that was given the same number (containers hand out the same small pids at every start).
 */
export function startedAt(pid: number): string | undefined {
  if (process.platform === 'linux') return state(pid)?.[19]
  return ps(pid, 'lstart=')
}

/** The fields of /proc/<pid>/stat from the third (the state letter) on; undefined when it does not run. */
function state(pid: number): string[] | undefined {
  if (process.platform !== 'linux') {
    const stat = ps(pid, 'stat=')
    return stat === undefined || stat.startsWith('Z') ? undefined : [stat]
  }
  // The second field, the name, may hold spaces and brackets: the fields after it begin at the last bracket.
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields?.[0] === 'Z' || fields?.[0] === 'X' ? undefined : fields
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
