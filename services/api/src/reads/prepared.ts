import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { QuerySqlToken } from 'slonik'

/** The rows of a query that was asked often. */
export type ReadPrepared = <Row>(query: QuerySqlToken) => Promise<readonly Row[]>

const names = new Map<string, { name: string; text: string }>()

/**
 * Runs a query as a prepared statement: a page of bookings takes Postgres 0.5 ms to plan and 0.6 ms to read. Rows come as pg gives
 * them, with the names of the columns. For queries of few different texts only, and whose plan does not depend on their values: each
 * connection keeps every one.
 */
export function createReadPrepared(pool: pg.Pool): ReadPrepared {
  return async <Row>({ sql, values }: QuerySqlToken) => {
    const statement = names.get(sql) ?? prepare(sql)
    const { rows } = await pool.query({ ...statement, values: [...values] })
    return rows as Row[]
  }
}

function prepare(sql: string) {
  const statement = {
    name: createHash('sha256').update(sql).digest('base64url').slice(0, 22),
    text: sql.replaceAll(/\$slonik_(\d+)/g, '$$$1'),
  }
  names.set(sql, statement)
  return statement
}
