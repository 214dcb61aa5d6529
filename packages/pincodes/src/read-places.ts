import { readFileSync } from 'node:fs'

export type Place = { pincode: string; city: string; state: string }

type Places = {
  /** In the order of their PIN codes */
  all: readonly Place[]
  /** Degrees, in the order of `all` */
  lat: Float64Array
  lng: Float64Array
  /** PIN code → place in `all` */
  rows: ReadonlyMap<string, number>
}

/**
 * 19,432 PIN codes with the position of their post office to three decimals (100 m): pincode, city, state, lat, lng. Made
 * from India Post's and GeoNames' data (NOTICE), without 16 rows that lay in the middle of another state and that three
 * sources did not agree on; Agartala and Jaisalmer were corrected and Kavaratti was added by hand. `city` is the district in
 * its usual spelling. Exceptions, mostly for the cities that Jaanch offers:
 *
 *  - Delhi for all districts of that state; Mumbai for Mumbai and Mumbai Suburban; Bangalore for Bengaluru Urban and Rural;
 *    Ahmedabad for Ahmadabad; Chennai, Hyderabad, Kolkata, Pune, Surat and Jaipur for the districts of that name
 *  - post offices of neighbouring districts that the city has grown into: Hyderabad up to 30 km from its
 *    centre in Ranga Reddy and Medchal, Chennai up to 30 km in Chengalpattu and Kanchipuram and 25 in Thiruvallur, Kolkata
 *    up to 20 km in North and 15 in South 24 Parganas
 *  - towns whose district is named after a person or a direction: Vijayawada (NTR), Noida (Gautam Buddha Nagar), Mohali
 *    (S.A.S. Nagar), Gangtok, Imphal; and Kanpur and Guwahati (Kanpur Nagar, Kamrup Metro)
 */
function readPlaces(): Places {
  const lines = readFileSync(new URL('pincodes.csv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const all: Place[] = []
  const rows = new Map<string, number>()
  const lat = new Float64Array(lines.length)
  const lng = new Float64Array(lines.length)
  for (const [row, line] of lines.entries()) {
    const [pincode = '', city = '', state = '', north, east] = line.split(',')
    all.push({ pincode, city, state })
    rows.set(pincode, row)
    lat[row] = Number(north)
    lng[row] = Number(east)
  }
  return { all, lat, lng, rows }
}

/** A degree of latitude, or of longitude at the equator, in km */
export const kmPerDegree = 111.195

let places: Places | undefined

/** Read on first use: it takes 30 ms on a busy machine, which would delay the start of a process. */
export function allPlaces(): Places {
  places ??= readPlaces()
  return places
}

const pincodePattern = /^[1-9]\d{5}$/
/** India Post's sorting districts: codes that differ in these digits may be far apart */
const leastCommonDigits = 3

/**
 * @returns where a PIN code is in `all`; for one that is not there, the code with which it has the most first digits in common, the
 * nearest number of these. undefined if none has the same first three
 */
export function nearestRow(pincode: string): number | undefined {
  const { all, rows } = allPlaces()
  const known = rows.get(pincode)
  if (known !== undefined || !pincodePattern.test(pincode)) return known
  // the list is in order, so the code with the longest common beginning is a neighbour
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle] as Place).pincode < pincode) low = middle + 1
    else high = middle
  }
  const [nearest] = [low - 1, low]
    .flatMap((row) => {
      const other = all[row]?.pincode
      const digits = other === undefined ? 0 : commonDigits(other, pincode)
      return digits < leastCommonDigits
        ? []
        : [{ row, digits, away: Math.abs(Number(other) - Number(pincode)) }]
    })
    .sort((one, other) => other.digits - one.digits || one.away - other.away)
  return nearest?.row
}

/** @returns how many digits two codes have in common from the first one on */
function commonDigits(one: string, other: string): number {
  let digits = 0
  while (digits < one.length && one[digits] === other[digits]) digits += 1
  return digits
}

/** The area of a visit, as labs declare areas: a PIN code of the list, and its city */
export type Area = { pincode: string; city: string }

/**
 * The area that a PIN code is in: the one answer for slots that are shown, held and booked, and for the labs that are ranked. A code
 * that the list lacks is in the area of the known code nearest to it (`nearestRow`), so that nobody evades a limit with it.
 * @returns the code itself with the city '', which no lab can declare, if no known code begins with its three digits
 */
export function areaOfPincode(pincode: string): Area {
  const row = nearestRow(pincode)
  const place = row === undefined ? undefined : allPlaces().all[row]
  return place ? { pincode: place.pincode, city: place.city } : { pincode, city: '' }
}
