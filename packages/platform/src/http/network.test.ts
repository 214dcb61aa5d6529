import { describe, expect, it } from 'vitest'
import { networkOf, widerNetworkOf } from './network.ts'

describe('the network of an IP address', () => {
  it('is the address itself for IPv4, also if it is mapped to IPv6', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
    expect(networkOf('::FFFF:203.0.113.9')).toBe('203.0.113.9')
  })

  it('is the /64 for IPv6, in any notation', () => {
    const same = ['2001:db8:0:7::1', '2001:0db8:0000:0007:ffff:ffff:ffff:ffff', '2001:DB8:0:7:1:2:3:4']
    for (const address of same) expect(networkOf(address)).toBe('2001:db8:0:7::/64')
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
  })

  it('is the text itself if a proxy passed on something else', () => {
    for (const nonsense of ['', 'unknown', '_hidden', "' or 1=1"]) expect(networkOf(nonsense)).toBe(nonsense)
  })

  it('is in a /48, which is counted too; an IPv4 address is in none', () => {
    expect(widerNetworkOf(networkOf('2001:db8:5:7::1'))).toBe('2001:db8:5::/48')
    expect(widerNetworkOf(networkOf('203.0.113.9'))).toBeUndefined()
  })
})
