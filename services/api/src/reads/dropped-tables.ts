const undefinedTable = '42P01'

/**
 * Whether a query failed because its generation was dropped. A superseded one is dropped after a minute, so that only a
 * process that was frozen between the read barrier and the query can meet this.
 */
export function isOfDroppedTables(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as { code?: unknown }).code === undefinedTable && /"read_\d+\./.test(cause.message))
      return true
  }
  return false
}

/** Runs a read once more, which passes the barrier again, if its generation was dropped after it had passed the barrier. */
export async function retryIfDropped<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!isOfDroppedTables(error)) throw error
    return read()
  }
}
