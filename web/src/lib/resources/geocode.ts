import { call } from '../http/call'

/** @returns city, state and PIN code of a position; rejects with 404 if there is no city nearby */
export function geocode(lat: number, lng: number) {
  return call('GET', '/api/geocode', { query: { lat, lng } })
}
