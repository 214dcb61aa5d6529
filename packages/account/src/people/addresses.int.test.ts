import { createClient, refusal } from '@jaanch/tests/support/client'
import { createApprovedLab } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { geocodeCalls } from './api.ts'

const it = stackTest({ workers: false })

const geocode = (stack: Stack, query: { lat?: unknown; lng?: unknown }) =>
  createClient(stack.url).ask(geocodeCalls.geocode, { query: query as { lat: unknown; lng: unknown } })

describe('the geocoder', () => {
  it('answers anyone with city, state and PIN code, unless the position is at sea or invalid [S7.14]', async ({
    stack,
  }) => {
    expect(await geocode(stack, { lat: 23.0225, lng: '72.5714' })).toMatchObject({
      status: 200,
      body: { city: 'Ahmedabad', state: 'Gujarat', pincode: '380006' },
    })
    expect(await geocode(stack, { lat: 0, lng: 0 })).toMatchObject(
      refusal('not-found', 'There is no city here that we serve.'),
    )
    for (const query of [{ lat: 23 }, { lat: '', lng: '' }, { lat: 91, lng: 72 }, { lat: 'NaN', lng: 72 }])
      expect((await geocode(stack, query)).status, JSON.stringify(query)).toBe(400)
  })
})

describe('the area of a PIN code or a city', () => {
  const find = (stack: Stack, query: { pincode?: string; city?: string }) =>
    createClient(stack.url).ask(geocodeCalls.findArea, { query })

  it('has city and state, and says whether a lab is within 60 km', async ({ stack, admin }) => {
    const surat = { city: 'Surat', state: 'Gujarat' }
    const { labPartnerId } = await createApprovedLab(stack.url, admin)
    await stack.database.asOwner('update lab_partners set city = $2 where id = $1', [labPartnerId, 'Surat'])
    const isServed = async (query: { pincode?: string; city?: string }) =>
      ((await find(stack, query)).body as { isServed: boolean }).isServed
    // without any lab that has a city everything counts as served, and the labs of other files have one
    await expect.poll(() => isServed({ city: 'South Andaman' })).toBe(false)
    await expect.poll(() => isServed({ pincode: '395003' })).toBe(true)
    expect((await find(stack, { pincode: '395003' })).body).toEqual({ ...surat, isServed: true })
    expect((await find(stack, { city: 'surat' })).body).toEqual({ ...surat, isServed: true })
    // Navsari, 30 km south
    expect(await isServed({ pincode: '396445' })).toBe(true)
    await expect.poll(() => isServed({ pincode: '682555' })).toBe(false)
  })

  it('is 404 for one that is not known, and refuses both, none and what is no PIN code', async ({
    stack,
  }) => {
    const unknown = refusal('not-found', 'This place is not known.')
    expect(await find(stack, { pincode: '395999' })).toMatchObject(unknown)
    expect(await find(stack, { city: 'Atlantis' })).toMatchObject(unknown)
    for (const query of [{}, { pincode: '395003', city: 'Surat' }, { pincode: '39500' }])
      expect((await find(stack, query)).status, JSON.stringify(query)).toBe(400)
  })
})
