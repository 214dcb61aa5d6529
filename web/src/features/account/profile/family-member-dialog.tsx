import type { FamilyMemberView } from '@jaanch/account/people/api'
import type { QuestionCode } from '@jaanch/contracts/http/questions'
import { profileRelationships } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { useDialogCommand } from '@/components/use-command'
import {
  emptyFamilyForm,
  FamilyFields,
  type FamilyForm,
  profileFamilyMemberSchema,
  toFamilyForm,
  toFamilyRequest,
} from '@/features/account/family/family-form'
import { addFamilyMember, changeFamilyMember } from '@/features/account/people-calls'
import { capitalised } from '@/lib/format/text'
import { resolverFor } from '@/lib/forms'
import { FormDialog } from '@/ui/form-dialog'
import { toast } from '@/ui/toast-store'
import { useIdentityQuestion } from './details-dialog'
import { texts } from './texts'

type FamilyMemberDialogProps = {
  member?: FamilyMemberView | undefined
  onClose: () => void
}

const relationshipOptions = profileRelationships.map((value) => ({ value, label: capitalised(value) }))

export function FamilyMemberDialog({ member, onClose }: FamilyMemberDialogProps) {
  const form = useForm<FamilyForm>({
    resolver: resolverFor(profileFamilyMemberSchema),
    defaultValues: member ? toFamilyForm(member) : emptyFamilyForm,
  })
  // The wizard offers more relationships ('Father'): an edit does not lose the current one.
  const isUnlisted = member && !relationshipOptions.some(({ value }) => value === member.relationship)
  const relationships = isUnlisted
    ? [{ value: member.relationship, label: member.relationship }, ...relationshipOptions]
    : relationshipOptions

  const identity = useIdentityQuestion()
  const { run, busy } = useDialogCommand({
    send({ confirm = [], ...values }: FamilyForm & { confirm?: QuestionCode[] }) {
      const body = toFamilyRequest(values)
      return member ? changeFamilyMember(member.id, { ...body, confirm }) : addFamilyMember(body)
    },
    succeeded: member ? texts.member.saved : texts.member.added,
    done: onClose,
    failed: texts.member.failed,
    onFailure: identity.onFailure,
  })

  const question = identity.dialogOf(busy, (code) => run({ ...form.getValues(), confirm: [code] }))
  if (question) return question
  return (
    <FormDialog
      title={texts.member.dialogs[member ? 'edit' : 'add']}
      submitLabel={texts.member.save}
      isSubmitting={busy}
      onSubmit={form.handleSubmit(
        (values) => run(values),
        (invalid) => {
          if (invalid.name || invalid.relationship) toast.error(texts.member.incomplete)
        },
      )}
      onClose={onClose}
    >
      <FamilyFields form={form} relationships={relationships} requiresGender={false} />
    </FormDialog>
  )
}
