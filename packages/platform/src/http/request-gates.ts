import { isLimited, type Route } from '@jaanch/contracts/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { outsideDeadline } from '../deadline.ts'
import { createGate, type Gate } from '../gate.ts'
import type { Bounds } from './bounds.ts'

/** The place of one request, among those of its kind */
export type Place = {
  /**
   * Waits for the place; at once if the request has it. The waiting ends when the client goes away, and does not use the request's
   * deadline up. @throws BusyError
   */
  take(): Promise<void>
  /** Gives it back. To be called when the work has ended, whether or not somebody still waits for the answer; it is not taken again. */
  giveBack(): void
}

export type RequestGates = {
  /** @returns makes the place of a request of this route; `owner`: the user, or the browser or network of a caller without a session */
  placesOf(route: Route): (request: FastifyRequest, reply: FastifyReply, owner: string) => Place
  /**
   * Reserves the memory of a request's body until the request has been answered. Call it before the body is read and after the
   * caller is known.
   * @param owner whose share of the memory it takes. @throws BusyError
   */
  reserveBody(request: FastifyRequest, reply: FastifyReply, owner: string): Promise<void>
}

type Kind = 'reads' | 'writes' | 'logins'

function kindOf(route: Route): Kind {
  if (isLimited(route)) return 'logins'
  return route.method === 'GET' ? 'reads' : 'writes'
}

/** Memory that a waiting request holds besides its body: headers, objects, buffers of its connection. Bytes */
const ownBytes = 8_192

/** Bodies of commands and logins do not wait behind uploads: the bound of connections is enough for them, bytes. */
const smallBody = 16_384

/** The length that the header names; the route's limit for a body that comes in chunks. Longer ones are refused unread. */
function lengthOf({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit = 0 } = routeOptions
  const length = Number(headers['content-length'] ?? (headers['transfer-encoding'] ? bodyLimit : 0))
  return length > bodyLimit ? 0 : length
}

const places = new WeakMap<FastifyRequest, Place>()

/**
 * Bounds the requests that are handled at the same time, by kind, so that a flood of one kind leaves room for the others. Within a kind
 * the callers share the places: one has all of them as long as nobody else waits. Bounds the memory of bodies too: ten thousand uploads
 * of 5 MB at the same time would need 50 GB. Some wait, and the others are refused before they are read.
 */
export function createRequestGates(bounds: Bounds): RequestGates {
  const openGate = (name: Kind) =>
    createGate({
      name,
      capacity: bounds[name],
      spare: Math.ceil(bounds[name] / 4),
      maxWaiting: bounds.waitingRequests,
      maxWaitingBytes: bounds.waitingRequestBytes,
      waitMs: bounds.waitRequestMs,
    })
  const gates: Record<Kind, Gate> = {
    reads: openGate('reads'),
    writes: openGate('writes'),
    logins: openGate('logins'),
  }
  const bodies = createGate({
    name: 'request bodies',
    capacity: bounds.bodyBytes,
    capacityPerCaller: bounds.bodyBytesPerCaller,
    maxWaiting: bounds.waitingBodies,
    waitMs: bounds.waitBodyMs,
  })

  return {
    placesOf(route) {
      const gate = gates[kindOf(route)]
      return (request, reply, owner) => {
        const place = openPlace(gate, request, reply, owner)
        places.set(request, place)
        return place
      }
    },
    async reserveBody(request, reply, owner) {
      const length = lengthOf(request)
      if (length <= smallBody) return
      try {
        const leave = await bodies.enter(owner, { units: length })
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

function openPlace(gate: Gate, request: FastifyRequest, reply: FastifyReply, owner: string): Place {
  let taking: Promise<void> | undefined
  let leave: (() => void) | undefined
  let hasEnded = false

  async function enter(): Promise<void> {
    const length = lengthOf(request)
    const bytes = ownBytes + (length > smallBody ? 0 : length)
    const onWait = (giveUp: () => void) => onceOver(request, reply, giveUp)
    const entered = await outsideDeadline(() => gate.enter(owner, { bytes, onWait }))
    // what the request does beside this may have ended it
    if (hasEnded) entered()
    else leave = entered
  }

  return {
    take: () => (taking ??= enter()),
    giveBack() {
      hasEnded = true
      leave?.()
    },
  }
}

/** Takes the place of a request whose handler was called without one (`serveRead`); at once if it has it. @throws BusyError */
export async function takePlace(request: FastifyRequest): Promise<void> {
  await places.get(request)?.take()
}

/**
 * Calls `end` once, as soon as the request is over: its answer was sent, or its client has gone, perhaps long ago. (Node does not tell
 * an answer that waits behind others of its connection that the connection has closed.)
 */
export function onceOver(request: FastifyRequest, reply: FastifyReply, end: () => void): void {
  const { socket } = request.raw
  const over = () => {
    reply.raw.off('close', over)
    socket.off('close', over)
    end()
  }
  // the requests that one connection sends ahead of the answers all listen to it
  socket.setMaxListeners(0)
  reply.raw.once('close', over)
  socket.once('close', over)
  if (reply.raw.closed || socket.destroyed) over()
}
