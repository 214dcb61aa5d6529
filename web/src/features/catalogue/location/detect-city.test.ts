import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { detectCity } from './detect-city'

const fetchMock = mockFetch()
const position = { coords: { latitude: 18.52, longitude: 73.85 } } as GeolocationPosition

function stubGeolocation(
  getCurrentPosition: (found: PositionCallback, failed: PositionErrorCallback, options?: object) => void,
) {
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
}

function respond(body: unknown, status = 200) {
  fetchMock.mockResolvedValue(new Response(JSON.stringify(body), { status }))
}

beforeEach(() => {
  stubGeolocation((found) => found(position))
})

afterEach(() => {
  document.head.replaceChildren()
})

function configureExternalGeocoder(url: string) {
  const meta = document.createElement('meta')
  meta.name = 'reverse-geocoder'
  meta.content = url
  document.head.append(meta)
}

it('the city of the browser is requested from the configured geocoder with latitude, longitude and English, and without cookies [S7.15]', async () => {
  configureExternalGeocoder('https://geo.example/reverse?key=k1')
  respond({ city: 'Pune', locality: 'Shivajinagar' })
  expect(await detectCity()).toBe('Pune')
  const [url, init] = fetchMock.mock.calls[0] ?? []
  expect(String(url)).toBe(
    'https://geo.example/reverse?key=k1&latitude=18.52&longitude=73.85&localityLanguage=en',
  )
  expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  expect(init?.method ?? 'GET').toBe('GET')
})

it('the city of the browser is the locality if there is no city [S7.15]', async () => {
  configureExternalGeocoder('https://geo.example/reverse')
  respond({ city: '', locality: 'Lonavala' })
  expect(await detectCity()).toBe('Lonavala')
})

it('the city of the browser is requested from the API if no geocoder is configured, at a position up to five minutes old, found in ten seconds [S7.16]', async () => {
  const asked: unknown[] = []
  stubGeolocation((found, _failed, options) => {
    asked.push(options)
    found(position)
  })
  respond({ city: 'Pune', state: 'Maharashtra', pincode: '411001' })
  expect(await detectCity()).toBe('Pune')
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/geocode?lat=18.52&lng=73.85')
  expect(asked).toEqual([{ timeout: 10_000, maximumAge: 300_000 }])
})

it('the city of the browser is not found without a city, without a response and without a position', async () => {
  configureExternalGeocoder('https://geo.example/reverse')
  respond({})
  await expect(detectCity()).rejects.toThrow('no city')
  respond({}, 500)
  await expect(detectCity()).rejects.toThrow('500')
  stubGeolocation((_found, failed) => failed({ message: 'Timeout expired' } as GeolocationPositionError))
  await expect(detectCity()).rejects.toThrow('Timeout expired')
  vi.stubGlobal('navigator', {})
  await expect(detectCity()).rejects.toMatchObject({ name: 'GeolocationUnsupported' })
})
