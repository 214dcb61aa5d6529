import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'

/**
 * The network that calls are counted for: an IPv4 address, or the /64 of an IPv6 address. A /64 is the smallest network that
 * a subscriber gets; with a count per IPv6 address each subscriber would have 2^64 counts.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [left = [], right = []] = (address.split('%')[0] ?? '')
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/**
 * The /48 around an IPv6 network: a site or a hosting customer may have one, and with it 65,536 networks of its own.
 * @param network as networkOf returns it
 * @returns undefined for IPv4
 */
export function widerNetworkOf(network: string): string | undefined {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : undefined
}

/** How much more a /48 may do than one of its networks: phones of a mobile carrier share one, with a /64 each */
export const widerBy = 10

/** A network as others may see it, without the single address: '203.0.113.x', '2001:db8:1::/48'. @param network as networkOf returns it */
export function coarseNetworkOf(network: string): string {
  return widerNetworkOf(network) ?? network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.x')
}

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
