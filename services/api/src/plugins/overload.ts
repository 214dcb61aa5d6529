import fastifyUnderPressure from '@fastify/under-pressure'
import { BusyError } from '@jaanch/platform/gate'
import type { FastifyInstance } from 'fastify'
import type { Bounds } from '../bounds.ts'
import { isExempt, type RequestGates } from '../http/request-gates.ts'

/** Refuses requests before they cost anything, while the process can't keep up or has no room for more of their kind. */
export async function registerOverloadProtection(
  app: FastifyInstance,
  { bounds, requestGates }: { requestGates: RequestGates; bounds: Bounds },
): Promise<void> {
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: bounds.eventLoopDelayMs,
    async pressureHandler(request, _reply, type, value) {
      if (!isExempt(request)) throw new BusyError(`${type} is ${value}`)
    },
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = !isExempt(request) && requestGates.isFull(request)
    done(isRefused ? new BusyError('too many requests') : undefined)
  })
}
