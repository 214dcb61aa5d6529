import { readFileSync } from 'node:fs'
import { calls } from '@jaanch/api/calls'
import { errorCatalogue } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import { describe, expect, it } from 'vitest'
import { inRepository } from '../../local/paths.ts'

const read = (name: string) => readFileSync(inRepository('infra', 'deploy', 'nginx', name), 'utf8')
const bodyLimits = Object.values<Route>(calls).map(({ bodyLimit = 0 }) => bodyLimit)

describe('nginx', () => {
  it('lets the largest body of the API through, and little more', () => {
    const [, megabytes] = /^client_max_body_size (\d+)m;$/m.exec(read('jaanch.conf')) ?? []
    const bytes = Number(megabytes) * 1024 ** 2
    const largest = Math.max(...bodyLimits)
    expect(largest).toBeGreaterThan(1_000_000)
    expect(bytes).toBeGreaterThan(largest)
    expect(bytes).toBeLessThan(1.5 * largest)
  })

  it('says what the API says', () => {
    const locations = read('locations.conf')
    const returned = [...locations.matchAll(/^ +return (\d+) '(.+)';$/gm)].map(([, status, text = '']) => [
      Number(status),
      text.startsWith('{') ? JSON.parse(text).error : text,
    ])
    const { unavailable, 'too-large': tooLarge } = errorCatalogue
    expect(returned).toEqual([tooLarge, unavailable, unavailable])
  })

  it.each([
    ['', true],
    ['-', true],
    ['502', true],
    ['502, 504', true],
    ['499', true],
    ['200', false],
    ['413', false],
    ['101', false],
    ['502, 201', false],
    ['502 : 200', false],
  ])('logs a request whose attempts ended in %j: %s', (tried, isLogged) => {
    expect(mapped('upstream_status', tried)).toBe(isLogged ? '1' : '0')
  })

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:12:34:56::1', '2001:db8:12::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['2001:db8:12::', '2001:db8:12::/48'],
    ['::1', 'other'],
    ['unix:', 'other'],
  ])('logs the network of %s: %s', (address, network) => {
    expect(mapped('remote_addr', address)).toBe(network)
  })

  it('logs paths without queries, and of what nobody answered the beginning', () => {
    expect(read('jaanch.conf')).not.toMatch(
      /\$(request|request_uri|args|query_string|http_\w+)\b(?! \$jaanch_connection)/,
    )
    expect(mapped('uri', '/api/bookings')).toBe('/api/bookings')
    expect(mapped('uri', `/${'a'.repeat(9_000)}`)).toBe(`/${'a'.repeat(199)}`)
  })
})

/** Maps a value of a variable as nginx does by jaanch.conf: the first pattern that fits decides, else the default. */
function mapped(variable: string, value: string): string {
  const [, block = ''] =
    new RegExp(`^map \\$${variable} .*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(read('jaanch.conf')) ?? []
  for (const [, pattern = '', result = ''] of block.matchAll(/^ +"~(.+)" "?([^";]+)"?;$/gm)) {
    const match = new RegExp(pattern).exec(value)
    if (match) return result.replaceAll(/\$(\w+)/g, (_, name) => match.groups?.[name] ?? '')
  }
  return /^ +default (\S+);$/m.exec(block)?.[1] ?? ''
}
