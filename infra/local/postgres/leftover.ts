/**
 * A start may find the postmaster of an earlier one: still running (its supervisor was killed with -9),
 * or dead with its postmaster.pid left behind.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { commandLine, isAlive } from '../process/alive.ts'
import { waitFor } from '../process/wait-for.ts'

/** Above every pid_max (Linux: 4194304), so no process can have it. */
const NOBODY = 2_147_483_647

/** What postmaster.pid says. Lines: pid, directory, start, port, socket directory, address, shmem, status. */
export function readPidFile(directory: string): { pid: number; port: number; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Makes the cluster free to be started: ends a running postmaster in order (SIGINT, then SIGQUIT).
 *
 * @throws Problem when it does not end within 20 s
 */
export async function endLeftover(directory: string): Promise<void> {
  const leftover = readPidFile(directory)
  if (!leftover) return
  const { pid } = leftover
  if (!isPostmasterOf(directory, pid)) return disownPidFile(directory, pid)
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
 * Postgres takes any process with the recorded pid for its predecessor, and refuses to start: also a zombie,
 * and the unrelated process that got the same number in a new container. The file must stay, for by it
 * Postgres sees whether backends of the dead postmaster still hold its shared memory; so only the pid goes.
 */
function disownPidFile(directory: string, pid: number) {
  const path = join(directory, 'postmaster.pid')
  writeFileSync(path, readFileSync(path, 'utf8').replace(String(pid), String(NOBODY)))
}
