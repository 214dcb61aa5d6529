/** The state of other processes: from /proc on Linux, where a minimal Debian has no `ps`, and from `ps` on macOS. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether the process runs. A zombie (dead, but its parent has not read its exit code) does not. */
export function isAlive(pid: number): boolean {
  return state(pid) !== undefined
}

/** The arguments of a running process, joined by spaces; undefined if it does not run. */
export function commandLine(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'linux') return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim()
  return ps(pid, 'command=')
}

/** The pids of the running processes that a process started itself. */
export function listChildren(pid: number): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .map(Number)
      .filter((other) => Number.isInteger(other) && Number(state(other)?.[1]) === pid)
  }
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child = 0]) => child)
}

type Limits = { withinMs: number; everyMs?: number; signal?: AbortSignal | undefined }

/**
 * Checks a condition repeatedly.
 *
 * @returns true once it holds, false if the time is over or the signal is aborted
 */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  { withinMs, everyMs = 25, signal }: Limits,
): Promise<boolean> {
  const deadline = performance.now() + withinMs
  for (;;) {
    if (await condition()) return true
    if (signal?.aborted || performance.now() >= deadline) return false
    await sleep(everyMs)
  }
}

/** The fields of /proc/<pid>/stat from the third (the state letter) on; undefined if it does not run. */
function state(pid: number): string[] | undefined {
  if (process.platform !== 'linux') {
    const stat = ps(pid, 'stat=')
    return stat === undefined || stat.startsWith('Z') ? undefined : [stat]
  }
  // The second field, the name, may contain spaces and brackets: the other fields follow the last bracket.
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
