import { Problem } from '../../local/problem.ts'

/** Calls that sockets do not make */
const fileCalls = ['open', 'mkdir', 'scandir', 'chmod', 'fsync', 'rename', 'close']

/** An error of the file system while a backup was written, as a sentence for the operator. Undefined for other errors. */
export function describeFileError(error: unknown): Problem | undefined {
  const { code = '', syscall = '', path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Problem(`The disk is full (${code}): what the backup had written is removed.`)
  if (!fileCalls.includes(syscall)) return undefined
  return new Problem(`The backup cannot be written (${[code, path].filter(Boolean).join(' ')}).`)
}
