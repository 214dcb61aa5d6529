import type { FamilyMemberView } from '@jaanch/account/people/api'
import { wizardRelationships } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { useDialogCommand } from '@/components/use-command'
import { addFamilyMember } from '@/features/account/people-calls'
import { resolverFor } from '@/lib/forms'
import { FormDialog } from '@/ui/form-dialog'
import { toast } from '@/ui/toast-store'
import {
  addFamilyMemberSchema,
  emptyFamilyForm,
  FamilyFields,
  type FamilyForm,
  toFamilyRequest,
} from './family-form'

const texts = {
  labels: { title: 'Add Family Member', submitLabel: 'Add Member' },
  incomplete: ['Validation Error', 'Please fill in all required fields'],
  failed: 'Failed to add family member',
} as const

type FamilyDialogProps = {
  onClose: () => void
  onAdded?: (member: FamilyMemberView) => void
}

const relationships = wizardRelationships.map((value) => ({ value, label: value }))

/** Mount it only while it is open. */
export function FamilyDialog({ onClose, onAdded }: FamilyDialogProps) {
  const form = useForm<FamilyForm>({
    resolver: resolverFor(addFamilyMemberSchema),
    defaultValues: emptyFamilyForm,
  })

  const { run, busy } = useDialogCommand({
    send: (values: FamilyForm) => addFamilyMember(toFamilyRequest(values)),
    done(member) {
      onClose()
      onAdded?.(member)
    },
    failed: texts.failed,
  })

  return (
    <FormDialog
      {...texts.labels}
      isSubmitting={busy}
      onSubmit={form.handleSubmit(run, (invalid) => {
        if (invalid.name || invalid.relationship || invalid.gender) toast.error(...texts.incomplete)
      })}
      onClose={onClose}
    >
      <FamilyFields form={form} relationships={relationships} requiresGender />
    </FormDialog>
  )
}
