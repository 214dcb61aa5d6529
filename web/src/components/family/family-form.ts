import { familyMemberInput } from '@jaanch/contracts/http/people'
import { genders, wizardRelationships } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import type { FamilyMemberRequest } from '@/lib/api/people'

const { name, dateOfBirth, phone } = familyMemberInput.shape

/** The wizard's dialog asks for more than the API: the gender too. */
export const familyForm = z.object({
  name: checked(name, 'Please enter a name'),
  relationship: checked(z.enum(wizardRelationships), 'Please choose a relationship'),
  gender: checked(z.enum(genders), 'Please choose a gender'),
  dateOfBirth: checked(dateOfBirth, 'Please enter a date'),
  phone: checked(phone, 'Please enter a valid phone number'),
})
export type FamilyForm = z.input<typeof familyForm>

/** Optional fields left empty travel as null; a date as an ISO date. */
export function familyRequest(form: FamilyForm): FamilyMemberRequest {
  return {
    name: form.name,
    relationship: form.relationship as FamilyMemberRequest['relationship'],
    gender: form.gender,
    dateOfBirth: form.dateOfBirth || null,
    phone: form.phone || null,
  }
}

/** The contract's rule on what is typed; the value stays as typed, the API normalises it. */
function checked(schema: z.ZodType, message: string) {
  return z.string().refine((value) => schema.safeParse(value).success, message)
}
