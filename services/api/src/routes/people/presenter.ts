import { ageOn, istDate } from '@jaanch/contracts/calendar'
import type { AddressView, FamilyMemberView } from '@jaanch/contracts/http/people'
import { addressLabels, genders } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

export const familyMemberRow = z.object({
  id: z.uuid(),
  name: z.string(),
  relationship: z.string(),
  date_of_birth: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  phone: z.string().nullable(),
})

export function presentFamilyMember(row: z.output<typeof familyMemberRow>, now: Date): FamilyMemberView {
  return {
    id: row.id,
    name: row.name,
    relationship: row.relationship,
    dateOfBirth: row.date_of_birth,
    gender: row.gender,
    phone: row.phone,
    age: row.date_of_birth === null ? null : ageOn(row.date_of_birth, istDate(now)),
  }
}

export const addressRow = z.object({
  id: z.uuid(),
  label: z.enum(addressLabels),
  address_line1: z.string(),
  address_line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  landmark: z.string().nullable(),
  phone: z.string(),
})

export function presentAddress(row: z.output<typeof addressRow>): AddressView {
  return {
    id: row.id,
    label: row.label,
    addressLine1: row.address_line1,
    addressLine2: row.address_line2,
    city: row.city,
    state: row.state,
    pincode: row.pincode,
    landmark: row.landmark,
    phone: row.phone,
  }
}
