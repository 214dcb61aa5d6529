import { isLimited } from '@jaanch/contracts/http/limits'
import type { Route } from '@jaanch/contracts/http/route'
import { outsideDeadline } from '@jaanch/platform/deadline'
import { createFairGate, type FairGate } from '@jaanch/platform/fair-gate'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bounds } from '../bounds.ts'
import { unreservedLength } from './body-memory.ts'
import { onceOver } from './once-over.ts'

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
}

type Kind = 'reads' | 'writes' | 'logins'

function kindOf(route: Route): Kind {
  if (isLimited(route)) return 'logins'
  return route.method === 'GET' ? 'reads' : 'writes'
}

/** Memory that a waiting request holds besides its body: headers, objects, buffers of its connection. Bytes */
const ownBytes = 8_192

const places = new WeakMap<FastifyRequest, Place>()

/**
 * Bounds the requests that are handled at the same time, by kind, so that a flood of one kind leaves room for the others. Within a kind
 * the callers share the places: one has all of them as long as nobody else waits.
 */
export function createRequestGates(bounds: Bounds): RequestGates {
  const { waitingRequests: maxWaiting, waitingRequestBytes: maxWaitingBytes, waitRequestMs: waitMs } = bounds
  const openGate = (name: Kind) => {
    const capacity = bounds[name]
    return createFairGate({
      name,
      capacity,
      spare: Math.ceil(capacity / 4),
      maxWaiting,
      maxWaitingBytes,
      waitMs,
    })
  }
  const gates: Record<Kind, FairGate> = {
    reads: openGate('reads'),
    writes: openGate('writes'),
    logins: openGate('logins'),
  }

  return {
    placesOf(route) {
      const gate = gates[kindOf(route)]
      return (request, reply, owner) => {
        const place = openPlace(gate, request, reply, owner)
        places.set(request, place)
        return place
      }
    },
  }
}

function openPlace(gate: FairGate, request: FastifyRequest, reply: FastifyReply, owner: string): Place {
  let taking: Promise<void> | undefined
  let leave: (() => void) | undefined
  let hasEnded = false

  async function enter(): Promise<void> {
    const bytes = ownBytes + unreservedLength(request)
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

/** Takes the place of a request whose handler was called without one (`serveUnplaced`); at once if it has it. @throws BusyError */
export async function takePlace(request: FastifyRequest): Promise<void> {
  await places.get(request)?.take()
}
