import { AsyncLocalStorage } from 'node:async_hooks'
import { isLimited } from '@jaanch/contracts/http/limits'
import type { Route } from '@jaanch/contracts/http/route'
import { waitingUntil } from '@jaanch/platform/deadline'
import { createGate, createKeyedGate, type Gate } from '@jaanch/platform/gate'
import type { FastifyRequest } from 'fastify'
import type { Bounds } from '../bounds.ts'

export type RequestGates = {
  /** Whether the next request of this kind would be refused at once */
  isFull(request: FastifyRequest): boolean
  /**
   * Handles a request in a place of its kind, which is given back when `work` ends, however it ends and whether or not somebody
   * still waits for the answer.
   * @param owner the user, or the browser or network of a caller without a session: each has at most half of the places, so that
   * nobody fills them. @throws BusyError
   */
  run<Result>(request: FastifyRequest, owner: string, work: () => Promise<Result>): Promise<Result>
}

/** Whoever asks whether the process lives must not conclude from a flood that it does not. */
const alwaysAnswered = new Set(['/api/health', '/api/ready'])

/** The pages and their scripts come from memory and need no database: a browser does not repeat a script that it did not get. */
export function isExempt({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): boolean {
  return alwaysAnswered.has(routeOptions.url ?? '') || !url.startsWith('/api/')
}

type Place = { gate: Gate; leave: () => void; isOutside: boolean; hasEnded: boolean }
const places = new AsyncLocalStorage<Place>()

/**
 * Bounds the requests that are handled at the same time, by kind; some more wait for a short time, and all others are refused. So
 * latency stays that of a busy process, not of an endless queue.
 */
export function createRequestGates(bounds: Bounds): RequestGates {
  const { waitingRequests: maxWaiting, waitRequestMs: waitMs } = bounds
  const half = (n: number) => Math.ceil(n / 2)
  function openKind(kind: 'reads' | 'writes' | 'logins') {
    const all = createGate({ name: kind, capacity: bounds[kind], maxWaiting, waitMs })
    const ofOwner = createKeyedGate({
      name: `${kind} of one caller`,
      capacity: half(bounds[kind]),
      maxWaiting: half(maxWaiting),
      waitMs,
    })
    return { all, ofOwner }
  }
  const kinds = { reads: openKind('reads'), writes: openKind('writes'), logins: openKind('logins') }

  function kindOf({ method, routeOptions }: FastifyRequest) {
    if (isLimited({ path: (routeOptions.url ?? '/') as Route['path'] })) return kinds.logins
    return method === 'GET' || method === 'HEAD' ? kinds.reads : kinds.writes
  }

  return {
    isFull: (request) => kindOf(request).all.isFull(),
    run(request, owner, work) {
      if (isExempt(request)) return work()
      const { all, ofOwner } = kindOf(request)
      const waitUntil = performance.now() + waitMs
      return ofOwner.run(owner, async () => {
        // it waits for both no longer than for one
        const leave = await waitingUntil(waitUntil, () => all.enter())
        const place: Place = { gate: all, leave, isOutside: false, hasEnded: false }
        try {
          return await places.run(place, work)
        } finally {
          place.hasEnded = true
          place.leave()
        }
      })
    },
  }
}

/**
 * Gives the place of the request back while it waits for something that needs none, and takes one again before all who have not had
 * one. (It stays one of its caller's requests: nobody has more than half as many under way.) Without a place it only waits.
 * @throws BusyError
 */
export async function withoutPlace<Result>(wait: () => Promise<Result>): Promise<Result> {
  const place = places.getStore()
  if (!place || place.isOutside || place.hasEnded) return wait()
  place.isOutside = true
  place.leave()
  try {
    const result = await wait()
    const leave = await place.gate.enterAgain()
    // what the request does beside this may have ended it
    if (place.hasEnded) leave()
    else place.leave = leave
    return result
  } finally {
    place.isOutside = false
  }
}
