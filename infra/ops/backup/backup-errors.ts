import { isTransient } from '@jaanch/platform/postgres'
import { Problem } from '../../local/problem.ts'

/** Calls that sockets do not make */
const fileCalls = ['open', 'mkdir', 'scandir', 'chmod', 'fsync', 'rename', 'close']

/** SQLSTATE */
const insufficientPrivilege = '42501'

/** An error of the disk or the connection while a backup was written, as a sentence for the operator. Undefined for others. */
export function describeBackupError(error: unknown): Problem | undefined {
  const { code = '', syscall = '', path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Problem(`The disk is full (${code}): what the backup had written is removed.`)
  if (code === insufficientPrivilege)
    return new Problem('A backup reads all tables, which their owner may: name it in DATABASE_OWNER_URL.')
  if (isTransient(error))
    return new Problem(
      `The database could not be read to the end (${(error as Error).message}): what the backup had written is removed.`,
    )
  if (!fileCalls.includes(syscall)) return undefined
  return new Problem(`The backup cannot be written (${[code, path].filter(Boolean).join(' ')}).`)
}
