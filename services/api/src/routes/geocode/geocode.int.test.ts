import { geocodeRoutes } from '@jaanch/contracts/http/geocode'
import { createClient, refusal } from '@jaanch/tests/support/client'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })

const geocode = (stack: Stack, query: { lat?: unknown; lng?: unknown }) =>
  createClient(stack.url).ask(geocodeRoutes.geocode, { query: query as { lat: unknown; lng: unknown } })

describe('the geocoder', () => {
  it('answers anyone with city, state and PIN code [S7.14]', async ({ stack }) => {
    expect(await geocode(stack, { lat: 23.0225, lng: '72.5714' })).toMatchObject({
      status: 200,
      body: { city: 'Ahmedabad', state: 'Gujarat', pincode: '380006' },
    })
  })

  it('answers 404 at sea and abroad', async ({ stack }) => {
    for (const [lat, lng] of [
      [15, 68],
      [23.8103, 90.4125],
      [0, 0],
    ]) {
      expect(await geocode(stack, { lat, lng })).toMatchObject(
        refusal('not-found', 'There is no city here that we serve.'),
      )
    }
  })

  it('refuses an invalid position', async ({ stack }) => {
    for (const query of [
      {},
      { lat: 23 },
      { lng: 72 },
      { lat: '', lng: '' },
      { lat: ' ', lng: 72 },
      { lat: 'north', lng: 72 },
      { lat: 91, lng: 72 },
      { lat: 23, lng: 181 },
      { lat: 'NaN', lng: 72 },
      { lat: 'Infinity', lng: 72 },
      { lat: '23,0', lng: 72 },
    ]) {
      expect((await geocode(stack, query)).status, JSON.stringify(query)).toBe(400)
    }
  })
})
