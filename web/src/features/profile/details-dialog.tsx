import { istDate } from '@jaanch/contracts/calendar'
import { text } from '@jaanch/contracts/http/fields'
import { genders } from '@jaanch/contracts/vocabulary'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { optionalPersonFields } from '@/components/family/family-form'
import { useDialogFailure } from '@/components/toast-failure'
import { capitalised } from '@/lib/format/text'
import { checkedText, resolverFor } from '@/lib/forms'
import { changeMe } from '@/lib/resources/users'
import { useSession, useUser } from '@/lib/session/session-context'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'

const detailsSchema = z.object({
  name: checkedText(text(100), 'Please enter your name'),
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
  const { errors, isSubmitting } = form.formState
  const showFailure = useDialogFailure()

  async function save(values: z.output<typeof detailsSchema>) {
    try {
      await changeMe({
        name: values.name,
        phone: values.phone.trim() || null,
        dateOfBirth: values.dateOfBirth || null,
        gender: values.gender || null,
      })
      // The shell shows the name too: load the user again.
      await recheck()
      onClose()
      toast.success('Details saved')
    } catch (error) {
      const repeat = () => void form.handleSubmit(() => save(values))()
      showFailure('Failed to save your details', error, { repeat })
    }
  }

  return (
    <FormDialog
      title="Edit Details"
      submitLabel="Save"
      isSubmitting={isSubmitting}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
    >
      <Field label="Full Name" error={errors.name?.message}>
        <Input autoComplete="name" maxLength={100} {...form.register('name')} />
      </Field>
      <Field label="Phone" optional hint="For messages by SMS." error={errors.phone?.message}>
        <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={32} {...form.register('phone')} />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Date of Birth" optional error={errors.dateOfBirth?.message}>
          <Input
            type="date"
            autoComplete="bday"
            min="1900-01-01"
            max={istDate(new Date())}
            {...form.register('dateOfBirth')}
          />
        </Field>
        <Controller
          control={form.control}
          name="gender"
          render={({ field }) => (
            <Field label="Gender" optional error={errors.gender?.message}>
              <Select {...field} options={genderOptions} placeholder="Select gender" emptyLabel="Not given" />
            </Field>
          )}
        />
      </div>
      <Field label="Email" hint="You sign in with it; it can't be changed here.">
        <Input value={email} readOnly className="bg-sunken" />
      </Field>
    </FormDialog>
  )
}
