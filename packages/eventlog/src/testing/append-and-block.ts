/** A thread that appends with rows and blocks its event loop as soon as it has sent the append. */
import '@jaanch/booking-stream/streams'
import { workerData } from 'node:worker_threads'
import { createPostgresPool } from '@jaanch/platform/postgres'
import type { Append } from '../append.ts'
import { appendWithRows } from '../append-with-rows.ts'

export type BlockedAppend = {
  url: string
  append: Append
  /** 0; 1 while the event loop is blocked; 2 ends it */
  state: Int32Array<SharedArrayBuffer>
}

const { url, append, state } = workerData as BlockedAppend
const pool = createPostgresPool({ url, name: 'blocked', max: 1 })

await appendWithRows(pool, append, async (client) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  Object.assign(client, {
    query(...args: unknown[]) {
      const answer = query(...args)
      if (String(args[0]).includes('log.append')) {
        Atomics.store(state, 0, 1)
        Atomics.notify(state, 0)
        Atomics.wait(state, 0, 1)
      }
      return answer
    },
  })
})
await pool.end()
