import { date, text } from '@jaanch/contracts/http/fields'
import type { FamilyMemberView } from '@jaanch/contracts/http/people'
import { genders, wizardRelationships } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import type { FamilyMemberRequest } from '@/lib/api/people'
import { looksLikePhone, phoneProblem } from '@/lib/phone'

const name = checked(text(100), 'Please enter a name')
const optional = {
  dateOfBirth: z.string().refine((value) => !value || date.safeParse(value).success, 'Please enter a date'),
  phone: z.string().refine((value) => !value.trim() || looksLikePhone(value), phoneProblem),
}

/** The add dialog asks for more than the API: the gender too (specification, section 5). */
export const addForm = z.object({
  name,
  relationship: checked(z.enum(wizardRelationships), 'Please choose a relationship'),
  gender: checked(z.enum(genders), 'Please choose a gender'),
  ...optional,
})

/** The profile's form requires a name and a relationship; it keeps one that the add dialog gave. */
export const profileForm = z.object({
  name,
  relationship: checked(text(40), 'Please choose a relationship'),
  gender: z.string(),
  ...optional,
})

export type FamilyForm = z.input<typeof addForm>

export const emptyForm: FamilyForm = { name: '', relationship: '', gender: '', dateOfBirth: '', phone: '' }

export function formOf(member: FamilyMemberView): FamilyForm {
  return {
    name: member.name,
    relationship: member.relationship,
    gender: member.gender ?? '',
    dateOfBirth: member.dateOfBirth ?? '',
    phone: member.phone ?? '',
  }
}

/** Optional fields left empty travel as null; a date as an ISO date. */
export function familyRequest(form: FamilyForm): FamilyMemberRequest {
  return {
    name: form.name,
    relationship: form.relationship as FamilyMemberRequest['relationship'],
    gender: (form.gender || null) as FamilyMemberRequest['gender'],
    dateOfBirth: form.dateOfBirth || null,
    phone: form.phone.trim() || null,
  }
}

/** The contract's rule on what is typed; the value stays as typed, the API normalises it. */
function checked(schema: z.ZodType, message: string) {
  return z.string().refine((value) => schema.safeParse(value).success, message)
}
