import { labStaffRoutes } from '@jaanch/contracts/http/lab-staff'
import type { LabStaffRole } from '@jaanch/contracts/staff-roles'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { refusedAt, useDialogCommand } from '@/components/use-command'
import { checkedText, controlOf, resolverFor } from '@/lib/forms'
import { invitePerson } from '@/lib/resources/lab'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { roleChoices, invite as texts } from './texts'

const { name, email, labRole } = labStaffRoutes.inviteLabPerson.body.shape
const schema = z.object({
  name: checkedText(name, texts.nameMissing),
  email: checkedText(email, texts.emailWrong),
  labRole: checkedText(labRole, texts.roleMissing),
})

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: resolverFor(schema),
    defaultValues: { name: '', email: '', labRole: '' },
  })
  const { errors } = form.formState
  const { run, busy } = useDialogCommand({
    send: (values: z.output<typeof schema>) =>
      invitePerson({ ...values, labRole: values.labRole as LabStaffRole }),
    done(person) {
      toast.success(texts.succeeded, person.email)
      onClose()
    },
    failed: texts.failed,
    onFailure: refusedAt(form, 'email', 'email-taken'),
  })
  return (
    <FormDialog
      {...texts.dialog}
      isSubmitting={busy}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
    >
      <Field label={texts.name} error={errors.name?.message}>
        <Input autoComplete="off" maxLength={100} {...form.register('name')} />
      </Field>
      <Field label={texts.email} error={errors.email?.message}>
        <Input type="email" autoComplete="off" maxLength={254} {...form.register('email')} />
      </Field>
      <Field label={texts.role} error={errors.labRole?.message}>
        <Select {...controlOf(form, 'labRole')} options={roleChoices} placeholder={texts.chooseRole} />
      </Field>
    </FormDialog>
  )
}
