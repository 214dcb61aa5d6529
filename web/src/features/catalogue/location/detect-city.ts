import { geocode } from './geocode-calls'

/** For the search bar (specification, section 7): 10 s, and a position of the last 5 minutes is accepted. */
const positionOptions = { timeout: 10_000, maximumAge: 5 * 60_000 } satisfies PositionOptions
const lookupTimeoutMs = 10_000

/** @returns the city of the browser's position @throws if the position or the city can't be found */
export async function detectCity(): Promise<string> {
  const { latitude, longitude } = await currentPosition(positionOptions)
  const geocoder = externalGeocoderUrl()
  const city = geocoder
    ? await queryExternalGeocoder(geocoder, latitude, longitude)
    : (await geocode(latitude, longitude)).city
  if (!city) throw new Error('There is no city at this position')
  return city
}

/** The server writes it into the page if an operator has configured one. */
function externalGeocoderUrl(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="reverse-geocoder"]')?.content
}

async function queryExternalGeocoder(geocoder: string, latitude: number, longitude: number): Promise<string> {
  const url = new URL(geocoder)
  url.searchParams.set('latitude', String(latitude))
  url.searchParams.set('longitude', String(longitude))
  url.searchParams.set('localityLanguage', 'en')
  // Without cookies and referrer: the service must not learn whose position it is.
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(lookupTimeoutMs),
  })
  if (!response.ok) throw new Error(`The reverse geocoder answered ${response.status}`)
  const place: { city?: string; locality?: string } = await response.json()
  return place.city || place.locality || ''
}

/** The browser has no geolocation. */
export class GeolocationUnsupported extends Error {
  override name = 'GeolocationUnsupported'
}

/** The browser has geolocation but no position: not allowed, no signal, or timed out. */
export class PositionUnavailable extends Error {
  override name = 'PositionUnavailable'
}

/**
 * Requests the browser's position.
 *
 * @param options times in ms
 * @throws GeolocationUnsupported, PositionUnavailable
 */
export function currentPosition(options: PositionOptions): Promise<GeolocationCoordinates> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new GeolocationUnsupported())
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      ({ message }) => reject(new PositionUnavailable(message)),
      options,
    )
  })
}
