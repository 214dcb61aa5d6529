import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { serverText } from '@/lib/api/api-error'
import { changeLab } from '@/lib/api/labs'
import { resolverFor } from '@/lib/form-resolver'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { toast } from '@/ui/toast-store'

const { shape } = labPartnerRoutes.changeLabPartner.body

/** As typed; the contract's own rules judge it, and the API normalises it. */
const form = z.object({
  city: checked(shape.city, 'At most 80 characters'),
  state: checked(shape.state, 'At most 80 characters'),
  pincode: checked(shape.pincode, 'A PIN code has six digits'),
  labLicense: checked(shape.labLicense, 'At most 80 characters'),
})

function checked(schema: z.ZodType, message: string) {
  return z.string().refine((value) => schema.safeParse(value).success, message)
}

type LabDetailsDialogProps = { lab: LabPartnerView; onClose: () => void }

/** What a lab's registration does not ask for: the admin fills it in. */
export function LabDetailsDialog({ lab, onClose }: LabDetailsDialogProps) {
  const { register, handleSubmit, formState } = useForm<z.input<typeof form>>({
    resolver: resolverFor(form),
    defaultValues: {
      city: lab.city ?? '',
      state: lab.state ?? '',
      pincode: lab.pincode ?? '',
      labLicense: lab.labLicense ?? '',
    },
  })
  const { errors, isSubmitting } = formState

  async function save(values: z.input<typeof form>) {
    try {
      await changeLab(lab.id, values)
      toast.success('Lab details saved', lab.labName)
      onClose()
    } catch (error) {
      toast.error('Failed to save lab details', serverText(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Lab Details"
      description={`${lab.labName}, ${lab.address}`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="lab-details" loading={isSubmitting}>
            Save Details
          </Button>
        </>
      }
    >
      <form
        id="lab-details"
        noValidate
        className="grid grid-cols-1 gap-4 sm:grid-cols-2"
        onSubmit={handleSubmit(save)}
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
        <Field
          label="Licence Number"
          hint="As its NABL certificate has it."
          error={errors.labLicense?.message}
        >
          <Input autoComplete="off" {...register('labLicense')} />
        </Field>
      </form>
    </Dialog>
  )
}
