import { hash } from 'node:crypto'
import type pg from 'pg'
import type { QuerySqlToken } from 'slonik'
import { camelCase, preparedStatement } from '../slonik.ts'

/** The rows of a query that is asked often. */
export type ReadPrepared = <Row>(
  query: Pick<QuerySqlToken, 'sql' | 'values'>,
  /** Fails if there is no answer within this time, ms; default: the pool's */
  timeoutMs?: number,
) => Promise<Row[]>

/**
 * Runs a query as a prepared statement: a page of bookings takes Postgres 0.5 ms to plan and 0.6 ms to read. Names are those of
 * slonik's rows; rows are not validated. For queries of few different texts only, and whose plan does not depend on their values:
 * each connection keeps every one.
 */
export function createReadPrepared(pool: Pick<pg.Pool, 'query'>): ReadPrepared {
  return async <Row>(query: Pick<QuerySqlToken, 'sql' | 'values'>, timeoutMs?: number) => {
    const prepared = preparedStatement(hash('sha256', query.sql, 'base64url'), query)
    const { rows } = await pool.query({ ...prepared, ...(timeoutMs && { query_timeout: timeoutMs }) })
    return rows.map((row) => camelCase(row) as Row)
  }
}
