import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'

type Lab = Pick<LabPartnerView, 'labName' | 'city' | 'address' | 'pincode'>

/** @returns the labs that match the search, first those of the city, each group sorted by name */
export function rankLabs<L extends Lab>(labs: readonly L[], city: string | null, search: string): L[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return labs
    .filter((lab) => {
      const text = [lab.labName, lab.city, lab.address, lab.pincode].join(' ').toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted(
      (a, b) =>
        Number(isInCity(b, city)) - Number(isInCity(a, city)) || a.labName.localeCompare(b.labName, 'en-IN'),
    )
}

/** Ignores case and spaces: customers type their city ('ahmedabad '). */
export function isInCity(lab: Pick<Lab, 'city'>, city: string | null): boolean {
  return lab.city !== null && city !== null && normalise(lab.city) === normalise(city)
}

function normalise(city: string): string {
  return city.trim().toLowerCase()
}

/** @returns the labs of the ids first, in their order, then the others as they are */
export function inOrderOf<L extends { id: string }>(labs: readonly L[], ids: readonly string[]): L[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: L) => places.get(id) ?? ids.length
  return labs.toSorted((one, other) => placeOf(one) - placeOf(other))
}
