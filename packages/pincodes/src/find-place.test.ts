import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findNearestPlace, placeOfCity, placeOfPincode } from './find-place.ts'

it('a PIN code of the list has a city and a state; one that may be mistyped has none', () => {
  expect(placeOfPincode('395003')).toEqual({ pincode: '395003', city: 'Surat', state: 'Gujarat' })
  expect(placeOfPincode('395999')).toBeUndefined()
})

it('a city is found in any spelling of upper and lower case', () => {
  expect(placeOfCity(' bangalore')).toMatchObject({ city: 'Bangalore', state: 'Karnataka' })
  expect(placeOfCity('Atlantis')).toBeUndefined()
})

/** Points in towns, from maps: latitude, longitude, expected city and state. */
const known: [place: string, lat: number, lng: number, city: string, state: string][] = [
  ['Ahmedabad', 23.0225, 72.5714, 'Ahmedabad', 'Gujarat'],
  ['Bangalore', 12.9716, 77.5946, 'Bangalore', 'Karnataka'],
  ['Whitefield', 12.9698, 77.75, 'Bangalore', 'Karnataka'],
  ['the airport of Bangalore', 13.1986, 77.7066, 'Bangalore', 'Karnataka'],
  ['Chennai, T. Nagar', 13.0418, 80.2341, 'Chennai', 'Tamil Nadu'],
  ['Tambaram', 12.9249, 80.1, 'Chennai', 'Tamil Nadu'],
  ['Connaught Place', 28.6315, 77.2167, 'Delhi', 'Delhi'],
  ['Dwarka', 28.5921, 77.046, 'Delhi', 'Delhi'],
  ['Secunderabad', 17.4399, 78.4983, 'Hyderabad', 'Telangana'],
  ['Gachibowli', 17.4401, 78.3489, 'Hyderabad', 'Telangana'],
  ['Kukatpally', 17.4948, 78.3996, 'Hyderabad', 'Telangana'],
  ['Jadavpur', 22.4955, 88.3709, 'Kolkata', 'West Bengal'],
  ['Salt Lake', 22.5867, 88.4171, 'Kolkata', 'West Bengal'],
  ['Andheri', 19.1197, 72.8468, 'Mumbai', 'Maharashtra'],
  ['Fort', 18.9337, 72.8362, 'Mumbai', 'Maharashtra'],
  ['Pune', 18.5204, 73.8567, 'Pune', 'Maharashtra'],
  ['Surat', 21.1702, 72.8311, 'Surat', 'Gujarat'],
  ['Jaipur', 26.9124, 75.7873, 'Jaipur', 'Rajasthan'],
  ['Gurugram', 28.4595, 77.0266, 'Gurugram', 'Haryana'],
  ['Noida', 28.5355, 77.391, 'Noida', 'Uttar Pradesh'],
  ['Thane', 19.2183, 72.9781, 'Thane', 'Maharashtra'],
  ['Howrah', 22.5958, 88.2636, 'Howrah', 'West Bengal'],
  ['GIFT City', 23.162, 72.684, 'Gandhinagar', 'Gujarat'],
  ['Vadodara', 22.3072, 73.1812, 'Vadodara', 'Gujarat'],
  ['Rajkot', 22.3039, 70.8022, 'Rajkot', 'Gujarat'],
  ['Udaipur', 24.5854, 73.7125, 'Udaipur', 'Rajasthan'],
  ['Jaisalmer', 26.9157, 70.9083, 'Jaisalmer', 'Rajasthan'],
  ['Indore', 22.7196, 75.8577, 'Indore', 'Madhya Pradesh'],
  ['Bhopal', 23.2599, 77.4126, 'Bhopal', 'Madhya Pradesh'],
  ['Nagpur', 21.1458, 79.0882, 'Nagpur', 'Maharashtra'],
  ['Raipur', 21.2514, 81.6296, 'Raipur', 'Chhattisgarh'],
  ['Lucknow', 26.8467, 80.9462, 'Lucknow', 'Uttar Pradesh'],
  ['Kanpur', 26.4499, 80.3319, 'Kanpur', 'Uttar Pradesh'],
  ['Varanasi', 25.3176, 82.9739, 'Varanasi', 'Uttar Pradesh'],
  ['Patna', 25.5941, 85.1376, 'Patna', 'Bihar'],
  ['Ranchi', 23.3441, 85.3096, 'Ranchi', 'Jharkhand'],
  ['Guwahati', 26.1445, 91.7362, 'Guwahati', 'Assam'],
  ['Agartala', 23.8315, 91.2868, 'West Tripura', 'Tripura'],
  ['Imphal', 24.817, 93.9368, 'Imphal', 'Manipur'],
  ['Gangtok', 27.3389, 88.6065, 'Gangtok', 'Sikkim'],
  ['Bhubaneswar', 20.2961, 85.8245, 'Khordha', 'Odisha'],
  ['Visakhapatnam', 17.6868, 83.2185, 'Visakhapatnam', 'Andhra Pradesh'],
  ['Vijayawada', 16.5062, 80.648, 'Vijayawada', 'Andhra Pradesh'],
  ['Coimbatore', 11.0168, 76.9558, 'Coimbatore', 'Tamil Nadu'],
  ['Madurai', 9.9252, 78.1198, 'Madurai', 'Tamil Nadu'],
  ['Thiruvananthapuram', 8.5241, 76.9366, 'Thiruvananthapuram', 'Kerala'],
  ['Kochi', 9.9312, 76.2673, 'Ernakulam', 'Kerala'],
  ['Puducherry', 11.9416, 79.8083, 'Puducherry', 'Puducherry'],
  ['Amritsar', 31.634, 74.8723, 'Amritsar', 'Punjab'],
  ['Chandigarh', 30.7333, 76.7794, 'Chandigarh', 'Chandigarh'],
  ['Shimla', 31.1048, 77.1734, 'Shimla', 'Himachal Pradesh'],
  ['Dehradun', 30.3165, 78.0322, 'Dehradun', 'Uttarakhand'],
  ['Srinagar', 34.0837, 74.7973, 'Srinagar', 'Jammu and Kashmir'],
  ['Leh', 34.1526, 77.5771, 'Leh', 'Ladakh'],
  ['Port Blair', 11.6234, 92.7265, 'South Andaman', 'Andaman and Nicobar Islands'],
  ['Kavaratti', 10.5669, 72.642, 'Kavaratti', 'Lakshadweep'],
]

describe('the nearest place', () => {
  it.each(known)('to %s (%d, %d) is in %s, %s', (_, lat, lng, city, state) => {
    expect(findNearestPlace(lat, lng)).toMatchObject({
      city,
      state,
      pincode: expect.stringMatching(/^[1-9]\d{5}$/),
    })
  })

  it.each([
    ['the Arabian Sea', 15, 68],
    ['the Bay of Bengal', 15, 88],
    ['Dhaka', 23.8103, 90.4125],
    ['Chittagong', 22.3569, 91.7832],
    ['Kathmandu', 27.7172, 85.324],
    ['Thimphu', 27.4728, 89.639],
    ['Colombo', 6.9271, 79.8612],
    ['Jaffna', 9.6615, 80.0255],
    ['Karachi', 24.8607, 67.0011],
    ['Islamabad', 33.6844, 73.0479],
    ['Mandalay', 21.9588, 96.0891],
    ['London', 51.5074, -0.1278],
    ['the North Pole', 90, 0],
    ['where the antimeridian is', 20, -180],
  ])('to %s does not exist within 50 km', (_, lat, lng) => {
    expect(findNearestPlace(lat, lng)).toBeUndefined()
  })

  it('to a foreign city near the border is an Indian one within 50 km', () => {
    expect(findNearestPlace(31.5497, 74.3436), 'Lahore').toMatchObject({ city: 'Amritsar' })
  })

  it('is the nearest on the sphere, with an error below half a percent', () => {
    const lines = readFileSync(new URL('pincodes.csv', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
    const offices = lines.map((line) => line.split(','))
    const distances = new Map<string, number>()
    for (const [lat, lng] of scattered(150)) {
      distances.clear()
      for (const [pincode = '', , , north, east] of offices) {
        distances.set(pincode, kmOnSphere(lat, lng, Number(north), Number(east)))
      }
      const least = Math.min(...distances.values())
      const found = findNearestPlace(lat, lng)
      if (found) expect(distances.get(found.pincode)).toBeLessThanOrEqual(least * 1.005)
      else expect(least).toBeGreaterThan(49.7)
    }
  })
})

/** Points in and around India, the same in each run. */
function scattered(count: number): [number, number][] {
  return Array.from({ length: count }, (_, n) => [
    6 + ((n * 0.618_034) % 1) * 31,
    67 + ((n * 0.414_214) % 1) * 31,
  ])
}

/** The haversine formula; a sphere of 6,371 km. */
function kmOnSphere(lat: number, lng: number, otherLat: number, otherLng: number): number {
  const [from, to] = [(lat * Math.PI) / 180, (otherLat * Math.PI) / 180]
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2
  const square = half(otherLat - lat) + Math.cos(from) * Math.cos(to) * half(otherLng - lng)
  return 2 * 6_371 * Math.asin(Math.sqrt(square))
}
