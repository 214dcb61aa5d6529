import { claimFile, isDataDir, listContents } from '../bootstrap/data-dir/contents.mjs'
import { errorCode } from '../bootstrap/data-dir/explain.mjs'
import { Problem } from '../problem.ts'

/**
 * What a reset deletes.
 *
 * @returns the names in the directory that a stack made; none if there is no directory, or it is empty
 * @throws Problem if the directory is not a data directory, or has files of others too: those are not ours to delete
 */
export function findOwnContents(dataDir: string): string[] {
  const code = errorCode(() => listContents(dataDir))
  if (code === 'ENOENT') return []
  if (code) throw new Problem(`${dataDir} cannot be read (${code}): nothing was deleted.`)
  const { own, other } = listContents(dataDir)
  const names = own.filter((name) => name !== claimFile)
  if (names.length + other.length === 0) return []
  if (!isDataDir(dataDir))
    throw new Problem(`${dataDir} is not a data directory of Jaanch: nothing was deleted.`)
  if (other.length > 0) {
    throw new Problem(
      `${dataDir} also has files that are not Jaanch's (${other.slice(0, 3).join(', ')}): nothing was deleted. ` +
        `Move them away, or delete what is Jaanch's yourself: ${names.join(', ')}.`,
    )
  }
  return names
}
