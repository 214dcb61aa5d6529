import { setImmediate, setTimeout } from 'node:timers/promises'
import { isTransient } from '@jaanch/platform/postgres'
import { backoff } from '@jaanch/platform/retry'
import type pg from 'pg'
import {
  type Append,
  type Appended,
  type AppendRow,
  appendSql,
  encodeAppend,
  readAppendRow,
} from './append.ts'

/** Postgres could not be reached in time. The append may be there or not: send the same id again to know. */
export class LogUnavailableError extends Error {
  override name = 'LogUnavailableError'
}

export type Appender = {
  /**
   * Records an append, durably when the promise resolves.
   * @throws VersionConflictError, LogUnavailableError, ZodError, or Postgres's own error for data it cannot hold
   */
  append(append: Append): Promise<Appended>
  /** Waits for what is under way; further appends are refused. */
  close(): Promise<void>
}

type Member = {
  append: Append
  json: string
  resolve: (appended: Appended) => void
  reject: (error: unknown) => void
}

export type AppenderOptions = {
  pool: pg.Pool
  /** Members of one batch, 256 unless told */
  mostMembers?: number
  /** Characters of JSON in one batch, 1 MB unless told */
  mostBytes?: number
  /** How long a batch is sent again after lost connections before its callers are told, ms */
  patience?: number
}

/**
 * Group commit. Concurrent appends of a process share one call of log.append, and with it one lock, one commit and one
 * flush to disk:
 *
 *  1. gather   appends queue up while a batch is in flight; a fresh start waits for one turn of the event loop, so that
 *              callers woken by the last batch ride together (without it a lone first caller and the rest alternate,
 *              at half the rate)
 *  2. send     one statement on one connection; positions are numbered inside it
 *  3. answer   each member gets its own row: appended, duplicate or conflict
 *  4. resend   a lost connection leaves us not knowing. The same ids are sent again: what was recorded is answered as a
 *              duplicate, what was not is appended now. A batch of the dead connection that still runs holds the log's
 *              lock, so the resent one sees its outcome.
 *  5. isolate  data that Postgres refuses fails the whole statement: the batch is halved until the bad member stands
 *              alone and fails by itself
 */
export function createAppender(options: AppenderOptions): Appender {
  const { pool, mostMembers = 256, mostBytes = 1_000_000, patience = 8_000 } = options
  let queue: Member[] = []
  let draining: Promise<void> | undefined
  let closed = false

  function take(): Member[] {
    let bytes = 0
    let count = 0
    while (count < queue.length && count < mostMembers) {
      bytes += queue[count]?.json.length ?? 0
      if (count > 0 && bytes > mostBytes) break
      count += 1
    }
    return queue.splice(0, count)
  }

  async function drain(): Promise<void> {
    await setImmediate()
    while (queue.length > 0) {
      await commit(take())
      await setImmediate()
    }
    draining = undefined
  }

  async function commit(members: Member[]): Promise<void> {
    let rows: AppendRow[]
    try {
      rows = await sendUntilKnown(members)
    } catch (error) {
      if (members.length === 1 || error instanceof LogUnavailableError) {
        for (const member of members) member.reject(error)
        return
      }
      const middle = members.length >> 1
      await commit(members.slice(0, middle))
      await commit(members.slice(middle))
      return
    }
    members.forEach((member, index) => {
      try {
        member.resolve(readAppendRow(member.append.streamId, rows[index] as AppendRow))
      } catch (conflict) {
        member.reject(conflict)
      }
    })
  }

  async function sendUntilKnown(members: Member[]): Promise<AppendRow[]> {
    const text = `[${members.map((member) => member.json).join(',')}]`
    const deadline = Date.now() + patience
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(pool, text)
      } catch (error) {
        if (!isTransient(error)) throw error
        if (closed || Date.now() > deadline)
          throw new LogUnavailableError('The log is not reachable', { cause: error })
        await setTimeout(backoff(attempt, { baseMs: 50, maxMs: 1_000 }))
      }
    }
  }

  return {
    async append(append) {
      if (closed) throw new LogUnavailableError('The appender is closed')
      const json = encodeAppend(append)
      const answer = new Promise<Appended>((resolve, reject) => queue.push({ append, json, resolve, reject }))
      draining ??= drain()
      return answer
    },
    async close() {
      closed = true
      await draining
      queue = []
    },
  }
}

async function send(pool: pg.Pool, batch: string): Promise<AppendRow[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    const { rows } = await client.query<AppendRow>({ name: 'append', text: appendSql, values: [batch] })
    return rows
  } catch (error) {
    if (isTransient(error)) broken = error as Error
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
