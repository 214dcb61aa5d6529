import { istDate } from '@jaanch/contracts/calendar'
import { genders } from '@jaanch/contracts/vocabulary'
import type { UseFormReturn } from 'react-hook-form'
import { capitalised } from '@/lib/format/text'
import { controlOf } from '@/lib/forms'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select, type SelectOption } from '@/ui/select'
import type { FamilyForm } from './family-form'
import { fields as texts } from './texts'

type FamilyFieldsProps = {
  form: UseFormReturn<FamilyForm>
  relationships: readonly SelectOption[]
  requiresGender: boolean
}

const genderOptions = genders.map((value) => ({ value, label: capitalised(value) }))

export function FamilyFields({ form, relationships, requiresGender }: FamilyFieldsProps) {
  const { errors } = form.formState
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label={texts.name} error={errors.name?.message} className="sm:col-span-2">
        <Input autoComplete="off" maxLength={100} {...form.register('name')} />
      </Field>
      <Field label={texts.relationship} error={errors.relationship?.message}>
        <Select
          {...controlOf(form, 'relationship')}
          options={relationships}
          placeholder={texts.selectRelationship}
        />
      </Field>
      <Field label={texts.gender} optional={!requiresGender} error={errors.gender?.message}>
        <Select
          {...controlOf(form, 'gender')}
          options={genderOptions}
          placeholder={texts.selectGender}
          {...(requiresGender ? {} : { emptyLabel: texts.noGender })}
        />
      </Field>
      <Field label={texts.dateOfBirth} optional error={errors.dateOfBirth?.message}>
        <Input type="date" min="1900-01-01" max={istDate(new Date())} {...form.register('dateOfBirth')} />
      </Field>
      <Field label={texts.phone} optional error={errors.phone?.message}>
        <Input type="tel" inputMode="tel" autoComplete="off" maxLength={32} {...form.register('phone')} />
      </Field>
    </div>
  )
}
