import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../../local/problem.ts'
import { type Manifest, manifestFile } from './manifest.ts'

export type TargetDirectory = {
  /** Writes the manifest, after which the directory is a backup */
  finish(manifest: Manifest): Promise<void>
  /** Removes all that was written, and the directory if it did not exist before */
  remove(): Promise<void>
}

/**
 * Claims a directory for a backup, with mode 700. The file that becomes the manifest is created first, so that of two backups to
 * one directory one is refused.
 * @throws Problem if the directory contains anything
 */
export async function claimDirectory(directory: string): Promise<TargetDirectory> {
  const refused = new Problem(`${directory} is not empty: name a directory that is empty or does not exist.`)
  const created = await mkdir(directory, { recursive: true, mode: 0o700 })
  if ((await readdir(directory)).length > 0) throw refused
  await chmod(directory, 0o700)
  const temporary = join(directory, `${manifestFile}.partial`)
  const file = await open(temporary, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? refused : error
  })
  return {
    async finish(manifest) {
      await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
      await file.sync()
      await file.close()
      await rename(temporary, join(directory, manifestFile))
      await syncDirectory(directory)
    },
    async remove() {
      await file.close()
      for (const name of await readdir(directory)) await rm(join(directory, name))
      if (created) await rm(directory, { recursive: true })
    },
  }
}

/** A rename survives a power failure once its directory is written. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
