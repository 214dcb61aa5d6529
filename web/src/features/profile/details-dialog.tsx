import { istDate } from '@jaanch/contracts/calendar'
import { line } from '@jaanch/contracts/http/fields'
import type { QuestionCode } from '@jaanch/contracts/http/questions'
import { genders } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { optionalPersonFields } from '@/components/family/family-form'
import { useDialogCommand } from '@/components/use-command'
import { capitalised } from '@/lib/format/text'
import { checkedText, controlOf, resolverFor } from '@/lib/forms'
import { changeMe } from '@/lib/resources/account'
import { useSession, useUser } from '@/lib/session/session-context'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { useIdentityQuestion } from './identity-dialog'
import { details as texts } from './texts'

const detailsSchema = z.object({
  name: checkedText(line(100), texts.nameMissing),
  ...optionalPersonFields,
  gender: z.enum(genders).or(z.literal('')),
})

const genderOptions = genders.map((value) => ({ value, label: capitalised(value) }))

export function DetailsDialog({ onClose }: { onClose: () => void }) {
  const { storedName, phone, email, dateOfBirth, gender } = useUser()
  const { recheck } = useSession()
  const form = useForm<z.output<typeof detailsSchema>>({
    resolver: resolverFor(detailsSchema),
    defaultValues: {
      name: storedName,
      phone: phone ?? '',
      dateOfBirth: dateOfBirth ?? '',
      gender: gender ?? '',
    },
  })
  const { errors } = form.formState
  const identity = useIdentityQuestion()
  const { run, busy } = useDialogCommand({
    ...texts.command,
    async send({
      name,
      phone,
      dateOfBirth,
      gender,
      confirm = [],
    }: z.output<typeof detailsSchema> & { confirm?: QuestionCode[] }) {
      await changeMe({
        confirm,
        ...{ name, phone: phone.trim() || null },
        ...{ dateOfBirth: dateOfBirth || null, gender: gender || null },
      })
      // The shell shows the name too: load the user again.
      await recheck()
    },
    done: onClose,
    onFailure: identity.onFailure,
  })

  const question = identity.dialogOf(busy, (code) => run({ ...form.getValues(), confirm: [code] }))
  if (question) return question
  return (
    <FormDialog
      {...texts.dialog}
      isSubmitting={busy}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
    >
      <Field label={texts.name} error={errors.name?.message}>
        <Input autoComplete="name" maxLength={100} {...form.register('name')} />
      </Field>
      <Field label={texts.phone} optional hint={texts.phoneHint} error={errors.phone?.message}>
        <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={32} {...form.register('phone')} />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={texts.dateOfBirth} optional error={errors.dateOfBirth?.message}>
          <Input
            type="date"
            autoComplete="bday"
            min="1900-01-01"
            max={istDate(new Date())}
            {...form.register('dateOfBirth')}
          />
        </Field>
        <Field label={texts.gender} optional error={errors.gender?.message}>
          <Select
            {...controlOf(form, 'gender')}
            options={genderOptions}
            placeholder={texts.selectGender}
            emptyLabel={texts.notGiven}
          />
        </Field>
      </div>
      <Field label={texts.email} hint={texts.emailHint}>
        <Input value={email} readOnly className="bg-sunken" />
      </Field>
    </FormDialog>
  )
}
