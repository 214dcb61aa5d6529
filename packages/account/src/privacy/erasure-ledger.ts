/**
 * The ledger outside the database keeps what a restore must not undo: who was erased, which accounts were disabled and which family
 * members withdrew their consent. A directory with an empty file for each entry, whose name is the entry: nothing is ever changed, so any number of
 * processes and machines write it at the same time, and no entry is half written. Ids and times only. A release that does not know a
 * kind reads nothing of the directory and refuses to restore: it must not forget somebody.
 */
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@jaanch/contracts/errors'

const kinds = ['erased', 'disabled', 'consent-withdrawn'] as const
type Kind = (typeof kinds)[number]

/** @property id of the account; of the family member who withdrew a consent */
export type LedgerEntry = { at: Date; kind: Kind; id: string }

/** A network's file system that does not answer: the caller holds the row of the account, ms */
const writeWithinMs = 5_000

/** @param directory undefined: nothing is recorded */
export function createErasureLedger(directory: string | undefined) {
  return {
    /** @throws AppError unavailable if the entry is not on the disk: what it says must not happen then */
    async record(kind: Kind, id: string): Promise<void> {
      if (directory === undefined) return
      try {
        await within(writeWithinMs, write(directory, `${Date.now()}-${kind}-${id}`))
      } catch (cause) {
        throw new AppError('unavailable', 'This can’t be recorded at the moment. Please try again later.', {
          cause,
        })
      }
    },
    /** @returns none if it was never written. @throws as readErasureLedger */
    read: async (): Promise<LedgerEntry[]> =>
      directory === undefined
        ? []
        : readErasureLedger(directory).catch((error: NodeJS.ErrnoException) => {
            if (error.code === 'ENOENT') return []
            throw error
          }),
  }
}

export type ErasureLedger = ReturnType<typeof createErasureLedger>

async function write(directory: string, name: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await sync(join(directory, name), 'w')
  await sync(directory, 'r')
}

async function within(ms: number, written: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The ledger was not written within ${ms} ms`)), ms)
  })
  try {
    await Promise.race([written, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Opens a file or a directory until it is on the disk. */
async function sync(path: string, flags: 'r' | 'w'): Promise<void> {
  const handle = await open(path, flags, 0o600)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const entryName = new RegExp(`^(\\d{13})-(${kinds.join('|')})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`)

/**
 * @returns the entries, oldest first
 * @throws Error if the directory can't be read, or has a file that is no entry: a name that is not understood may be somebody
 */
export async function readErasureLedger(directory: string): Promise<LedgerEntry[]> {
  const names = await readdir(directory)
  return (
    names
      // what file systems and copying programs leave
      .filter((name) => !name.startsWith('.') && name !== 'lost+found')
      .toSorted()
      .map((name) => {
        const [, at, kind, id] = entryName.exec(name) ?? []
        if (!id) throw new Error(`${join(directory, name)} is no entry of a ledger`)
        return { at: new Date(Number(at)), kind: kind as Kind, id }
      })
  )
}
