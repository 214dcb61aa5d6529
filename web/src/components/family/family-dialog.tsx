import type { FamilyMemberView } from '@jaanch/contracts/http/people'
import { wizardRelationships } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { useDialogFailure } from '@/components/toast-failure'
import { resolverFor } from '@/lib/forms'
import { useIdempotencyKey } from '@/lib/idempotency'
import { addFamilyMember } from '@/lib/resources/people'
import { FormDialog } from '@/ui/form-dialog'
import { toast } from '@/ui/toast-store'
import { FamilyFields } from './family-fields'
import { addFamilyMemberSchema, emptyFamilyForm, type FamilyForm, toFamilyRequest } from './family-form'

type FamilyDialogProps = {
  onClose: () => void
  onAdded?: (member: FamilyMemberView) => void
}

const relationships = wizardRelationships.map((value) => ({ value, label: value }))

/** Mount it only while it is open. */
export function FamilyDialog({ onClose, onAdded }: FamilyDialogProps) {
  const withKey = useIdempotencyKey()
  const showFailure = useDialogFailure()
  const form = useForm<FamilyForm>({
    resolver: resolverFor(addFamilyMemberSchema),
    defaultValues: emptyFamilyForm,
  })

  async function add(values: FamilyForm) {
    const body = toFamilyRequest(values)
    try {
      const member = await withKey(body, (key) => addFamilyMember(body, key))
      onClose()
      onAdded?.(member)
    } catch (error) {
      const repeat = () => void form.handleSubmit(() => add(values))()
      showFailure('Failed to add family member', error, { repeat })
    }
  }

  return (
    <FormDialog
      title="Add Family Member"
      submitLabel="Add Member"
      isSubmitting={form.formState.isSubmitting}
      onSubmit={form.handleSubmit(add, (invalid) => {
        if (invalid.name || invalid.relationship || invalid.gender) {
          toast.error('Validation Error', 'Please fill in all required fields')
        }
      })}
      onClose={onClose}
    >
      <FamilyFields form={form} relationships={relationships} requiresGender />
    </FormDialog>
  )
}
