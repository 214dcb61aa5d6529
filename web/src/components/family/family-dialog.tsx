import type { FamilyMemberView } from '@jaanch/contracts/http/people'
import { genders, wizardRelationships } from '@jaanch/contracts/vocabulary'
import { Controller, useForm } from 'react-hook-form'
import { serverText } from '@/lib/api/api-error'
import { addFamilyMember } from '@/lib/api/people'
import { resolverFor } from '@/lib/form-resolver'
import { dateInIndia } from '@/lib/format/india-time'
import { useIntent } from '@/lib/use-intent'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { type FamilyForm, familyForm, familyRequest } from './family-form'

type FamilyDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onAdded?: (member: FamilyMemberView) => void
}

const relationships = wizardRelationships.map((value) => ({ value, label: value }))
const genderChoices = genders.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))
const empty: FamilyForm = { name: '', relationship: '', gender: '', dateOfBirth: '', phone: '' }

export function FamilyDialog({ open, onOpenChange, onAdded }: FamilyDialogProps) {
  const act = useIntent()
  const form = useForm<FamilyForm>({ resolver: resolverFor(familyForm), defaultValues: empty })
  const { errors, isSubmitting } = form.formState

  async function add(values: FamilyForm) {
    const body = familyRequest(values)
    try {
      const member = await act(body, (intent) => addFamilyMember(body, intent))
      form.reset(empty)
      onOpenChange(false)
      onAdded?.(member)
    } catch (error) {
      toast.bad(serverText(error) ?? 'Failed to add family member')
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Family Member"
      footer={
        <>
          <Button look="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form="family-member" busy={isSubmitting}>
            Add Member
          </Button>
        </>
      }
    >
      <form
        id="family-member"
        noValidate
        className="grid grid-cols-1 gap-4 sm:grid-cols-2"
        onSubmit={form.handleSubmit(add, (invalid) => {
          if (invalid.name || invalid.relationship || invalid.gender) {
            toast.bad('Validation Error', 'Please fill in all required fields')
          }
        })}
      >
        <Field label="Name" error={errors.name?.message} className="sm:col-span-2">
          <Input autoComplete="off" maxLength={100} {...form.register('name')} />
        </Field>
        <Controller
          control={form.control}
          name="relationship"
          render={({ field }) => (
            <Field label="Relationship" error={errors.relationship?.message}>
              <Select {...field} choices={relationships} placeholder="Select relationship" />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="gender"
          render={({ field }) => (
            <Field label="Gender" error={errors.gender?.message}>
              <Select {...field} choices={genderChoices} placeholder="Select gender" />
            </Field>
          )}
        />
        <Field label="Date of Birth" optional error={errors.dateOfBirth?.message}>
          <Input type="date" max={dateInIndia(new Date())} {...form.register('dateOfBirth')} />
        </Field>
        <Field label="Phone" optional error={errors.phone?.message}>
          <Input type="tel" inputMode="tel" autoComplete="off" {...form.register('phone')} />
        </Field>
      </form>
    </Dialog>
  )
}
