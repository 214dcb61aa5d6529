/** Small file systems in memory, which only this program and its processes see, and which can be made as small as what they hold. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { findOnPath, run } from '@jaanch/infra/local/process/commands'

export type Disk = {
  /** Leaves no room for anything more. */
  fill(): Promise<void>
  /** Makes room again. */
  empty(): Promise<unknown>
  unmount(): Promise<void>
}

const hasOwnMounts = 'CHAOS_OWN_MOUNTS'
const options = ['--mount', '--propagation', 'private', '--']

/**
 * Starts this program again in a mount namespace of its own, where that is possible (root on Linux): its mounts end with its
 * processes, however they end. Otherwise says so, and returns.
 */
export function useOwnMounts(): void {
  if (process.env[hasOwnMounts]) return
  const unshare = process.getuid?.() === 0 ? findOnPath('unshare') : undefined
  // tried first, because nothing is left to go on after execve: root in a container may lack CAP_SYS_ADMIN
  if (!unshare || !process.execve || spawnSync(unshare, [...options, 'true']).status !== 0) {
    console.error('No mount namespace (it needs root with CAP_SYS_ADMIN, and unshare): no disk will be full.')
    return
  }
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(unshare, [unshare, ...options, ...program], { ...process.env, [hasOwnMounts]: '1' })
}

/** @returns undefined without a mount namespace; the directory exists in any case */
export async function mountDisk(path: string, megabytes: number): Promise<Disk | undefined> {
  mkdirSync(path, { recursive: true })
  if (!process.env[hasOwnMounts]) return undefined
  const setSize = async (size: string, option = 'remount') =>
    (await run('mount', ['-t', 'tmpfs', '-o', `${option},size=${size},mode=755`, 'tmpfs', path])).ok
  const whole = `${megabytes}m`
  if (!(await setSize(whole, 'rw'))) return undefined
  return {
    async fill() {
      // fails if somebody writes meanwhile
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const { blocks, bfree, bsize } = await statfs(path)
        if (await setSize(`${((blocks - bfree) * bsize) / 1_024}k`)) return
      }
    },
    empty: () => setSize(whole),
    async unmount() {
      // lazily: a process that ends at this moment may still hold a file open
      await run('umount', ['--lazy', path])
    },
  }
}
