import { readFileSync } from 'node:fs'
import { errorCatalogue } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import { routes } from '@jaanch/contracts/http/routes'
import { describe, expect, it } from 'vitest'
import { inRepository } from '../../local/paths.ts'

const read = (name: string) => readFileSync(inRepository('infra', 'deploy', 'nginx', name), 'utf8')
const bodyLimits = Object.values<Route>(routes).map(({ bodyLimit = 0 }) => bodyLimit)

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
})
