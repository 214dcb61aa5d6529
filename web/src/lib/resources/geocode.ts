import { call } from '../http/call'

/** @returns city, state and PIN code of a position; 404 where no city is near */
export function geocode(lat: number, lng: number) {
  return call('GET', '/api/geocode', { query: { lat, lng } })
}
