import { type LabPersonView, labStaffCalls } from '@jaanch/account/lab-staff/api'
import type { LabStaffRole } from '@jaanch/contracts/staff-roles'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { refusedAt, useDialogCommand, useFormCommand } from '@/components/use-command'
import { useCollectors } from '@/features/collection/collectors/calls'
import { CollectorChoice } from '@/features/collection/collectors/collector-dialogs'
import { checkedText, resolverFor } from '@/lib/forms'
import { Choice } from '@/ui/form-choice'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'
import { toast } from '@/ui/toast-store'
import { changePerson, invitePerson } from './calls'
import { roleChoices, texts } from './texts'

const { name, email, labRole } = labStaffCalls.inviteLabPerson.body.shape

const schema = z.object({
  name: checkedText(name, texts.invite.nameMissing),
  email: checkedText(email, texts.invite.emailWrong),
  labRole: checkedText(labRole, texts.invite.roleMissing),
})

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: resolverFor(schema),
    defaultValues: { name: '', email: '', labRole: '' },
  })
  const field = { form, texts: texts.invite }
  const submit = useFormCommand(form, {
    send: (values: z.output<typeof schema>) =>
      invitePerson({ ...values, labRole: values.labRole as LabStaffRole }),
    done(person) {
      toast.success(texts.invite.succeeded, person.email)
      onClose()
    },
    failed: texts.invite.failed,
    onFailure: refusedAt(form, 'email', 'email-taken'),
  })
  return (
    <FormDialog {...texts.invite.dialog} {...submit} onClose={onClose}>
      <Line {...field} name="name" maxLength={100} />
      <Line {...field} name="email" type="email" maxLength={254} />
      <Choice {...field} name="labRole" options={roleChoices} placeholder={texts.invite.chooseRole} />
    </FormDialog>
  )
}

type VisitsDialogProps = {
  person: LabPersonView
  /** The change that was refused because the person has open visits */
  change: Parameters<typeof changePerson>[1]
  onClose: () => void
}

/** Asks who takes the open visits of a person who makes none any more. */
export function VisitsDialog({ person, change, onClose }: VisitsDialogProps) {
  const { rows, loading } = useCollectors()
  const [chosen, setChosen] = useState('')
  const { run, busy } = useDialogCommand({
    send: () => changePerson(person.id, { ...change, visitsTo: chosen || null }),
    succeeded: [change.isEnded ? texts.access.end.succeeded : texts.role.succeeded, person.name],
    done: onClose,
    failed: texts.visits.failed,
  })
  const others = rows.filter(({ id }) => id !== person.id)
  return (
    <FormDialog
      title={texts.visits.title(person.name)}
      description={texts.visits.text}
      submitLabel={texts.visits.submit}
      isSubmitting={busy}
      disabled={loading}
      onSubmit={() => run()}
      onClose={onClose}
    >
      <CollectorChoice
        label={texts.visits.choose}
        collectors={loading ? undefined : others}
        nobody={texts.visits.nobody}
        value={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
