/** Finds the city of a position, PIN code or name without a third-party service: no position leaves the server. */
import { AppError } from '@jaanch/contracts/errors'
import { kmToCity } from '@jaanch/pincodes/distance'
import { findNearestPlace } from '@jaanch/pincodes/find-nearest-place'
import { placeOfCity, placeOfPincode } from '@jaanch/pincodes/find-place'
import { serveCall } from '@jaanch/platform/http/served'
import { geocodeCalls } from './api.ts'

/** A collector drives no further in two hours, as in `limited-areas.ts` */
const servedWithinKm = 60

export const geocode = serveCall(geocodeCalls.geocode, async ({ query }) => {
  const place = findNearestPlace(query.lat, query.lng)
  if (!place) throw new AppError('not-found', 'There is no city here that we serve.')
  return place
})

export const findArea = serveCall(geocodeCalls.findArea, async ({ query }, { nearbyLabs }) => {
  const place = query.pincode === undefined ? placeOfCity(query.city ?? '') : placeOfPincode(query.pincode)
  if (!place) throw new AppError('not-found', 'This place is not known.')
  const { pincode, city, state } = place
  const cities = await nearbyLabs.cities()
  const isNear = (other: string) => (kmToCity(pincode, other) ?? servedWithinKm + 1) <= servedWithinKm
  return { city, state, isServed: cities.length === 0 || cities.includes(city) || cities.some(isNear) }
})
