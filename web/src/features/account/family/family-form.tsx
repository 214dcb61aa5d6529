import type { FamilyMemberView } from '@jaanch/account/people/api'
import { istDate } from '@jaanch/contracts/calendar'
import { date, line } from '@jaanch/contracts/http/fields'
import { genders, wizardRelationships } from '@jaanch/contracts/vocabulary'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { FamilyMemberRequest } from '@/features/account/people-calls'
import { looksLikePhone, phoneProblem } from '@/lib/format/phone-check'
import { capitalised } from '@/lib/format/text'
import { checkedText } from '@/lib/forms'
import { Choice } from '@/ui/form-choice'
import { Line } from '@/ui/form-line'
import type { SelectOption } from '@/ui/select'

const texts = {
  name: 'Name',
  nameMissing: 'Please enter a name',
  relationship: 'Relationship',
  selectRelationship: 'Select relationship',
  relationshipMissing: 'Please choose a relationship',
  gender: 'Gender',
  selectGender: 'Select gender',
  noGender: 'Not given',
  genderMissing: 'Please choose a gender',
  dateOfBirth: 'Date of Birth',
  dateWrong: 'Please enter a date',
  phone: 'Phone',
}

const name = checkedText(line(100), texts.nameMissing)

/** Date of birth and phone of a person; both may stay empty. */
export const optionalPersonFields = {
  dateOfBirth: z.string().refine((value) => !value || date.safeParse(value).success, texts.dateWrong),
  phone: z.string().refine((value) => !value.trim() || looksLikePhone(value), phoneProblem),
}

/** The add dialog requires the gender too, which the API does not (specification, section 5). */
export const addFamilyMemberSchema = z.object({
  name,
  relationship: checkedText(z.enum(wizardRelationships), texts.relationshipMissing),
  gender: checkedText(z.enum(genders), texts.genderMissing),
  ...optionalPersonFields,
})

/** The profile requires a name and a relationship, and accepts one that only the add dialog offers. */
export const profileFamilyMemberSchema = z.object({
  name,
  relationship: checkedText(line(40), texts.relationshipMissing),
  gender: z.string(),
  ...optionalPersonFields,
})

export type FamilyForm = z.input<typeof addFamilyMemberSchema>

export const emptyFamilyForm: FamilyForm = {
  name: '',
  relationship: '',
  gender: '',
  dateOfBirth: '',
  phone: '',
}

export function toFamilyForm(member: FamilyMemberView): FamilyForm {
  return {
    name: member.name,
    relationship: member.relationship,
    gender: member.gender ?? '',
    dateOfBirth: member.dateOfBirth ?? '',
    phone: member.phone ?? '',
  }
}

/** Empty optional fields are sent as null, a date as an ISO date. */
export function toFamilyRequest(form: FamilyForm): FamilyMemberRequest {
  return {
    name: form.name,
    relationship: form.relationship as FamilyMemberRequest['relationship'],
    gender: (form.gender || null) as FamilyMemberRequest['gender'],
    dateOfBirth: form.dateOfBirth || null,
    phone: form.phone.trim() || null,
  }
}

type FamilyFieldsProps = {
  form: UseFormReturn<FamilyForm>
  relationships: readonly SelectOption[]
  requiresGender: boolean
}

export const genderOptions = genders.map((value) => ({ value, label: capitalised(value) }))

export function FamilyFields({ form, relationships, requiresGender }: FamilyFieldsProps) {
  const field = { form, texts }
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Line {...field} name="name" maxLength={100} isWide />
      <Choice {...field} name="relationship" options={relationships} placeholder={texts.selectRelationship} />
      <Choice
        {...field}
        name="gender"
        optional={!requiresGender}
        options={genderOptions}
        placeholder={texts.selectGender}
        {...(requiresGender ? {} : { emptyLabel: texts.noGender })}
      />
      <Line {...field} name="dateOfBirth" optional type="date" min="1900-01-01" max={istDate(new Date())} />
      <Line {...field} name="phone" optional type="tel" inputMode="tel" maxLength={32} />
    </div>
  )
}
