import type { Stack } from '@jaanch/tests/support/stack'
import { handleAll } from '@jaanch/workers/engine/testing/handle-all'
import { assignOrderNumber } from '@jaanch/workers/orders/assign-order-number'
import { onTestFinished } from 'vitest'

/**
 * Starts workers that only assign order numbers, until the end of the test. While `failing.isOn` they fail, and make a dead letter of
 * the second failure.
 */
export function assignOrders(stack: Stack, failing = { isOn: false }): void {
  const assign = assignOrderNumber(stack.database.pool)
  const close = stack.work({
    redisUrl: 'redis://127.0.0.1:1',
    concurrency: 5,
    handlers: {
      ...handleAll(async () => {}),
      async orders(...args) {
        if (failing.isOn) throw new Error('the printer is on fire')
        await assign(...args)
      },
    },
    retryPolicy: { attempts: 2, baseMs: 1, maxMs: 5 },
    pollMs: 50,
  })
  onTestFinished(close)
}

/** @returns the order number that a booking got; null before */
export async function orderOf(stack: Stack, bookingId: string): Promise<string | null> {
  const { rows } = await stack.database.asOwner(
    "select data ->> 'orderNumber' as number from log.events where stream_id = 'booking-' || $1 and type = 'OrderCreated'",
    [bookingId],
  )
  return rows[0]?.number ?? null
}
