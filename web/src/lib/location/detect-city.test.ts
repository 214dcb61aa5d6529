import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { detectCity } from './detect-city'

const fetched = vi.fn<typeof fetch>()
const position = { coords: { latitude: 18.52, longitude: 73.85 } } as GeolocationPosition

function locate(how: (found: PositionCallback, failed: PositionErrorCallback) => void) {
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: how } })
}

function answer(body: unknown, status = 200) {
  fetched.mockResolvedValue(new Response(JSON.stringify(body), { status }))
}

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  locate((found) => found(position))
})
afterEach(() => {
  document.head.replaceChildren()
  vi.unstubAllGlobals()
})

function thirdParty(url: string) {
  const note = document.createElement('meta')
  note.name = 'reverse-geocoder'
  note.content = url
  document.head.append(note)
}

test('asks the third party that the page names: latitude, longitude and English, and no cookies', async () => {
  thirdParty('https://geo.example/reverse?key=k1')
  answer({ city: 'Pune', locality: 'Shivajinagar' })
  expect(await detectCity()).toBe('Pune')
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(String(url)).toBe(
    'https://geo.example/reverse?key=k1&latitude=18.52&longitude=73.85&localityLanguage=en',
  )
  expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  expect(init?.method ?? 'GET').toBe('GET')
})

test('reads the locality where there is no city', async () => {
  thirdParty('https://geo.example/reverse')
  answer({ city: '', locality: 'Lonavala' })
  expect(await detectCity()).toBe('Lonavala')
})

test('asks our own geocoder where no other is named', async () => {
  answer({ city: 'Pune', state: 'Maharashtra', pincode: '411001' })
  expect(await detectCity()).toBe('Pune')
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/geocode?lat=18.52&lng=73.85')
})

test('fails where nobody knows: no city, no answer, no position', async () => {
  thirdParty('https://geo.example/reverse')
  answer({})
  await expect(detectCity()).rejects.toThrow('no city')
  answer({}, 500)
  await expect(detectCity()).rejects.toThrow('500')
  locate((_found, failed) => failed({ message: 'Timeout expired' } as GeolocationPositionError))
  await expect(detectCity()).rejects.toThrow('Timeout expired')
  vi.stubGlobal('navigator', {})
  await expect(detectCity()).rejects.toMatchObject({ name: 'GeolocationUnsupported' })
})
