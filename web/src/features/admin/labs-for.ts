import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'

type Lab = Pick<LabPartnerView, 'labName' | 'city' | 'address' | 'pincode'>

/** @returns the labs that match a text, those of the city first, each group by name */
export function labsFor<L extends Lab>(labs: readonly L[], city: string | null, text: string): L[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return labs
    .filter((lab) => {
      const about = [lab.labName, lab.city, lab.address, lab.pincode].join(' ').toLowerCase()
      return words.every((word) => about.includes(word))
    })
    .toSorted(
      (a, b) =>
        Number(isNear(b, city)) - Number(isNear(a, city)) || a.labName.localeCompare(b.labName, 'en-IN'),
    )
}

/** Customers type their city by hand: 'ahmedabad ' is Ahmedabad. */
export function isNear(lab: Pick<Lab, 'city'>, city: string | null): boolean {
  return lab.city !== null && city !== null && plain(lab.city) === plain(city)
}

function plain(city: string): string {
  return city.trim().toLowerCase()
}
