import { mkdirSync, rmSync } from 'node:fs'
import { statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '@jaanch/infra/local/process/commands'
import { hasOwnMounts } from './own-mounts.ts'

/** A small file system in memory. */
export type Disk = {
  path: string
  /** Fills it to the last byte. */
  fill(): Promise<void>
  /** Makes room again. */
  empty(): void
  unmount(): Promise<void>
}

/** Mounts a tmpfs in the run's own mount namespace. @returns undefined where there is none; the directory exists in any case */
export async function mountDisk(path: string, megabytes: number): Promise<Disk | undefined> {
  mkdirSync(path, { recursive: true })
  if (!hasOwnMounts()) return undefined
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path])
  if (!mounted.ok) return undefined
  const filler = join(path, 'fills-the-disk')
  return {
    path,
    async fill() {
      const { bavail, bsize } = await statfs(path)
      // what others freed meanwhile is filled too: the last write fails
      for (const bytes of [Math.max(0, bavail * bsize - 65_536), 65_536, 65_536, 4_096]) {
        await writeFile(filler, Buffer.alloc(bytes), { flag: 'a' }).catch(() => {})
      }
    },
    empty: () => rmSync(filler, { force: true }),
    async unmount() {
      // lazily: a process that ends at this moment may still hold a file open
      await run('umount', ['--lazy', path])
    },
  }
}
