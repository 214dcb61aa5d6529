import { type Doorbell, doorbellQueue } from '@jaanch/contracts/consumers'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'

/**
 * Rings for each stream that has work. Rings for a stream that is waiting already collapse into one; a ring for a stream
 * that is being handled is kept for when that is done. `ring` throws at once while Redis is away.
 */
export function createDoorbell(redis: Redis): { ring(doorbells: readonly Doorbell[]): Promise<void> } {
  const queue = new Queue<Doorbell>(doorbellQueue, { connection: redis })
  // Redis being away is told by the connection itself
  queue.on('error', () => {})
  return {
    async ring(doorbells) {
      if (redis.status !== 'ready') throw new Error('Redis is away')
      await queue.addBulk(
        doorbells.map((data) => ({
          name: data.consumer,
          data,
          opts: {
            deduplication: { id: `${data.consumer} ${data.streamId}`, keepLastIfActive: true },
            removeOnComplete: true,
            removeOnFail: true,
          },
        })),
      )
    },
  }
}
