import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useDialogFailure } from '@/components/toast-failure'
import { checkedText, resolverFor } from '@/lib/forms'
import { changeLab } from '@/lib/resources/labs'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { toast } from '@/ui/toast-store'

const { shape } = labPartnerRoutes.changeLabPartner.body

const labDetailsSchema = z.object({
  city: checkedText(shape.city, 'At most 80 characters'),
  state: checkedText(shape.state, 'At most 80 characters'),
  pincode: checkedText(shape.pincode, 'A PIN code has six digits'),
  labLicense: checkedText(shape.labLicense, 'At most 80 characters'),
})

type LabDetailsDialogProps = { lab: LabPartnerView; onClose: () => void }

/** The details that a lab's registration does not ask for; an admin fills them in. */
export function LabDetailsDialog({ lab, onClose }: LabDetailsDialogProps) {
  const { register, handleSubmit, formState } = useForm<z.input<typeof labDetailsSchema>>({
    resolver: resolverFor(labDetailsSchema),
    defaultValues: {
      city: lab.city ?? '',
      state: lab.state ?? '',
      pincode: lab.pincode ?? '',
      labLicense: lab.labLicense ?? '',
    },
  })
  const { errors, isSubmitting } = formState
  const showFailure = useDialogFailure()

  async function save(values: z.input<typeof labDetailsSchema>) {
    try {
      await changeLab(lab.id, values)
      toast.success('Lab details saved', lab.labName)
      onClose()
    } catch (error) {
      const repeat = () => void handleSubmit(() => save(values))()
      showFailure('Failed to save lab details', error, { repeat })
    }
  }

  return (
    <FormDialog
      title="Lab Details"
      description={`${lab.labName}, ${lab.address}`}
      submitLabel="Save Details"
      isSubmitting={isSubmitting}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
      formClassName="sm:grid-cols-2"
    >
      <Field label="City" error={errors.city?.message}>
        <Input autoComplete="off" {...register('city')} />
      </Field>
      <Field label="State" error={errors.state?.message}>
        <Input autoComplete="off" {...register('state')} />
      </Field>
      <Field label="PIN Code" error={errors.pincode?.message}>
        <Input inputMode="numeric" maxLength={6} autoComplete="off" {...register('pincode')} />
      </Field>
      <Field label="Licence Number" hint="As its NABL certificate has it." error={errors.labLicense?.message}>
        <Input autoComplete="off" {...register('labLicense')} />
      </Field>
    </FormDialog>
  )
}
