import { randomUUID } from 'node:crypto'
import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql'

type Assigned = { type: 'LabAssigned'; data: { labPartnerId: string } }

/** Appends one event per call to a new stream of emmett's store. @returns events per second */
export async function benchEmmettAppend(
  url: string,
  { callers, seconds }: { callers: number; seconds: number },
): Promise<number> {
  const store = getPostgreSQLEventStore(url)
  await store.schema.migrate()
  let count = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1_000
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        const data = { labPartnerId: randomUUID() }
        await store.appendToStream<Assigned>(`booking-${randomUUID()}`, [{ type: 'LabAssigned', data }])
        count += 1
      }
    }),
  )
  const rate = count / ((performance.now() - startedAt) / 1_000)
  await store.close()
  return rate
}

type Placed = { type: 'BookingPlaced'; data: { customerId: string; total: number } }
type Stage = { type: 'BookingConfirmed' | 'BookingCompleted'; data: { note: string } }
type BookingDocument = { customerId: string; total: number; status: string }

/**
 * Rebuilds a document per stream from events of emmett's own store, three of each stream.
 * @returns the rate of the rebuild, events per second
 */
export async function benchEmmettRebuild(url: string, streams: number): Promise<number> {
  const projection = pongoSingleStreamProjection<BookingDocument, Placed | Stage>({
    collectionName: `bookings_${randomUUID().slice(0, 8)}`,
    canHandle: ['BookingPlaced', 'BookingConfirmed', 'BookingCompleted'],
    evolve(document: BookingDocument | null, event: Placed | Stage): BookingDocument | null {
      if (event.type === 'BookingPlaced') return { ...event.data, status: 'pending' }
      return document && { ...document, status: event.type }
    },
  })
  const store = getPostgreSQLEventStore(url)
  await store.schema.migrate()
  await store.schema.dangerous.truncate({ resetSequences: true, truncateProjections: true })
  for (let n = 0; n < streams; n += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, streams - n) }, () =>
        store.appendToStream<Placed | Stage>(`booking-${randomUUID()}`, [
          { type: 'BookingPlaced', data: { customerId: randomUUID(), total: 79_850 } },
          { type: 'BookingConfirmed', data: { note: '' } },
          { type: 'BookingCompleted', data: { note: '' } },
        ]),
      ),
    )
  }
  await store.close()
  const consumer = rebuildPostgreSQLProjections({ connectionString: url, projection })
  const startedAt = performance.now()
  await consumer.start()
  const seconds = (performance.now() - startedAt) / 1_000
  await consumer.close()
  return (streams * 3) / seconds
}
