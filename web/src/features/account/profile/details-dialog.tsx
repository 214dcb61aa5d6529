import type { UserView } from '@jaanch/account/sessions/api'
import { istDate } from '@jaanch/contracts/calendar'
import { line } from '@jaanch/contracts/http/fields'
import { genders } from '@jaanch/contracts/vocabulary'
import type { QuestionCode } from '@jaanch/report/trends/questions-api'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useDialogCommand } from '@/components/use-command'
import { optionalPersonFields } from '@/features/account/family/family-form'
import { capitalised } from '@/lib/format/text'
import { checkedText, resolverFor } from '@/lib/forms'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { useSession, useUser } from '@/lib/session/session-context'
import { Field } from '@/ui/field'
import { Choice } from '@/ui/form-choice'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'
import { Input } from '@/ui/input'
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
  const field = { form, texts }
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
      <Line {...field} name="name" autoComplete="name" maxLength={100} />
      <Line {...field} name="phone" optional type="tel" inputMode="tel" autoComplete="tel" maxLength={32} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Line
          {...field}
          name="dateOfBirth"
          optional
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={istDate(new Date())}
        />
        <Choice
          {...field}
          name="gender"
          optional
          options={genderOptions}
          placeholder={texts.selectGender}
          emptyLabel={texts.notGiven}
        />
      </div>
      <Field label={texts.email} hint={texts.emailHint}>
        <Input value={email} readOnly className="bg-sunken" />
      </Field>
    </FormDialog>
  )
}

/** Changes the user's own name, phone, date of birth or gender. Call the session's `recheck` to show the change. */
function changeMe(body: OptionsAt<'PUT', '/api/users/me'>['body']): Promise<UserView> {
  return call('PUT', '/api/users/me', { body })
}
