import type { FamilyMemberView } from '@jaanch/contracts/http/people'
import { profileRelationships } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { FamilyFields } from '@/components/family/family-fields'
import {
  emptyFamilyForm,
  type FamilyForm,
  profileFamilyMemberSchema,
  toFamilyForm,
  toFamilyRequest,
} from '@/components/family/family-form'
import { useDialogFailure } from '@/components/toast-failure'
import { capitalised } from '@/lib/format/text'
import { resolverFor } from '@/lib/forms'
import { useIdempotencyKey } from '@/lib/idempotency'
import { addFamilyMember, changeFamilyMember } from '@/lib/resources/people'
import { FormDialog } from '@/ui/form-dialog'
import { toast } from '@/ui/toast-store'

type FamilyMemberDialogProps = {
  /** undefined: add a new member */
  member?: FamilyMemberView | undefined
  onClose: () => void
}

const relationshipOptions = profileRelationships.map((value) => ({ value, label: capitalised(value) }))

export function FamilyMemberDialog({ member, onClose }: FamilyMemberDialogProps) {
  const withKey = useIdempotencyKey()
  const showFailure = useDialogFailure()
  const form = useForm<FamilyForm>({
    resolver: resolverFor(profileFamilyMemberSchema),
    defaultValues: member ? toFamilyForm(member) : emptyFamilyForm,
  })
  // The wizard offers more relationships ('Father'): an edit does not lose the current one.
  const isUnlisted = member && !relationshipOptions.some(({ value }) => value === member.relationship)
  const relationships = isUnlisted
    ? [{ value: member.relationship, label: member.relationship }, ...relationshipOptions]
    : relationshipOptions

  async function save(values: FamilyForm) {
    const body = toFamilyRequest(values)
    try {
      if (member) await changeFamilyMember(member.id, body)
      else await withKey(body, (key) => addFamilyMember(body, key))
      onClose()
      toast.success(member ? 'Family member saved' : 'Family member added')
    } catch (error) {
      const repeat = () => void form.handleSubmit(() => save(values))()
      showFailure('Failed to save family member', error, { repeat })
    }
  }

  return (
    <FormDialog
      title={member ? 'Edit Family Member' : 'Add Family Member'}
      submitLabel="Save"
      isSubmitting={form.formState.isSubmitting}
      onSubmit={form.handleSubmit(save, (invalid) => {
        if (invalid.name || invalid.relationship) toast.error('Name and relationship are required')
      })}
      onClose={onClose}
    >
      <FamilyFields form={form} relationships={relationships} requiresGender={false} />
    </FormDialog>
  )
}
