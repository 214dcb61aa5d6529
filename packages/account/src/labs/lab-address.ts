import type { LabPartnerView } from './api.ts'

/** The recorded location of a lab: the address as the lab wrote it, the others as an admin recorded them */
export type LabAddress = Pick<LabPartnerView, 'address' | 'city' | 'state' | 'pincode'>

/**
 * @returns the address in one line, with the recorded city, state and PIN code if the address does not have them already: most labs
 * write `12 Ashram Road, Ahmedabad 380009`
 */
export function labAddressText({ address, city, state, pincode }: LabAddress): string {
  const written = address.trim().replace(/[\s,]+$/, '')
  const parts = partsOf(written)
  const missing = (name: string | null) => (name && !parts.some((part) => endsWith(part, name)) ? name : null)
  const hasPincode = pincode && pincodesIn(written).includes(pincode)
  const region = [missing(state), hasPincode ? null : pincode].filter(Boolean).join(' ')
  return [written, missing(city), region].filter(Boolean).join(', ')
}

function pincodesIn(text: string): string[] {
  return [...text.matchAll(/(?<!\d)(\d{3})[ -]?(\d{3})(?!\d)/g)].map(([, first, rest]) => `${first}${rest}`)
}

/** A city's name within a part is that of a street or station: only at its end does it say where the lab is. */
function partsOf(address: string): string[] {
  return address
    .replace(/[\s(–-]*(?<!\d)\d{3}[ -]?\d{3}(?!\d)\)?/g, '')
    .split(/[,;()\n]/)
    .map((part) => part.replace(/[\s.()–-]+$/, ''))
}

function endsWith(part: string, name: string): boolean {
  const [whole, end] = [part, name.trim()].map((text) => text.toLowerCase().normalize('NFC')) as [
    string,
    string,
  ]
  return whole.endsWith(end) && !/[\p{L}\p{N}]$/u.test(whole.slice(0, -end.length))
}
