import { findOnPath } from '@jaanch/infra/local/process/commands'

const isInside = 'CHAOS_OWN_MOUNTS'

/**
 * Starts this program again in a mount namespace of its own, where that is possible (root on Linux): what it mounts is seen
 * by its own processes only, and is gone when they are, however they end.
 */
export function useOwnMounts(): void {
  const unshare = findOnPath('unshare')
  if (process.env[isInside] || process.getuid?.() !== 0 || !unshare || !process.execve) return
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(unshare, [unshare, '--mount', '--propagation', 'private', '--', ...program], {
    ...process.env,
    [isInside]: '1',
  })
}
