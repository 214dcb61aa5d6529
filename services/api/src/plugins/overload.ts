import fastifyUnderPressure from '@fastify/under-pressure'
import { isLimited } from '@jaanch/contracts/http/limits'
import type { Route } from '@jaanch/contracts/http/route'
import { BusyError, createGate, type Gate } from '@jaanch/platform/gate'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Bounds } from '../bounds.ts'

/** Whoever asks whether the process lives must not conclude from a flood that it does not. */
const alwaysAnswered = new Set(['/api/health', '/api/ready'])

/** The pages and their scripts come from memory and need no database: a browser does not repeat a script that it did not get. */
function isExempt({ routeOptions, url }: FastifyRequest): boolean {
  return alwaysAnswered.has(routeOptions.url ?? '') || !url.startsWith('/api/')
}

/**
 * Bounds the requests that are handled at the same time; some more wait for a short time, and all others are refused before they
 * cost anything. So latency stays that of a busy process, not of an endless queue. A request counts from the end of its body until
 * its answer is ready: slow uploads and downloads do not use up the room of others.
 */
export async function registerOverloadProtection(app: FastifyInstance, bounds: Bounds): Promise<void> {
  const leaving = new WeakMap<FastifyRequest, () => void>()
  const gateOf = (kind: 'reads' | 'writes' | 'logins') =>
    createGate({
      name: kind,
      capacity: bounds[kind],
      maxWaiting: bounds.waitingRequests,
      waitMs: bounds.waitRequestMs,
    })
  const [reads, writes, logins] = [gateOf('reads'), gateOf('writes'), gateOf('logins')]

  function gateFor({ method, routeOptions }: FastifyRequest): Gate {
    if (isLimited({ path: (routeOptions.url ?? '/') as Route['path'] })) return logins
    return method === 'GET' || method === 'HEAD' ? reads : writes
  }

  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: bounds.eventLoopDelayMs,
    async pressureHandler(request, _reply, type, value) {
      if (!isExempt(request)) throw new BusyError(`${type} is ${value}`)
    },
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = !isExempt(request) && gateFor(request).isFull()
    done(isRefused ? new BusyError('too many requests') : undefined)
  })
  app.addHook('preValidation', async (request) => {
    if (!isExempt(request)) leaving.set(request, await gateFor(request).enter())
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    leaving.get(request)?.()
    done(null, payload)
  })
  // if an answer failed before it was sent; leaving twice has no effect
  app.addHook('onResponse', (request, _reply, done) => {
    leaving.get(request)?.()
    done()
  })
}
