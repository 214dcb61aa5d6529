import pg from 'pg'

const int8 = 20
const date = 1082

/**
 * bigint as a number (positions and paise stay far below 2^53) and date as the text YYYY-MM-DD
 * (a date has no instant; Date would shift it by the time zone).
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return Number
    if (oid === date) return (value: string) => value
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** The services act as this role, which may append to the log but not change it. */
export const applicationRole = 'jaanch_app'

export type PostgresOptions = {
  url: string
  /** Shown in pg_stat_activity */
  name: string
  /** Connections; 10 unless told */
  max?: number
  /** A statement that takes longer is cancelled, ms */
  statementTimeout?: number
  /**
   * Commits without waiting for the disk. Only for what is done again when a crash of Postgres takes its last moments:
   * what was committed before is never lost for what came after.
   */
  forgetful?: boolean
}

/** How long after a statement's time is over the server may say nothing before we take it for gone, ms */
export const silence = 5_000

/** Settings for pg.Client and pg.Pool alike. */
export function connectionSettings(options: PostgresOptions): pg.PoolConfig {
  const { statementTimeout = 10_000 } = options
  return {
    connectionString: options.url,
    application_name: options.name,
    options: `-c role=${applicationRole}${options.forgetful ? ' -c synchronous_commit=off' : ''}`,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeout,
    // a connection that went silent is given up by us, for the server cannot tell us
    query_timeout: statementTimeout + silence,
    // a process that freezes inside a transaction must not hold its locks for ever
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types,
  }
}

export function createPostgresPool(options: PostgresOptions): pg.Pool {
  const pool = new pg.Pool(connectionSettings(options))
  // an idle connection that breaks is replaced by the pool; without a listener it would end the process
  pool.on('error', () => {})
  return pool
}

/** Runs `work` in a transaction; commits its result, rolls back and rethrows its error. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  // a connection that dies while checked out says so here, and again in the query's rejection
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/**
 * Is this error the loss of the connection, or the server going down, starting or being out of resources: something
 * that the same statement may well survive a moment later? (SQLSTATE classes 08, 40, 53, 57 and 55P03, and socket errors.)
 */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return /^(08|40|53|57|55P03|25006)/.test(code)
  if (typeof code === 'string') return /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST)/.test(code)
  return (
    error instanceof Error &&
    /connection terminated|timeout (exceeded )?when trying to connect|query read timeout|not queryable|client has encountered a connection error|client was closed/i.test(
      error.message,
    )
  )
}
