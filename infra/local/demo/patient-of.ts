import type { Patient } from '@jaanch/storage/reports'
import type { Customer } from './plan-accounts.ts'

/** Whom a booking is for. @property memberId null: the customer */
export type Booked = {
  customer: Pick<Customer, 'id' | 'name' | 'born' | 'gender' | 'members'>
  memberId: string | null
}

/** @returns the patient as the reports of a booking store it */
export function patientOf({ customer, memberId }: Booked): Patient {
  const member = customer.members.find(({ id }) => id === memberId)
  const { name, born, gender } = member ?? customer
  const relationship = member?.relationship ?? null
  return { name, dateOfBirth: born, sex: gender, relationship, corrected: {} }
}
