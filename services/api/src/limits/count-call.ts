import type { FastifyRequest } from 'fastify'
import { type Authentication, findCaller } from '../auth/authentication.ts'
import { type DeviceCookies, knownAccountOf } from '../auth/devices.ts'
import { networkOf } from '../auth/network.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * Counts a call to sign in, to register and the like. Thousands of phones are one network behind a carrier's address: those who are
 * signed in, and browsers that signed in before, count by their account, so that no stranger there can shut them out. What they do
 * together is bounded too, because accounts can be made in any number.
 * @throws TooManyError
 */
export async function countCall(
  parts: Authentication & DeviceCookies & { rateLimits: RateLimits },
  request: FastifyRequest,
): Promise<void> {
  const { rateLimits } = parts
  const network = networkOf(request.ip)
  const account = (await findCaller(parts, request))?.userId ?? knownAccountOf(parts, request)
  if (account === undefined) return rateLimits.count('calls', network)
  await rateLimits.count('knownCalls', account)
  await rateLimits.count('knownCallsHere', network)
}
