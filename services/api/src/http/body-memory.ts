import { createSharedGate } from '@jaanch/platform/gate'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bounds } from '../bounds.ts'
import { onceOver } from './once-over.ts'

export type BodyMemory = {
  /**
   * Reserves the memory of a request's body until the request has been answered. Call it before the body is read and after the
   * caller is known.
   * @param owner whose share of the memory it takes. @throws BusyError
   */
  reserve(request: FastifyRequest, reply: FastifyReply, owner: string): Promise<void>
}

/** The length that the header names; the route's limit for a body that comes in chunks. Longer ones are refused unread. */
function lengthOf({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit = 0 } = routeOptions
  const length = Number(headers['content-length'] ?? (headers['transfer-encoding'] ? bodyLimit : 0))
  return length > bodyLimit ? 0 : length
}

/** Bodies of commands and logins do not wait behind uploads: the bound of connections is enough for them, bytes. */
const smallBody = 16_384

/** The length of a body for which no memory is reserved, bytes */
export function unreservedLength(request: FastifyRequest): number {
  const length = lengthOf(request)
  return length <= smallBody ? length : 0
}

/** Ten thousand uploads of 5 MB at the same time would need 50 GB: some wait, and the others are refused before they are read. */
export function createBodyMemory(bounds: Bounds): BodyMemory {
  const { bodyBytes, bodyBytesPerCaller, waitingBodies, waitingBodiesPerCaller, waitBodyMs: waitMs } = bounds
  const take = createSharedGate(
    { name: 'request bodies', capacity: bodyBytes, maxWaiting: waitingBodies, waitMs },
    { capacity: bodyBytesPerCaller, maxWaiting: waitingBodiesPerCaller },
  )

  return {
    async reserve(request, reply, owner) {
      const length = lengthOf(request)
      if (length <= smallBody) return
      try {
        const leave = await take(owner, length)
        // the client may have gone while it waited
        onceOver(request, reply, leave)
        // Node ends a connection on which nothing happens for so long
        request.raw.setTimeout(bounds.bodySilenceMs).once('end', () => request.raw.setTimeout(0))
      } catch (error) {
        // otherwise Node would receive the body to reuse the connection
        reply.header('connection', 'close')
        throw error
      }
    },
  }
}
