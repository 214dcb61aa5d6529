import { spawnSync } from 'node:child_process'
import { findOnPath } from '@jaanch/infra/local/process/commands'

const isInside = 'CHAOS_OWN_MOUNTS'
const options = ['--mount', '--propagation', 'private', '--']

/** Whether what this process mounts is seen by its own processes only. */
export function hasOwnMounts(): boolean {
  return process.env[isInside] === '1'
}

/**
 * Starts this program again in a mount namespace of its own, where that is possible (root on Linux): what it mounts is gone
 * when its processes are, however they end. Otherwise says so, and returns.
 */
export function useOwnMounts(): void {
  if (hasOwnMounts()) return
  const unshare = process.getuid?.() === 0 ? findOnPath('unshare') : undefined
  // tried first, because nothing is left to go on after execve: root in a container may lack CAP_SYS_ADMIN
  if (!unshare || !process.execve || spawnSync(unshare, [...options, 'true']).status !== 0) {
    console.error('No mount namespace (it needs root with CAP_SYS_ADMIN, and unshare): no disk will be full.')
    return
  }
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(unshare, [unshare, ...options, ...program], { ...process.env, [isInside]: '1' })
}
