import fastifyUnderPressure from '@fastify/under-pressure'
import { healthCalls } from '@jaanch/operations/health-api'
import { BusyError } from '@jaanch/platform/deadline'
import type { Bounds } from '@jaanch/platform/http/bounds'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isToApi } from '../http/request-target.ts'

/** Whoever asks whether the process lives must not conclude from a flood that it does not. */
const alwaysAnswered = new Set<string>([healthCalls.health.path, healthCalls.ready.path])

/** The pages and their scripts come from memory and need no database: a browser does not repeat a script that it did not get. */
function isExempt(request: FastifyRequest): boolean {
  return alwaysAnswered.has(request.routeOptions.url ?? '') || !isToApi(request)
}

/** Refuses requests before they cost anything, while the process can't keep up. */
export async function registerOverloadProtection(
  app: FastifyInstance,
  { bounds }: { bounds: Bounds },
): Promise<void> {
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: bounds.eventLoopDelayMs,
    async pressureHandler(request, _reply, type, value) {
      if (!isExempt(request)) throw new BusyError(`${type} is ${value}`)
    },
  })
}
