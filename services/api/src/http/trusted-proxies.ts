import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/**
 * Whether an address of X-Forwarded-For is that of a proxy of ours. They are counted from the API outwards: the caller itself may have
 * written all further entries.
 */
export function trustProxies(count: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < count
}

/** The address of a caller, as Fastify's `request.ip`, for requests that do not reach Fastify */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  return proxyAddress(request, trustProxies(trustedProxies)) ?? ''
}
