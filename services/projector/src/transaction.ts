import type pg from 'pg'

/** Runs `work` in a transaction of a connection that stays open; rolls back and rethrows its error. */
export async function inTransactionOf<Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
