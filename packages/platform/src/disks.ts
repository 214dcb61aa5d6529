import { stat, statfs } from 'node:fs/promises'

/** The file system of a directory. Bytes; `free` is what is left to processes that are not root's */
export type Disk = { path: string; free: number; size: number }

/**
 * Asks the file systems of directories, each once.
 * @throws what the system says of a directory that it cannot look at
 */
export async function readDisks(paths: readonly string[]): Promise<Disk[]> {
  const disks = new Map<number, Disk>()
  for (const path of paths) {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(path), statfs(path)])
    if (!disks.has(dev)) disks.set(dev, { path, free: bavail * bsize, size: blocks * bsize })
  }
  return [...disks.values()]
}
