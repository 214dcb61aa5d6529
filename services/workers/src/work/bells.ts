import { type Delivery, deliveryQueue, type TimerRing, timerQueue } from '@jaanch/contracts/consumers'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'

/** Rings for what the workers leave to each other. Each throws at once while Redis is away: what is due is looked for. */
export type Bells = {
  ringDeliveries(deliveries: readonly Delivery[]): Promise<void>
  ringTimer(timerId: string, dueAt: Date): Promise<void>
}

const forget = { removeOnComplete: true, removeOnFail: true }

export function createBells(redis: Redis, now: () => Date): Bells {
  const deliveries = new Queue<Delivery>(deliveryQueue, { connection: redis })
  const timers = new Queue<TimerRing>(timerQueue, { connection: redis })
  // Redis being away is told by the connection itself
  for (const queue of [deliveries, timers]) queue.on('error', () => {})

  function assertReady(): void {
    if (redis.status !== 'ready') throw new Error('Redis is away')
  }

  return {
    async ringDeliveries(rung) {
      assertReady()
      if (rung.length === 0) return
      await deliveries.addBulk(
        rung.map((data) => ({ name: data.channel, data, opts: { ...forget, jobId: data.intentId } })),
      )
    },
    async ringTimer(timerId, dueAt) {
      assertReady()
      const delay = Math.max(0, dueAt.getTime() - now().getTime())
      await timers.add('timer', { timerId }, { ...forget, jobId: timerId, delay })
    },
  }
}
