import { AppError } from '@jaanch/contracts/errors'

/** @returns what is read, or the sentence with which it is refused */
export function orRefusal<Read>(read: () => Read): Read | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
