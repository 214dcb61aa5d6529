import { chmod, type FileHandle, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectories } from '../../local/bootstrap/make-directories.mjs'
import { Problem } from '../../local/problem.ts'
import { type Manifest, manifestFile } from './manifest.ts'

export type TargetDirectory = {
  /** Creates a file for a part. @throws ErrnoException EEXIST if the directory has a file of that name */
  createFile(name: string): Promise<FileHandle>
  /** Writes the manifest, after which the directory is a backup */
  finish(manifest: Manifest): Promise<void>
  /** Removes the files that were created, and the directory if it did not exist before and nobody else put anything into it */
  remove(): Promise<void>
}

/**
 * Claims a directory for a backup, with mode 700. The file that becomes the manifest is created first, so that of two backups to
 * one directory one is refused.
 * @throws Problem if the directory contains anything
 */
export async function claimDirectory(directory: string): Promise<TargetDirectory> {
  const refused = new Problem(`${directory} is not empty: name a directory that is empty or does not exist.`)
  const created = makeDirectories(directory, 0o700).length > 0
  if ((await readdir(directory)).length > 0) throw refused
  await chmod(directory, 0o700)
  const temporary = join(directory, `${manifestFile}.partial`)
  const file = await open(temporary, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? refused : error
  })
  const names = [`${manifestFile}.partial`]
  return {
    async createFile(name) {
      const created = await open(join(directory, name), 'wx', 0o600)
      names.push(name)
      return created
    },
    async finish(manifest) {
      await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
      await file.sync()
      await file.close()
      await rename(temporary, join(directory, manifestFile))
      names.push(manifestFile)
      await syncDirectory(directory)
    },
    async remove() {
      await file.close()
      for (const name of names) await rm(join(directory, name), { force: true })
      if (created && (await readdir(directory)).length === 0) await rmdir(directory)
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
