import { readFileSync } from 'node:fs'

export type Place = { pincode: string; city: string; state: string }

type Places = {
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

/** Of latitude, and of longitude at the equator */
export const kmPerDegree = 111.195

let places: Places | undefined

/** Read on first use: it takes 30 ms on a busy machine, which would delay the start of a process. */
export function allPlaces(): Places {
  places ??= readPlaces()
  return places
}
