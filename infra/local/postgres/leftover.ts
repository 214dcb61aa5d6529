/**
 * A start may find the postmaster of an earlier start: still running (its supervisor was killed with -9), or ended
 * without deleting its postmaster.pid.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { commandLine, isAlive, waitFor } from '../process/inspect.ts'

/** Above every pid_max (Linux: 4194304), so no process can have it. */
const UNUSED_PID = 2_147_483_647

/** The content of postmaster.pid. Lines: pid, directory, start, port, socket directory, address, shmem, status. */
export function readPidFile(directory: string): { pid: number; port: number; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Prepares the cluster for a start: stops a running postmaster (SIGINT, then SIGQUIT), and deletes the sockets of those that were
 * killed, whose ports were others.
 *
 * @throws Problem if it does not end within 20 s
 */
export async function stopLeftover(directory: string): Promise<void> {
  await stopPostmaster(directory)
  // there is none after a first start that was killed
  for (const name of existsSync(directory) ? readdirSync(directory) : [])
    if (name.startsWith('.s.PGSQL.')) rmSync(join(directory, name), { force: true })
}

async function stopPostmaster(directory: string): Promise<void> {
  const leftover = readPidFile(directory)
  if (!leftover) return
  const { pid } = leftover
  if (!isPostmasterOf(directory, pid)) return invalidatePidFile(directory, pid)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    if (await waitFor(() => !isAlive(pid), { withinMs: 10_000 })) return
  }
  throw new Problem(
    `An earlier PostgreSQL (process ${pid}) still runs on ${directory}: end it, and start again.`,
  )
}

function isPostmasterOf(directory: string, pid: number): boolean {
  const command = commandLine(pid) ?? ''
  return command.includes('postgres') && command.includes(directory)
}

/**
 * Postgres refuses to start if any process has the recorded pid, even a zombie or an unrelated process that got the same
 * pid in a new container. The file must stay: from it, Postgres knows whether backends of the dead postmaster still use
 * its shared memory. So only the pid is replaced.
 */
function invalidatePidFile(directory: string, pid: number) {
  const path = join(directory, 'postmaster.pid')
  writeFileSync(path, readFileSync(path, 'utf8').replace(String(pid), String(UNUSED_PID)))
}
