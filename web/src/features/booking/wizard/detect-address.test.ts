import { expect, test, vi } from 'vitest'
import { detectAddress } from './detect-address'

const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>()
const found = () =>
  getCurrentPosition.mock.calls[0]?.[0]({ coords: { latitude: 18, longitude: 73 } } as never)

test.each([
  ['unsupported', undefined, 'Geolocation not supported', 'Please enter your address manually.'],
  [
    'no position',
    null,
    'Unable to detect location',
    'Please check the location permissions of your browser.',
  ],
  ['no geocoder', 503, 'Location detection failed', 'Please enter your address manually.'],
  ['no city there', 404, 'Location detected but incomplete', 'Please enter your city manually.'],
])('each reason why a detection fails has its own message: %s [S8.8]', async (_, status, title, advice) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  getCurrentPosition.mockReset()
  vi.stubGlobal('navigator', status === undefined ? {} : { geolocation: { getCurrentPosition } })
  vi.stubGlobal('fetch', async () => new Response('', { status: status ?? 200 }))
  const detected = detectAddress()
  if (status) found()
  else getCurrentPosition.mock.calls[0]?.[1]?.({ message: 'denied' } as never)
  expect(await detected).toEqual({ found: {}, problem: { title, advice } })
})

test('a detection asks for a precise position within 15 seconds and has its city, state and PIN code [S7.16]', async () => {
  const area = { city: 'Pune', state: 'Maharashtra', pincode: '411001' }
  getCurrentPosition.mockReset()
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  vi.stubGlobal('fetch', async () => Response.json(area))
  const detected = detectAddress()
  found()
  expect(await detected).toMatchObject({ found: area })
  expect(getCurrentPosition.mock.calls[0]?.[2]).toEqual({ timeout: 15_000, enableHighAccuracy: true })
})
