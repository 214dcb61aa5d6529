import type { FamilyMemberView } from '@jaanch/contracts/http/people'
import { wizardRelationships } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { serverText } from '@/lib/api/api-error'
import { addFamilyMember } from '@/lib/api/people'
import { resolverFor } from '@/lib/form-resolver'
import { useIntent } from '@/lib/use-intent'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast-store'
import { FamilyFields } from './family-fields'
import { addForm, emptyForm, type FamilyForm, familyRequest } from './family-form'

type FamilyDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onAdded?: (member: FamilyMemberView) => void
}

const relationships = wizardRelationships.map((value) => ({ value, label: value }))

export function FamilyDialog({ open, onOpenChange, onAdded }: FamilyDialogProps) {
  const act = useIntent()
  const form = useForm<FamilyForm>({ resolver: resolverFor(addForm), defaultValues: emptyForm })
  const { isSubmitting } = form.formState

  async function add(values: FamilyForm) {
    const body = familyRequest(values)
    try {
      const member = await act(body, (intent) => addFamilyMember(body, intent))
      form.reset(emptyForm)
      onOpenChange(false)
      onAdded?.(member)
    } catch (error) {
      toast.error(serverText(error) ?? 'Failed to add family member')
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Family Member"
      footer={
        <>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form="family-member" loading={isSubmitting}>
            Add Member
          </Button>
        </>
      }
    >
      <form
        id="family-member"
        noValidate
        onSubmit={form.handleSubmit(add, (invalid) => {
          if (invalid.name || invalid.relationship || invalid.gender) {
            toast.error('Validation Error', 'Please fill in all required fields')
          }
        })}
      >
        <FamilyFields form={form} relationships={relationships} withGender />
      </form>
    </Dialog>
  )
}
