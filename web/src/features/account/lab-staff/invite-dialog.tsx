import { labStaffCalls } from '@jaanch/account/lab-staff/api'
import type { LabStaffRole } from '@jaanch/contracts/staff-roles'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { refusedAt, useFormCommand } from '@/components/use-command'
import { checkedText, resolverFor } from '@/lib/forms'
import { Choice } from '@/ui/form-choice'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'
import { toast } from '@/ui/toast-store'
import { invitePerson } from './calls'
import { roleChoices, invite as texts } from './texts'

const { name, email, labRole } = labStaffCalls.inviteLabPerson.body.shape
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
  const field = { form, texts }
  const submit = useFormCommand(form, {
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
    <FormDialog {...texts.dialog} {...submit} onClose={onClose}>
      <Line {...field} name="name" maxLength={100} />
      <Line {...field} name="email" type="email" maxLength={254} />
      <Choice {...field} name="labRole" options={roleChoices} placeholder={texts.chooseRole} />
    </FormDialog>
  )
}
