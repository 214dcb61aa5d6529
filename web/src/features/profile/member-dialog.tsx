import type { FamilyMemberView } from '@jaanch/contracts/http/people'
import { profileRelationships } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { FamilyFields } from '@/components/family/family-fields'
import {
  emptyForm,
  type FamilyForm,
  familyRequest,
  formOf,
  profileForm,
} from '@/components/family/family-form'
import { serverText } from '@/lib/api/api-error'
import { addFamilyMember, changeFamilyMember } from '@/lib/api/people'
import { resolverFor } from '@/lib/form-resolver'
import { capitalised } from '@/lib/format/words'
import { useIntent } from '@/lib/use-intent'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast-store'

type MemberDialogProps = {
  /** The member to edit; a new one where there is none */
  member?: FamilyMemberView | undefined
  onClose: () => void
}

const choices = profileRelationships.map((value) => ({ value, label: capitalised(value) }))

export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const act = useIntent()
  const form = useForm<FamilyForm>({
    resolver: resolverFor(profileForm),
    defaultValues: member ? formOf(member) : emptyForm,
  })
  // A father added in the wizard stays a father: the profile's own list has no such word.
  const kept = member && !choices.some(({ value }) => value === member.relationship)
  const relationships = kept
    ? [{ value: member.relationship, label: member.relationship }, ...choices]
    : choices

  async function save(values: FamilyForm) {
    const body = familyRequest(values)
    try {
      if (member) await changeFamilyMember(member.id, body)
      else await act(body, (intent) => addFamilyMember(body, intent))
      onClose()
      toast.success(member ? 'Family member saved' : 'Family member added')
    } catch (error) {
      toast.error('Failed to save family member', serverText(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={member ? 'Edit Family Member' : 'Add Family Member'}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="member" loading={form.formState.isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="member"
        noValidate
        onSubmit={form.handleSubmit(save, (invalid) => {
          if (invalid.name || invalid.relationship) toast.error('Name and relationship are required')
        })}
      >
        <FamilyFields form={form} relationships={relationships} withGender={false} />
      </form>
    </Dialog>
  )
}
