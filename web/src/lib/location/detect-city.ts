import { geocode } from '../resources/geocode'
import { currentPosition } from './position'

/** The search bar's flow (specification, section 7): 10 s, and a position up to 5 minutes old will do. */
const asked = { timeout: 10_000, maximumAge: 5 * 60_000 } satisfies PositionOptions
const lookupTimeout = 10_000

/** @returns the city that the browser is in @throws whatever went wrong on the way */
export async function detectCity(): Promise<string> {
  const { latitude, longitude } = await currentPosition(asked)
  const geocoder = reverseGeocoder()
  const city = geocoder
    ? await askThirdParty(geocoder, latitude, longitude)
    : (await geocode(latitude, longitude)).city
  if (!city) throw new Error('The position lies in no city that is known')
  return city
}

/** The server notes it in the page, where an operator has set one. */
function reverseGeocoder(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="reverse-geocoder"]')?.content
}

async function askThirdParty(geocoder: string, latitude: number, longitude: number): Promise<string> {
  const url = new URL(geocoder)
  url.searchParams.set('latitude', String(latitude))
  url.searchParams.set('longitude', String(longitude))
  url.searchParams.set('localityLanguage', 'en')
  // No cookie and no referrer: it learns a position, not whose.
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(lookupTimeout),
  })
  if (!response.ok) throw new Error(`The reverse geocoder answered ${response.status}`)
  const place: { city?: string; locality?: string } = await response.json()
  return place.city || place.locality || ''
}
