import { placeOfPincode } from './find-place.ts'
import { allPlaces, kmPerDegree, nearestRow } from './read-places.ts'

/** @returns the city of a PIN code (its district, see read-places.ts); undefined for one that is not known */
export function cityOfPincode(pincode: string): string | undefined {
  return placeOfPincode(pincode)?.city
}

/** Whether a PIN code has this city. */
export function isCityOfPincodes(city: string): boolean {
  return allPlaces().all.some((place) => place.city === city)
}

/**
 * The distance between two PIN codes: between their post offices; a code that is not known lies where `areaOfPincode` says.
 * Equirectangular: the error is below 0.5 % within 50 km.
 * @returns km; undefined if it is not known where one of them lies
 */
export function kmBetweenPincodes(one: string, other: string): number | undefined {
  return kmBetween(positionOf(one), positionOf(other))
}

/**
 * The distance from a PIN code to the centre of a city, which is the mean of the positions of its post offices.
 * @param city as `citiesOfPincodes` spells it
 * @returns km, as `kmBetweenPincodes`; undefined if one of them is not known
 */
export function kmToCity(pincode: string, city: string): number | undefined {
  return kmBetween(positionOf(pincode), centreOf(city))
}

type Position = { lat: number; lng: number }

function positionOf(pincode: string): Position | undefined {
  const { lat, lng } = allPlaces()
  const row = nearestRow(pincode)
  return row === undefined ? undefined : { lat: lat[row] as number, lng: lng[row] as number }
}

let centres: ReadonlyMap<string, Position> | undefined

function centreOf(city: string): Position | undefined {
  centres ??= readCentres()
  return centres.get(city)
}

function readCentres(): ReadonlyMap<string, Position> {
  const { all, lat, lng } = allPlaces()
  const mean = (numbers: Float64Array, rows: readonly number[]) =>
    rows.reduce((sum, row) => sum + (numbers[row] as number), 0) / rows.length
  const rowsOf = Map.groupBy(all.keys(), (row) => all[row]?.city ?? '')
  return new Map([...rowsOf].map(([city, rows]) => [city, { lat: mean(lat, rows), lng: mean(lng, rows) }]))
}

function kmBetween(one: Position | undefined, other: Position | undefined): number | undefined {
  if (!one || !other) return undefined
  const longitudeScale = Math.cos((((one.lat + other.lat) / 2) * Math.PI) / 180)
  return Math.hypot(one.lat - other.lat, (one.lng - other.lng) * longitudeScale) * kmPerDegree
}
