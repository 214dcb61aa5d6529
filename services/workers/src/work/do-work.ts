import { type ConsumerName, consumers } from '@jaanch/contracts/consumers'
import type { EventType, Recorded } from '@jaanch/contracts/events/registry'
import { readStreamBetween } from '@jaanch/eventlog/read'
import { backoff } from '@jaanch/platform/retry'
import type { Handler, Tools } from './handler.ts'
import { type Lease, postponeWork, settleWork, takeWork } from './lease.ts'

export type Handlers = Record<ConsumerName, Handler>

/** Handles a leased stream's pending events in order, and again what came meanwhile, until nothing is left. */
export async function doWork(first: Lease, handlers: Handlers, tools: Tools): Promise<void> {
  let lease: Lease | undefined = first
  while (lease) {
    const handled = await handleInOrder(lease, handlers[lease.consumer], tools)
    if (handled === undefined) return
    if (await settleWork(tools.pool, lease, handled)) return
    lease = await takeWork(tools.pool, lease.consumer, lease.streamId)
  }
}

/** @returns the position up to which all is done, or undefined when one failed and the rest waits for another try */
async function handleInOrder(lease: Lease, handle: Handler, tools: Tools): Promise<number | undefined> {
  let handled = lease.since
  try {
    for (const event of await readStreamBetween(tools.pool, lease.streamId, lease.since, lease.upto)) {
      if (isFor(lease.consumer, event)) await handle(event, tools)
      handled = event.position
    }
    return lease.upto
  } catch (error) {
    const pause = backoff(lease.attempts + 1, { base: 500, most: 60_000 })
    tools.log.warn({ err: error, consumer: lease.consumer, after: handled, pause }, 'work failed')
    await postponeWork(tools.pool, lease, handled, pause, (error as Error).message)
    return undefined
  }
}

function isFor(consumer: ConsumerName, event: Recorded): boolean {
  return (consumers[consumer].events as readonly EventType[]).includes(event.type)
}
