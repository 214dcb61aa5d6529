import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { markerFile } from '../bootstrap/data-dir/contents.mjs'
import { explain } from '../bootstrap/data-dir/explain.mjs'
import { clusterDir } from '../postgres/cluster.ts'
import { stopLeftover } from '../postgres/leftover.ts'
import { Problem } from '../problem.ts'
import { stopLeftoverRedis } from '../redis.ts'

/**
 * Deletes what a stack stored, while its lock is held: first the servers that an earlier start left, if any. The marker is last, so
 * that a reset that is killed can be repeated.
 *
 * @param names in the directory; of a symbolic link, the link alone is deleted
 * @throws Problem if something cannot be deleted
 */
export async function deleteContents(dataDir: string, names: readonly string[]): Promise<void> {
  await stopLeftover(clusterDir(dataDir))
  await stopLeftoverRedis(join(dataDir, 'redis'))
  const inOrder = names.toSorted((a, b) => Number(a === markerFile) - Number(b === markerFile))
  for (const name of inOrder) {
    const path = join(dataDir, name)
    try {
      rmSync(path, { recursive: true, force: true })
    } catch (error) {
      const { code = 'EIO' } = error as NodeJS.ErrnoException
      throw new Problem(`${path} cannot be deleted (${code}): ${explain(path, code)}.`)
    }
  }
}
